//! JSON schemas of the documents that engines write.

use serde_json::{Value, json};

/// Returns an object schema in which all properties are required and no others allowed. `properties` is an object.
pub(crate) fn object(properties: impl Into<Value>) -> Value {
    let properties = properties.into();
    let required: Vec<&String> = properties.as_object().map_or_else(Vec::new, |map| map.keys().collect());
    json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
}
