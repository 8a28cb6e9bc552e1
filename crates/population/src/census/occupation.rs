//! Occupation codes of three classifications and their correspondence: `isco-22` (ISCO-08, two digits), `soc-29` (US
//! census groups) and `skill-technical` (skill levels of the Argentine records). A filter may use any of them.

/// ISCO-08 sub-major groups (two digits).
pub const ISCO: [&str; 43] = [
    "isco-01", "isco-02", "isco-03", "isco-11", "isco-12", "isco-13", "isco-14", "isco-21", "isco-22", "isco-23",
    "isco-24", "isco-25", "isco-26", "isco-31", "isco-32", "isco-33", "isco-34", "isco-35", "isco-41", "isco-42",
    "isco-43", "isco-44", "isco-51", "isco-52", "isco-53", "isco-54", "isco-61", "isco-62", "isco-63", "isco-71",
    "isco-72", "isco-73", "isco-74", "isco-75", "isco-81", "isco-82", "isco-83", "isco-91", "isco-92", "isco-93",
    "isco-94", "isco-95", "isco-96",
];
pub const SKILLS: [&str; 4] = ["skill-professional", "skill-technical", "skill-operative", "skill-unskilled"];
/// The youngest age of managers and professionals.
pub const PROFESSION_AGE_MIN: u8 = 21;

/// US groups, each with the ISCO groups that contain most of its people.
pub const SOC: [(&str, &[&str]); 23] = [
    ("soc-11", &["11", "12", "13", "14"]),
    ("soc-13", &["24", "33"]),
    ("soc-15", &["25", "35"]),
    ("soc-17", &["21", "31"]),
    ("soc-19", &["21", "26"]),
    ("soc-21", &["26", "34"]),
    ("soc-23", &["26", "34"]),
    ("soc-25", &["23"]),
    ("soc-27", &["26", "34"]),
    ("soc-29", &["22", "32"]),
    ("soc-31", &["53", "32"]),
    ("soc-33", &["54"]),
    ("soc-35", &["51", "94"]),
    ("soc-37", &["91"]),
    ("soc-39", &["51", "53"]),
    ("soc-41", &["52", "33", "95"]),
    ("soc-43", &["41", "42", "43", "44"]),
    ("soc-45", &["61", "62", "63", "92"]),
    ("soc-47", &["71", "93"]),
    ("soc-49", &["72", "74"]),
    ("soc-51", &["73", "75", "81", "82", "93"]),
    ("soc-53", &["83", "93", "96"]),
    ("soc-55", &["01", "02", "03"]),
];

/// The closest ISCO-08 group for each ISCO-88 group, which six countries still report.
const FROM_ISCO_88: [(&str, &str); 28] = [
    ("01", "03"),
    ("11", "11"),
    ("12", "12"),
    ("13", "14"),
    ("21", "21"),
    ("22", "22"),
    ("23", "23"),
    ("24", "24"),
    ("31", "31"),
    ("32", "32"),
    ("33", "23"),
    ("34", "33"),
    ("41", "41"),
    ("42", "42"),
    ("51", "51"),
    ("52", "52"),
    ("61", "61"),
    ("62", "63"),
    ("71", "71"),
    ("72", "72"),
    ("73", "73"),
    ("74", "75"),
    ("81", "81"),
    ("82", "82"),
    ("83", "83"),
    ("91", "91"),
    ("92", "92"),
    ("93", "93"),
];

/// Returns every code that a profile may contain.
pub fn codes() -> Vec<String> {
    let plain = ISCO.iter().chain(&SKILLS).copied();
    plain.chain(SOC.iter().map(|(code, _)| *code)).map(str::to_owned).collect()
}

/// Returns the index into `ISCO` of a group in the tables.
pub(super) fn isco(scheme: &str, group: &str) -> Option<usize> {
    let group = if scheme == "88" { FROM_ISCO_88.iter().find(|(old, _)| *old == group)?.1 } else { group };
    ISCO.iter().position(|code| digits(code) == group)
}

pub(super) fn soc(group: &str) -> Option<&'static str> {
    SOC.iter().map(|(code, _)| *code).find(|code| digits(code) == group)
}

/// Returns the index into `SKILLS` of an ISCO code: managers and professionals, technicians, elementary, or all
/// others.
pub(super) fn skill(isco: &str) -> usize {
    match digits(isco).as_bytes().first() {
        Some(b'1' | b'2') => 0,
        Some(b'3') => 1,
        Some(b'9') => 3,
        _ => 2,
    }
}

/// Returns whether a code matches one of the wanted codes. Codes of different classifications match if they share an
/// ISCO group.
pub(super) fn is_wanted(wanted: &[String], code: &str) -> bool {
    wanted.iter().any(|wanted| wanted == code || shares(wanted, code))
}

fn shares(a: &str, b: &str) -> bool {
    let (left, right) = (isco_groups(a), isco_groups(b));
    let overlap = left.iter().any(|group| right.contains(group));
    // Different codes of one classification never match.
    kind(a) != kind(b) && overlap
}

fn isco_groups(code: &str) -> Vec<&'static str> {
    let all = || ISCO.iter().map(|code| digits(code));
    match kind(code) {
        "soc" => SOC.iter().find(|(soc, _)| *soc == code).map_or_else(Vec::new, |(_, groups)| groups.to_vec()),
        "skill" => {
            let level = SKILLS.iter().position(|skill| *skill == code);
            all().filter(|group| Some(skill(&format!("isco-{group}"))) == level).collect()
        }
        _ => all().filter(|group| *group == digits(code)).collect(),
    }
}

fn kind(code: &str) -> &str {
    code.split_once('-').map_or(code, |(kind, _)| kind)
}

fn digits(code: &str) -> &str {
    code.split_once('-').map_or("", |(_, digits)| digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn health_workers_are_found_under_every_kind_of_code() {
        let wanted = |code: &str| vec![code.to_owned()];
        assert!(is_wanted(&wanted("isco-22"), "soc-29") && is_wanted(&wanted("soc-29"), "isco-32"));
        assert!(
            is_wanted(&wanted("isco-22"), "skill-professional") && !is_wanted(&wanted("isco-22"), "skill-technical")
        );
        assert!(!is_wanted(&wanted("isco-22"), "isco-32") && !is_wanted(&wanted("soc-25"), "soc-29"));
    }

    #[test]
    fn every_group_of_the_tables_has_a_code() {
        assert_eq!(isco("08", "22").map(|at| ISCO[at]), Some("isco-22"));
        assert!(FROM_ISCO_88.iter().all(|(old, _)| isco("88", old).is_some()));
        assert_eq!(soc("55"), Some("soc-55"));
    }
}
