//! Converts a JSON schema into a grammar in llama.cpp's notation. It supports the part of JSON Schema that is used
//! here and rejects the rest, since a partly understood schema would be partly enforced. llama.cpp's own converter is
//! in a library that takes longer to compile than everything else used of llama.cpp.

use std::fmt::Write;

use serde_json::{Map, Value};

/// Rules that every grammar may use: an optional space, and the characters of a string.
const SHARED: &str = r#"space ::= " "?
char ::= [^"\\\x7F\x00-\x1F] | "\\" (["\\bfnrt] | "u" [0-9a-fA-F]{4})
"#;
const INTEGER: &str = r#"("0" | [1-9] [0-9]{0,15})"#;
/// Ranges of up to this many integers are listed value by value; of wider ranges only the sign is enforced.
const LISTED_INTEGERS_MAX: i64 = 1000;
const DEPTH_MAX: usize = 16;

/// Returns the grammar, whose first rule to apply is `root`. The error names the unsupported part of the schema.
pub(crate) fn of(schema: &Value) -> Result<String, String> {
    let mut rules = Rules { text: SHARED.to_owned(), count: 0 };
    let document = rules.value(schema, 0)?;
    let mut text = rules.text;
    let _ = writeln!(text, "root ::= space {document} space");
    Ok(text)
}

struct Rules {
    text: String,
    count: usize,
}

impl Rules {
    fn define(&mut self, body: &str) -> String {
        self.count += 1;
        let name = format!("rule-{}", self.count);
        // Writing to a `String` can't fail.
        let _ = writeln!(self.text, "{name} ::= {body}");
        name
    }

