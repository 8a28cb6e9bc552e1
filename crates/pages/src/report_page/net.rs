//! The net figure of a scale, its upper end less its lower end in percentage points as both are printed: of everybody, and of
//! groups beside everyone else. It says at which end more people are, not whether most are there: that is the verdict's.

use std::collections::{BTreeMap, BTreeSet};

use contract::{ReportResult, ScaleShape, Segment};
use wording::whole_points;

/// The net figure of one group, in whole points.
pub struct GroupNet<'a> {
    pub attribute: &'a str,
    pub value: &'a str,
    pub count: u32,
    pub net: i64,
    /// The net figure of everyone else; `None` in earlier reports.
    pub others: Option<i64>,
}

pub fn net(of: &ScaleShape) -> i64 {
    let [lower, upper] = of.printed_ends();
    whole_points(upper, lower)
}

/// Returns every group's net figure among those of it who answered on the scale, in the order of the groups. Attributes whose
/// groups all have the same figure are left out: the engine told them apart by nothing that is shown.
pub fn by_group<'a>(result: &'a ReportResult, of: &ScaleShape) -> Vec<GroupNet<'a>> {
    let segments = result.analysis.segment_breakdown.segments.iter();
    let all: Vec<GroupNet<'a>> = segments.filter_map(|segment| group_net(segment, of)).collect();
    let alike: BTreeSet<&str> =
        all.iter().map(|group| group.attribute).filter(|attribute| are_alike(&all, attribute)).collect();
    all.into_iter().filter(|group| !alike.contains(group.attribute)).collect()
}

fn are_alike(groups: &[GroupNet<'_>], attribute: &str) -> bool {
    let own: Vec<i64> = groups.iter().filter(|group| group.attribute == attribute).map(|group| group.net).collect();
    own.len() > 1 && own.iter().all(|net| *net == own[0])
}

fn group_net<'a>(segment: &'a Segment, of: &ScaleShape) -> Option<GroupNet<'a>> {
    Some(GroupNet {
        attribute: &segment.attribute,
        value: &segment.value,
        count: segment.count,
        net: net_among(&segment.shares, of)?,
        others: net_among(&segment.shares_of_others, of),
    })
}

/// Returns the net figure by the shares of some people; `None` where nobody of them answered on the scale.
fn net_among(shares: &BTreeMap<String, f64>, of: &ScaleShape) -> Option<i64> {
    of.printed_ends_among(shares).map(|[lower, upper]| whole_points(upper, lower))
}

/// Returns the lowest and the highest group of the attribute by which the net figure differs most; `None` where no two groups
/// differ.
pub fn widest<'g, 'a>(groups: &'g [GroupNet<'a>]) -> Option<[&'g GroupNet<'a>; 2]> {
    let ends = |attribute: &str| {
        let own = || groups.iter().filter(|group| group.attribute == attribute);
        Some([own().min_by_key(|group| group.net)?, own().max_by_key(|group| group.net)?])
    };
    let apart = |[low, high]: &[&GroupNet<'_>; 2]| high.net - low.net;
    let widest = groups.iter().filter_map(|group| ends(group.attribute)).max_by_key(apart)?;
    (apart(&widest) > 0).then_some(widest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group<'a>(attribute: &'a str, value: &'a str, net: i64) -> GroupNet<'a> {
        GroupNet { attribute, value, count: 30, net, others: None }
    }

    #[test]
    fn a_net_figure_is_the_difference_of_the_printed_ends() {
        let steps = ["no", "so-so", "yes"].map(str::to_owned);
        let of = ScaleShape {
            top_steps: vec![steps[2].clone()],
            steps: steps.to_vec(),
            shares: vec![0.255, 0.211, 0.534],
            mean: 2.0,
            mean_interval: [1.5, 2.5],
            top: 0.534,
            top_interval: [0.4, 0.6],
            bottom: 0.255,
            is_split: false,
        };
        // 53 % less 26 %, since 53, 21 and 26 add up; 27.9 points lie between the shares.
        assert_eq!((of.printed_ends(), net(&of)), ([0.26, 0.53], 27));
        let shares = |of: [f64; 3]| steps.iter().cloned().zip(of).collect::<BTreeMap<String, f64>>();
        assert_eq!(net_among(&shares([0.1275, 0.1055, 0.267]), &of), Some(27), "among those on the scale");
        assert_eq!(net_among(&BTreeMap::new(), &of), None);
    }

    #[test]
    fn groups_that_the_engine_did_not_tell_apart_are_known_by_equal_figures() {
        let groups = [group("sex", "female", 10), group("sex", "male", 10), group("age_band", "18-29", 10)];
        assert!(are_alike(&groups, "sex") && !are_alike(&groups, "age_band"));
    }

    #[test]
    fn the_widest_attribute_is_named_by_its_ends() {
        let groups = [
            group("sex", "female", 10),
            group("age_band", "18-29", -20),
            group("sex", "male", 20),
            group("age_band", "65+", 30),
        ];
        let [low, high] = widest(&groups).unwrap();
        assert_eq!((low.value, high.value), ("18-29", "65+"));
        assert!(widest(&groups[..1]).is_none() && widest(&[]).is_none());
    }
}
