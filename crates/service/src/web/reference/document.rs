//! The parts of an OpenAPI document that the reference shows: operations with parameters, bodies and replies, and the
//! objects they refer to.

use serde_json::Value;

pub struct Document {
    pub operations: Vec<Operation>,
    /// Sorted by name; bodies and fields refer to them.
    pub objects: Vec<Object>,
}

pub struct Operation {
    pub id: String,
    pub method: String,
    pub path: String,
    pub summary: String,
    pub description: String,
    pub parameters: Vec<Field>,
    pub body: Vec<Field>,
    pub replies: Vec<Reply>,
}

pub struct Field {
    pub name: String,
    pub kind: TypeText,
    pub is_required: bool,
    pub description: String,
    /// Bounds from the schema, such as `2–20 items`.
    pub limits: Vec<Limit>,
}

/// A JSON type, with the name of the object it refers to, if any.
pub struct TypeText {
    pub label: String,
    pub object: Option<String>,
}

/// One bound: the message id and its values.
pub struct Limit {
    pub message: &'static str,
    pub low: Option<String>,
    pub high: String,
}

pub struct Reply {
    pub status: String,
    pub description: String,
    pub object: Option<String>,
}

pub struct Object {
    pub name: String,
    pub description: String,
    pub fields: Vec<Field>,
    pub values: Vec<String>,
}

impl Document {
    pub fn read(document: &Value) -> Self {
        let paths = document["paths"].as_object();
        let operations = paths.into_iter().flatten().flat_map(|(path, methods)| {
            let methods = methods.as_object().into_iter().flatten();
            methods.filter_map(move |(method, operation)| read_operation(document, path, method, operation))
        });
        let schemas = document["components"]["schemas"].as_object();
        let objects = schemas.into_iter().flatten().filter_map(|(name, schema)| read_object(document, name, schema));
        Self { operations: operations.collect(), objects: objects.collect() }
    }
}

fn read_operation(document: &Value, path: &str, method: &str, operation: &Value) -> Option<Operation> {
    let id = operation["operationId"].as_str()?;
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    let replies = operation["responses"].as_object().into_iter().flatten();
    Some(Operation {
        id: id.to_owned(),
        method: method.to_uppercase(),
        path: path.to_owned(),
        summary: text(&operation["summary"]),
        description: text(&operation["description"]),
        parameters: parameters
            .map(|parameter| Field {
                description: text(&parameter["description"]),
                ..field(document, &text(&parameter["name"]), &parameter["schema"], parameter["required"] == true)
            })
            .collect(),
        body: fields(document, resolved(document, body)),
        replies: replies
            .map(|(status, reply)| Reply {
                status: status.clone(),
                description: text(&reply["description"]),
                object: name_of(&reply["content"]["application/json"]["schema"]),
            })
            .collect(),
    })
}

fn read_object(document: &Value, name: &str, schema: &Value) -> Option<Object> {
    let values = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    let object = Object {
        name: name.to_owned(),
        description: text(&schema["description"]),
        fields: fields(document, schema),
        values: values.collect(),
    };
    (!object.fields.is_empty() || !object.values.is_empty()).then_some(object)
}

fn fields(document: &Value, schema: &Value) -> Vec<Field> {
    let required = |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|one| one == name));
    let properties = schema["properties"].as_object().into_iter().flatten();
    let mut fields: Vec<Field> =
        properties.map(|(name, schema)| field(document, name, schema, required(name))).collect();
    fields.sort_by_key(|field| !field.is_required);
    fields
}

fn field(document: &Value, name: &str, schema: &Value, is_required: bool) -> Field {
    Field {
        name: name.to_owned(),
        kind: kind(schema),
        is_required,
        description: text(&schema["description"]),
        limits: limits(document, schema),
    }
}

fn kind(schema: &Value) -> TypeText {
    if let Some(name) = name_of(schema) {
        return TypeText { label: name.clone(), object: Some(name) };
    }
    if let Some(choices) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        let mut others = choices.iter().filter(|choice| choice["type"] != "null");
        return others.next().map_or_else(|| plain("any"), kind);
    }
    if schema["type"] == "array" {
        let items = kind(&schema["items"]);
        return TypeText { label: format!("{}[]", items.label), object: items.object };
    }
    match &schema["type"] {
        Value::String(name) => plain(name),
        // `["string", "null"]` is an optional string.
        Value::Array(names) => {
            plain(names.iter().filter_map(Value::as_str).find(|name| *name != "null").unwrap_or("any"))
        }
        _ => plain("any"),
    }
}

fn plain(label: &str) -> TypeText {
    TypeText { label: label.to_owned(), object: None }
}

fn limits(document: &Value, schema: &Value) -> Vec<Limit> {
    let mut all = Vec::new();
    for (message, low, high) in [
        ("reference-limit-chars", "minLength", "maxLength"),
        ("reference-limit-items", "minItems", "maxItems"),
        ("reference-limit-range", "minimum", "maximum"),
    ] {
        let bound = |name: &str| schema[name].as_f64().map(|bound| bound.to_string());
        if let Some(high) = bound(high) {
            all.push(Limit { message, low: bound(low), high });
        }
    }
    if schema["type"] == "array" {
        let each = limits(document, resolved(document, &schema["items"]));
        all.extend(each.into_iter().map(|limit| Limit { message: "reference-limit-each", ..limit }));
    }
    if !schema["default"].is_null() {
        all.push(Limit { message: "reference-limit-default", low: None, high: schema["default"].to_string() });
    }
    all
}

/// Returns the last segment of a `$ref`.
fn name_of(schema: &Value) -> Option<String> {
    schema["$ref"].as_str()?.rsplit('/').next().map(str::to_owned)
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match name_of(schema) {
        Some(name) => &document["components"]["schemas"][name.as_str()],
        None => schema,
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or("").to_owned()
}
