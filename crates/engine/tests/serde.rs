//! Values that travel: written and read back, and refused where they make no sense.
#![allow(clippy::unwrap_used)]

use std::fmt::Debug;

use omnisweep_engine::{Action, Cell, FirstCell, Layout, Outcome, RuleSet, Rules, Shape, View, text};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn travels<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), text);
    assert_eq!(&serde_json::from_str::<T>(text).unwrap(), value);
}

#[test]
fn values_are_written_and_read_back() {
    travels(&Shape::new(&[16, 30]).unwrap(), "[16,30]");
    travels(&Cell(7), "7");
    travels(&Action::Open(Cell(7)), r#"{"open":7}"#);
    travels(&Outcome::Playing, r#""playing""#);
    travels(&[View::WrongFlag, View::Number(3)], r#"["wrong_flag",{"number":3}]"#);
    let layout = text::parse_layout("..*\n*..\n", None).unwrap();
    travels(&layout, r#"{"shape":[2,3],"mines":[2,3]}"#);
    for set in RuleSet::ALL {
        travels(&set, &format!("{:?}", set.key()));
        let rules = serde_json::to_string(&set.rules()).unwrap();
        assert_eq!(serde_json::from_str::<Rules>(&rules).unwrap(), set.rules());
    }
    FirstCell::ALL.iter().for_each(|first| travels(first, &format!("{:?}", first.key())));
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |text: &str| serde_json::from_str::<Layout>(text).unwrap_err().to_string();
    assert!(refused(r#"{"shape":[2,3],"mines":[6]}"#).starts_with("the mine 6 is not on the 2x3 board"));
    assert!(refused(r#"{"shape":[2,0],"mines":[]}"#).starts_with("every size has to be at least 1"));
    assert!(serde_json::from_str::<Shape>("[]").is_err());
    assert!(serde_json::from_str::<RuleSet>(r#""Modern""#).is_err());
}
