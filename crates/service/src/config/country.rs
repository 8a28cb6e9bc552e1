//! The `country` setting: the default country of `canvass ask`.

use anyhow::ensure;
use population::places;

/// Returns the upper-case country code, or `None` if the setting is empty.
///
/// # Errors
/// Fails for a country without population data.
pub(super) fn parse(setting: &str) -> anyhow::Result<Option<String>> {
    let code = Some(setting.trim().to_uppercase()).filter(|code| !code.is_empty());
    let is_known = code.as_ref().is_none_or(|code| places::countries().contains_key(code));
    ensure!(is_known, "country (CANVASS_COUNTRY) must be the two-letter code of a country with population data");
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_country_is_one_with_population_data() {
        assert_eq!(parse("").unwrap(), None);
        assert_eq!(parse(" es ").unwrap().as_deref(), Some("ES"));
        assert!(parse("Spain").is_err() && parse("ZZ").is_err());
    }
}