    fn value(&mut self, schema: &Value, depth: usize) -> Result<String, String> {
        if depth > DEPTH_MAX {
            return Err(format!("more than {DEPTH_MAX} levels"));
        }
        if let Some(values) = schema.get("enum") {
            let values = values.as_array().filter(|values| !values.is_empty()).ok_or("an enum without values")?;
            let each: Vec<String> = values.iter().map(literal).collect();
            return Ok(format!("({})", each.join(" | ")));
        }
        match schema["type"].as_str() {
            Some("object") => self.object(schema, depth),
            Some("array") => self.array(schema, depth),
            Some("string") => {
                let (min, max) = (count(schema, "minLength")?.unwrap_or(0), count(schema, "maxLength")?);
                Ok(format!(r#""\"" char{} "\"""#, repeated(min, max)))
            }
            Some("integer") => integer(schema),
            Some("number") => Ok(format!(r#"{} {INTEGER} ("." [0-9]{{1,15}})?"#, sign(schema))),
            Some("boolean") => Ok(r#"("true" | "false")"#.to_owned()),
            Some("null") => Ok(r#""null""#.to_owned()),
            Some(other) => Err(format!("the type {other:?}")),
            None => Err("a part without a type".to_owned()),
        }
    }

    /// Returns the pattern of an object: required properties in order, then optional ones, separated by commas.
    fn object(&mut self, schema: &Value, depth: usize) -> Result<String, String> {
        let none = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&none);
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if let Some(unknown) = required.iter().find(|name| !properties.contains_key(**name)) {
            return Err(format!("the required property {unknown:?}, which is not described"));
        }
        // Built from the last property to the first: what may follow another property, and what may come first.
        let (mut after_some, mut after_none) = (String::new(), Some(String::new()));
        let named = |name: &str| required.iter().position(|known| *known == name).unwrap_or(required.len());
        let mut ordered: Vec<(&String, &Value)> = properties.iter().collect();
        ordered.sort_by_key(|(name, _)| named(name));
        for (name, part) in ordered.into_iter().rev() {
            let pair =
                format!("{} space \":\" space {}", literal(&Value::from(name.as_str())), self.value(part, depth + 1)?);
            let first = format!("{pair} {after_some}");
            let next = format!("\",\" space {pair} {after_some}");
            if required.contains(&name.as_str()) {
                (after_some, after_none) = (self.define(&next), Some(self.define(&first)));
            } else {
                let skipped = after_none.unwrap_or_default();
                after_some = self.define(&format!("{next} | {after_some}"));
                after_none = Some(self.define(&format!("{first} | {skipped}")));
            }
        }
        Ok(format!("\"{{\" space {} space \"}}\"", after_none.unwrap_or_default()))
    }

    fn array(&mut self, schema: &Value, depth: usize) -> Result<String, String> {
        let item = self.value(&schema["items"], depth + 1)?;
        let item = self.define(&item);
        let (min, max) = (count(schema, "minItems")?.unwrap_or(0), count(schema, "maxItems")?);
        if max == Some(0) {
            return Ok(r#""[" space "]""#.to_owned());
        }
        let more = repeated(min.saturating_sub(1), max.map(|max| max - 1));
        let is_optional = if min == 0 { "?" } else { "" };
        Ok(format!(r#""[" space ({item} (space "," space {item}){more}){is_optional} space "]""#))
    }
}

fn integer(schema: &Value) -> Result<String, String> {
    match (schema["minimum"].as_i64(), schema["maximum"].as_i64()) {
        (Some(min), Some(max)) if min > max => Err("an integer that can't be".to_owned()),
        (Some(min), Some(max)) if max.saturating_sub(min) < LISTED_INTEGERS_MAX => {
            let each: Vec<String> = (min..=max).map(|number| format!("\"{number}\"")).collect();
            Ok(format!("({})", each.join(" | ")))
        }
        _ => Ok(format!("{} {INTEGER}", sign(schema))),
    }
}

fn sign(schema: &Value) -> &'static str {
    if schema["minimum"].as_f64().is_some_and(|minimum| minimum >= 0.0) { "" } else { r#""-"?"# }
}

fn count(schema: &Value, field: &str) -> Result<Option<u64>, String> {
    match schema.get(field) {
        None => Ok(None),
        Some(value) => value.as_u64().map(Some).ok_or_else(|| format!("{field}, which is no count")),
    }
}

fn repeated(min: u64, max: Option<u64>) -> String {
    match max {
        Some(max) => format!("{{{min},{}}}", max.max(min)),
        None if min == 0 => "*".to_owned(),
        None => format!("{{{min},}}"),
    }
}

/// Returns a JSON value as a literal of the grammar.
fn literal(value: &Value) -> String {
    let text = value.to_string().replace('\\', r"\\").replace('"', "\\\"");
    format!("\"{text}\"")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_required_stands_first_in_its_order_and_the_rest_may_be_left_out() {
        let properties = json!({ "a": { "type": "boolean" }, "b": { "type": "integer", "minimum": 1, "maximum": 3 } });
        let schema = json!({ "type": "object", "required": ["b"], "properties": properties });
        let expected = [
            r#"rule-1 ::= "," space "\"a\"" space ":" space ("true" | "false")  | "#,
            r#"rule-2 ::= "\"a\"" space ":" space ("true" | "false")  | "#,
            r#"rule-3 ::= "," space "\"b\"" space ":" space ("1" | "2" | "3") rule-1"#,
            r#"rule-4 ::= "\"b\"" space ":" space ("1" | "2" | "3") rule-1"#,
            r#"root ::= space "{" space rule-4 space "}" space"#,
        ];
        assert_eq!(of(&schema).unwrap(), format!("{SHARED}{}\n", expected.join("\n")));
        let both = of(&json!({ "type": "object", "required": ["b", "a"], "properties": properties })).unwrap();
        let first = both.lines().find(|line| line.starts_with("rule-4")).unwrap();
        assert!(first.starts_with(r#"rule-4 ::= "\"b\"""#), "{both}");
    }

    #[test]
    fn lists_and_texts_keep_to_their_length() {
        let schema =
            json!({ "type": "array", "minItems": 2, "maxItems": 4, "items": { "type": "string", "maxLength": 9 } });
        let grammar = of(&schema).unwrap();
        assert!(grammar.contains(r#"rule-1 ::= "\"" char{0,9} "\"""#), "{grammar}");
        assert!(
            grammar.contains(r#"root ::= space "[" space (rule-1 (space "," space rule-1){1,3}) space "]" space"#),
            "{grammar}"
        );
        let any = of(&json!({ "type": "array", "items": { "type": "null" } })).unwrap();
        assert!(any.contains(r#"(rule-1 (space "," space rule-1)*)? space "]""#), "{any}");
    }

    #[test]
    fn quotes_in_names_and_values_stay_inside_them() {
        let grammar = of(&json!({ "enum": ["say \"no\"", "a\\b"] })).unwrap();
        assert!(grammar.contains(r#"("\"say \\\"no\\\"\"" | "\"a\\\\b\"")"#), "{grammar}");
    }

    #[test]
    fn what_is_not_understood_is_refused_and_named() {
        for (schema, named) in [
            (json!({ "type": "no such type" }), "no such type"),
            (json!({}), "without a type"),
            (json!({ "type": "array" }), "without a type"),
            (json!({ "type": "string", "maxLength": "long" }), "maxLength"),
            (json!({ "type": "object", "required": ["a"] }), "\"a\""),
            (json!({ "enum": [] }), "without values"),
        ] {
            assert!(of(&schema).unwrap_err().contains(named), "{schema}");
        }
    }
}
