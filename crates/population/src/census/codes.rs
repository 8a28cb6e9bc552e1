//! The codes of each attribute. A person stores them as indices into these lists.

pub const SEXES: [&str; 2] = ["female", "male"];
pub const AREAS: [&str; 2] = ["urban", "rural"];
/// The last level stands for short cycle, bachelor or higher in countries whose tables do not separate these.
pub const EDUCATION: [&str; 9] = [
    "none",
    "some_primary",
    "primary",
    "lower_secondary",
    "upper_secondary",
    "short_cycle",
    "bachelor",
    "master_or_more",
    "post_secondary",
];
/// The codes that an audience description can select.
pub const EDUCATION_ASKED: [&str; 8] = first(&EDUCATION);
pub const POST_SECONDARY: u8 = 8;
/// Usual years of schooling for each level.
pub const EDUCATION_YEARS: [u32; 9] = [0, 3, 6, 9, 12, 14, 16, 18, 15];
/// The youngest age at which each level can be completed.
pub const EDUCATION_AGE_MIN: [u8; 9] = [0, 6, 10, 13, 16, 19, 20, 22, 19];
pub const EMPLOYMENT: [&str; 7] =
    ["employed", "unemployed", "not_in_labour_force", "armed_forces", "student", "retired", "homemaker"];
/// The codes that an audience description can select. The tables treat self-employment as a class of worker instead.
pub const EMPLOYMENT_ASKED: [&str; 8] = {
    let mut asked = ["self_employed"; 8];
    let mut at = 0;
    while at < EMPLOYMENT.len() {
        asked[at] = EMPLOYMENT[at];
        at += 1;
    }
    asked
};
pub const EMPLOYED: u8 = 0;
pub const UNEMPLOYED: u8 = 1;
pub const NOT_IN_LABOUR_FORCE: u8 = 2;
pub const ARMED_FORCES: u8 = 3;
pub const STUDENT: u8 = 4;
pub const RETIRED: u8 = 5;
pub const HOMEMAKER: u8 = 6;
pub const WORKER_CLASSES: [&str; 7] = [
    "employee",
    "self_employed",
    "employer",
    "family_worker",
    "private_employee",
    "government_employee",
    "nonprofit_employee",
];
pub const EMPLOYEE: u8 = 0;
pub const SELF_EMPLOYED: u8 = 1;
pub const EMPLOYER: u8 = 2;
pub const FAMILY_WORKER: u8 = 3;
pub const SECTORS: [&str; 3] = ["agriculture", "industry", "services"];
pub const INCOME: [&str; 5] = ["q1", "q2", "q3", "q4", "q5"];
/// `with_children` and `with_others` come from the tables; the others are household types of the census records.
pub const HOUSEHOLDS: [&str; 7] =
    ["couple", "family_without_couple", "alone", "non_family", "group_quarters", "with_children", "with_others"];
/// The codes that an audience description can select.
pub const HOUSEHOLDS_ASKED: [&str; 6] = first(&HOUSEHOLDS);
pub const ALONE: u8 = 2;
pub const WITH_CHILDREN: u8 = 5;
pub const WITH_OTHERS: u8 = 6;
/// The numbers of children that an audience description can select.
pub const CHILDREN_ASKED: [&str; 5] = ["0", "1", "2", "3", "4_or_more"];
pub const MARITAL: [&str; 5] = ["never", "married", "separated_divorced", "widowed", "cohabiting"];
pub const MARRIED: u8 = 1;
/// The youngest age at which people count as married, whatever a table says.
pub const MARRIED_AGE_MIN: u8 = 18;

/// Returns the index in [`CHILDREN_ASKED`] of a number of children.
pub fn children(number: u8) -> u8 {
    number.min(4)
}

/// Returns the first `N` codes of a list.
const fn first<const N: usize>(codes: &[&'static str]) -> [&'static str; N] {
    let mut first = [""; N];
    let mut at = 0;
    while at < N {
        first[at] = codes[at];
        at += 1;
    }
    first
}

/// Returns the index of a code in its list.
pub fn place(codes: &[&str], code: &str) -> Option<u8> {
    codes.iter().position(|known| *known == code).and_then(|at| u8::try_from(at).ok())
}
