//! `omnisweep --version --verbose`: what this program is, for whoever reports a mistake in it.

use crate::serve;

/// Which build this is, in a word: two of the same name play the same games.
pub const BUILD: &str = env!("OMNISWEEP_BUILD");

/// The version alone, or everything that two builds of it may differ in.
pub fn text(verbose: bool) -> String {
    let version = concat!("omnisweep ", env!("CARGO_PKG_VERSION"), "\n");
    if !verbose {
        return version.to_owned();
    }
    let (schema, sqlite) = omnisweep_store::versions();
    let page =
        serve::page_inside().map_or_else(|| "no page inside".to_owned(), |name| format!("page {name}"));
    let arena = if cfg!(unix) { "arena" } else { "no arena" };
    let allocator = if cfg!(target_env = "musl") { "mimalloc" } else { "the system's allocator" };
    format!(
        "{version}\
         commit: {}\n\
         build: {BUILD}\n\
         target: {}\n\
         features: {page}, {arena}, {allocator}\n\
         database: version {schema}, SQLite {sqlite}\n\
         records: version {}\n\
         bot protocol: version {}\n",
        option_env!("OMNISWEEP_COMMIT").unwrap_or("unknown (built in a checkout)"),
        env!("OMNISWEEP_TARGET"),
        omnisweep_session::record::VERSION,
        omnisweep_arena::protocol::VERSION,
    )
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn a_report_of_a_mistake_says_which_program_it_is_about() {
        assert_eq!(text(false).lines().count(), 1);
        let all = text(true);
        for word in [
            "commit: ",
            "build: ",
            "target: ",
            "page",
            "database: version ",
            "SQLite 3.",
            "bot protocol: version ",
        ] {
            assert!(all.contains(word), "{word}: {all}");
        }
        assert!(all.starts_with(&text(false)));
    }
}
