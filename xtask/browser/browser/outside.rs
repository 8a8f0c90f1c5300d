//! Recordings from outside the project.

use std::rc::Rc;

use omnisweep_testing::outside;

use crate::page::{Page, scenarios};
use crate::parity::{played, says_the_same};
use crate::replays::recordings_open;

scenarios![recordings_of_other_programs_open, the_solver_says_the_same_of_them];

async fn recordings_of_other_programs_open(page: Rc<Page>) {
    let Some(recordings) = outside::recordings() else { return };
    recordings_open(&page, &recordings).await;
}

async fn the_solver_says_the_same_of_them(page: Rc<Page>) {
    let Some(recordings) = outside::recordings() else { return };
    says_the_same(&page, recordings.iter().map(|(_, bytes)| played(bytes)).collect()).await;
}
