//! Nothing: the page is tested in a real browser, in `browser`. A package of its
//! own, so that nobody else waits for what drives one.
