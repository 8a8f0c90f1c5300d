//! The README and the guides: the commands that they show are run, and what
//! they link to is there.
//!
//! In a block of `console`, lines behind `$` are run, and what follows them is
//! what they print. In a block of `sh`, every line is run that can be: those with
//! `omnisweep` in them in a folder with some files; of those with `cargo` it is
//! seen that there is such a package, file or task. Scripts for other machines
//! are blocks of `bash`, and are not run.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use omnisweep_engine::{Action, Cell};
use omnisweep_session::daily::{self, Day};
use omnisweep_session::{Level, Record};
use omnisweep_testing::recordings::files;
use serde_json::Value;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The pages for people, with their paths.
fn pages() -> Vec<(PathBuf, String)> {
    let root = project();
    let guides = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let root =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(|name| root.join(name));
    let all = root.into_iter().chain(guides.filter(|path| path.extension().is_some_and(|end| end == "md")));
    all.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// The blocks of a page in a language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let parts = page.split("\n```");
    // Every other part is inside a block.
    let inside = parts.skip(1).step_by(2).filter_map(|part| part.split_once('\n'));
    inside.filter(|(first, _)| first.trim() == language).map(|(_, block)| format!("{block}\n")).collect()
}

/// A folder in which the commands can be run: `omnisweep` is on the path, and
/// there are the files that the guides speak of.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("bin")).unwrap();
        symlink(env!("CARGO_BIN_EXE_omnisweep"), at("bin/omnisweep")).unwrap();
        symlink(project().join("examples"), at("examples")).unwrap();
        symlink(project().join("crates/cli/site"), at("site")).unwrap();
        for kind in ["avf", "mvf", "rmv", "evf"] {
            let (_, bytes) = files().into_iter().find(|(name, _)| name.ends_with(kind)).unwrap();
            fs::write(at(&format!("game.{kind}")), bytes).unwrap();
        }
        fs::write(at("board.cfg"), "..*\n...\n").unwrap();
        // Somebody's own bot.
        fs::write(at("mine"), "#!/bin/sh\nexec omnisweep bot --player fast\n").unwrap();
        fs::set_permissions(at("mine"), fs::Permissions::from_mode(0o755)).unwrap();
        Place(folder)
    }

    fn command(&self, line: &str) -> Command {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(self.0.path()).stdin(Stdio::null());
        command.env("PATH", format!("{}:{path}", self.0.path().join("bin").display()));
        command.env("HOME", self.0.path()).env("XDG_DATA_HOME", self.0.path().join("data"));
        command.env("XDG_CONFIG_HOME", self.0.path().join("config"));
        command
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    /// Starts a server, and waits until it says where it is.
    fn serves(&self, line: &str) -> bool {
        let mut child = self.command(&format!("exec {line}")).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let found = lines.any(|line| line.is_ok_and(|line| line.contains("http://")));
        _ = child.kill();
        _ = child.wait();
        found
    }
}

/// A line as it is run: without its comment, and with few games.
fn command(line: &str) -> String {
    let line = line.split(" # ").next().unwrap().trim_end();
    let mut words: Vec<&str> = line.split(' ').collect();
    for at in 1..words.len() {
        if words[at - 1] == "--games" {
            words[at] = "2";
        }
    }
    words.join(" ").replace(":8080", ":0")
}

/// What is wrong with a line of `cargo`, if anything is.
fn cargo_mistake(line: &str) -> Option<String> {
    let (line, root) = (command(line), project());
    let words: Vec<&str> = line.split_whitespace().collect();
    let behind = |option: &str| words.windows(2).find(|pair| pair[0] == option).map(|pair| pair[1]);
    let manifests = || {
        let folders = ["crates", "xtask", "."].map(|folder| fs::read_dir(root.join(folder)).unwrap());
        folders
            .into_iter()
            .flatten()
            .filter_map(|entry| fs::read_to_string(entry.unwrap().path().join("Cargo.toml")).ok())
    };
    let known = match (words[1], behind("-p"), behind("--path")) {
        ("xtask", ..) => {
            let help = fs::read_to_string(root.join("xtask/src/main.rs")).unwrap();
            words.get(2).is_none_or(|task| help.contains(&format!("cargo xtask {task}")))
        }
        (_, Some(package), _) => {
            manifests().any(|manifest| manifest.contains(&format!("name = \"{package}\"\n")))
        }
        (_, _, Some(path)) => root.join(path).join("Cargo.toml").is_file(),
        ("+nightly", ..) => root.join(format!("fuzz/fuzz_targets/{}.rs", words.last().unwrap())).is_file(),
        (task, ..) => ["run", "fmt", "clippy"].contains(&task),
    };
    (!known).then(|| format!("{line}: there is no such thing"))
}

#[test]
fn every_command_can_be_run() {
    let mut wrong = Vec::new();
    let mut run = 0;
    for (path, page) in pages() {
        let place = Place::new();
        for block in blocks(&page, "sh") {
            for line in block.replace("\\\n", "").lines().filter(|line| !line.trim().is_empty()) {
                let words = command(line);
                if line.contains("cargo ") {
                    wrong.extend(cargo_mistake(&line[line.find("cargo ").unwrap()..]));
                } else if words.contains("python3") && !place.run("python3 --version").status.success() {
                    eprintln!("SKIPPED: {line}, there is no python3");
                } else if words.starts_with("omnisweep serve") {
                    // What is built with the page, or has it beside it, can serve it.
                    if project().join("crates/cli/site/index.html").is_file() && !place.serves(&words) {
                        wrong.push(format!("{line}: does not serve"));
                    }
                } else if words.contains("omnisweep ") || words == "omnisweep" {
                    let done = place.run(&words);
                    if !done.status.success() {
                        let said = String::from_utf8_lossy(&done.stderr).into_owned();
                        wrong.push(format!("{}: {line}: {said}", path.display()));
                    }
                    run += 1;
                } else if !line.starts_with("cc ") {
                    wrong.push(format!("{}: nobody knows how to run {line:?}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(run > 30, "{run}");
}

#[test]
fn every_session_is_as_it_is_shown() {
    let mut shown = 0;
    for (path, page) in pages() {
        let place = Place::new();
        for block in blocks(&page, "console") {
            for session in block.split("$ ").skip(1) {
                let (line, expected) = session.split_once('\n').unwrap();
                let done = place.run(line);
                let printed = [done.stdout, done.stderr].concat();
                assert_eq!(String::from_utf8(printed).unwrap(), expected, "{}: {line}", path.display());
                shown += 1;
            }
        }
    }
    assert!(shown > 0);
}

#[test]
fn every_link_leads_somewhere() {
    for (path, page) in pages() {
        for link in page.split("](").skip(1) {
            let target = link.split(')').next().unwrap();
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(file.exists(), "{} links to {target}", path.display());
            let anchor = |line: &str| {
                let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
                line.starts_with('#') && title == heading
            };
            let found = heading.is_empty() || fs::read_to_string(&file).unwrap().lines().any(anchor);
            assert!(found, "{} links to {target}", path.display());
        }
    }
}

/// Every command that prints JSON, by its heading in docs/json.md.
const JSON: [(&str, &str); 13] = [
    ("solve", "printf '1.1.\\n....\\n' | omnisweep solve --mines 2 --json -"),
    ("generate", "omnisweep generate --level beginner --seed 1 --json"),
    (
        "verify",
        "omnisweep generate --level beginner --no-guess --seed 1 | omnisweep verify --start 4,4 --json -",
    ),
    ("simulate", "omnisweep simulate --level beginner --games 2 --seed 1 --json"),
    (
        "simulate --optimal",
        "omnisweep simulate --size 4 4 --mines 5 --first safe --player fast --optimal --errors --json",
    ),
    (
        "simulate --regret",
        "omnisweep simulate --size 6 7 --mines 9 --first safe --player fast --seed 1 --games 40 --regret --json",
    ),
    ("arena", "omnisweep arena --level beginner --games 2 --seed 1 --bot ./mine --bot 'echo no' --json"),
    ("scores", "omnisweep scores --json"),
    ("stats", "omnisweep stats --json"),
    ("stats daily", "omnisweep stats daily 2026-11-15 --json"),
    ("records", "omnisweep stats export -"),
    ("replay", "omnisweep replay --json game.avf"),
    ("comments", "omnisweep replay --comments --json game.avf"),
];

/// All keys in a value, at any depth.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            found.extend(object.keys().cloned());
            object.values().for_each(|value| keys(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// A game that is in every list: the board of a day, won on it.
fn won_daily() -> Record {
    let day: Day = "2026-11-15".parse().unwrap();
    let (layout, first) = daily::board(day, Level::Beginner);
    let mut session = daily::session(day, Level::Beginner, day, false).unwrap();
    session.lay(layout.clone()).unwrap();
    let rest = (0..layout.shape().cells()).map(Cell).filter(|&cell| !layout.contains(cell));
    for cell in [first].into_iter().chain(rest) {
        // Many are open by then.
        _ = session.act(Action::Open(cell), 1000, &mut ());
    }
    Record::of(&session, day.begins()).unwrap()
}

#[test]
fn every_key_of_the_json_is_documented_and_no_other() {
    let place = Place::new();
    fs::write(place.0.path().join("won.jsonl"), won_daily().write()).unwrap();
    assert!(place.run("omnisweep stats import won.jsonl").status.success());
    let page = fs::read_to_string(project().join("docs/json.md")).unwrap();
    for (name, line) in JSON {
        let (_, section) = page.split_once(&format!("\n## {name}\n")).unwrap();
        let section = section.split("\n## ").next().unwrap();
        let done = place.run(line);
        let printed = String::from_utf8(done.stdout).unwrap();
        assert!(done.status.success() && !printed.is_empty(), "{line}");
        let mut found = BTreeSet::new();
        for line in printed.lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            assert!(value["version"].is_u64(), "{line}");
            keys(&value, &mut found);
        }
        let known: BTreeSet<&str> = quoted(section).collect();
        let missing: Vec<&String> = found.iter().filter(|key| !known.contains(key.as_str())).collect();
        assert!(missing.is_empty(), "docs/json.md does not explain {missing:?} of {name}");
        // The other way round: what a table promises is there, unless it need not be.
        let rows = section
            .split("| key |")
            .skip(1)
            .flat_map(|table| table.lines().skip(2).take_while(|row| row.starts_with('|')));
        for row in rows.filter(|row| !row.contains("| optional") && !row.contains("| version ")) {
            let key = row.split(" | ").next().unwrap();
            for key in quoted(key) {
                assert!(found.contains(key), "{name} prints no {key:?}");
            }
        }
    }
}

#[test]
fn the_scripts_describe_the_json_that_rust_writes_for_them() {
    let lines = vec![won_daily().write()];
    let now = "2026-11-15".parse::<Day>().unwrap().begins() as f64;
    let scripts = project().join("crates/web/page/assets");
    for (files, json) in [
        (["plots.js", "statistics.js"].as_slice(), omnisweep_web::scores::statistics(lines.clone())),
        (&["daily.js"], omnisweep_web::scores::daily(lines, now)),
    ] {
        let mut written = BTreeSet::new();
        keys(&serde_json::from_str(&json).unwrap(), &mut written);
        let text: String = files.iter().map(|name| fs::read_to_string(scripts.join(name)).unwrap()).collect();
        // `/** @typedef {{ key: type, … }} Name */`
        let described = text.lines().filter(|line| line.starts_with("/** @typedef {{"));
        let described =
            described.flat_map(|line| line.split([' ', '{']).filter_map(|word| word.strip_suffix(':')));
        assert_eq!(described.map(str::to_owned).collect::<BTreeSet<_>>(), written, "{files:?}");
    }
}

#[test]
fn the_worked_examples_name_what_is_there() {
    let page = fs::read_to_string(project().join("CONTRIBUTING.md")).unwrap();
    let tables = page.split("| where | what | do |").skip(1);
    let rows = tables.flat_map(|table| table.lines().skip(2).take_while(|row| row.starts_with('|')));
    let mut seen = 0;
    for row in rows {
        let columns: Vec<&str> = row.split(" | ").collect();
        for file in quoted(columns[0]) {
            let text =
                fs::read_to_string(project().join(file)).unwrap_or_else(|_| panic!("there is no {file}"));
            // Of several files each has its own.
            let found = quoted(columns[1]).filter(|what| text.contains(what)).count();
            let wanted = if quoted(columns[0]).count() == 1 { quoted(columns[1]).count() } else { 1 };
            assert!(found >= wanted, "{file} does not have all of {}", columns[1]);
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen}");
}

/// Runs of a million games are kept as the program has printed them, a file each: `8x8-safe.json`.
#[test]
fn the_table_of_strength_says_what_the_runs_that_are_kept_came_to() {
    let docs = project().join("docs");
    let table = fs::read_to_string(docs.join("strength.md")).unwrap();
    let files = fs::read_dir(docs.join("strength")).unwrap().map(|entry| entry.unwrap().path());
    let mut compared = 0;
    for file in files.filter(|path| path.extension().is_some_and(|end| end == "json")) {
        let run: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(
            (&run["games"], &run["player"]),
            (&1_000_000.into(), &"best".into()),
            "{}",
            file.display()
        );
        let [low, high] = [0, 1].map(|end| run["ci95"][end].as_f64().unwrap());
        let rate =
            format!("{:.2} ± {:.2} (10^6)", run["win_rate"].as_f64().unwrap() * 100.0, (high - low) * 50.0);
        let (board, start) = file.file_stem().unwrap().to_str().unwrap().split_once('-').unwrap();
        assert_eq!(run["start"], start, "{}", file.display());
        let row = |line: &&str| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            cells.len() > 4 && cells[1].replace('×', "x").starts_with(board) && cells[2] == start
        };
        let row = table.lines().find(row).unwrap();
        assert!(row.contains(&rate), "{rate} in {row}");
        compared += 1;
    }
    assert!(compared > 5, "{compared} runs");
}

#[test]
fn the_changelog_names_the_version_that_is_built() {
    let page = fs::read_to_string(project().join("CHANGELOG.md")).unwrap();
    let newest = page.lines().find_map(|line| line.strip_prefix("## [")).unwrap();
    let (version, date) = newest.split_once("] - ").unwrap();
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    assert!(date == "unreleased" || date.split('-').count() == 3, "{date}");
}

#[test]
fn the_readme_is_a_front_page() {
    let readme = fs::read_to_string(project().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 130, "the rest belongs into docs");
}

/// What each crate of the project stands on, by cargo, or what its tests need (`dev`): names without `omnisweep-`.
fn graph(kind: Option<&str>) -> BTreeMap<String, BTreeSet<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version", "1", "--no-deps", "--offline"]).current_dir(project());
    let metadata: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    let short = |name: &Value| match name.as_str().unwrap().strip_prefix("omnisweep") {
        Some("") => Some("cli".to_owned()),
        rest => rest?.strip_prefix('-').map(str::to_owned),
    };
    let ours = |package: &&Value| package["manifest_path"].as_str().unwrap().contains("/crates/");
    let packages = metadata["packages"].as_array().unwrap().iter().filter(ours);
    let stands_on = |package: &Value| {
        let all = package["dependencies"].as_array().unwrap().iter();
        all.filter(|dependency| dependency["kind"].as_str() == kind)
            .filter_map(|on| short(&on["name"]))
            .collect()
    };
    packages.map(|package| (short(&package["name"]).unwrap(), stands_on(package))).collect()
}

/// All that a crate stands on, also by way of others.
fn below(graph: &BTreeMap<String, BTreeSet<String>>, name: &str) -> BTreeSet<String> {
    let direct = &graph[name];
    direct.iter().cloned().chain(direct.iter().flat_map(|on| below(graph, on))).collect()
}

#[test]
fn the_picture_of_the_architecture_is_cargos_graph() {
    let graph = graph(None);
    let arrows = graph.iter().flat_map(|(name, on)| {
        // What follows from other arrows is left out.
        let implied: BTreeSet<String> = on.iter().flat_map(|on| below(&graph, on)).collect();
        on.difference(&implied).map(|on| (name.clone(), on.clone())).collect::<Vec<_>>()
    });
    let arrows: BTreeSet<(String, String)> = arrows.collect();
    let page = fs::read_to_string(project().join("ARCHITECTURE.md")).unwrap();
    let picture = &blocks(&page, "mermaid")[0];
    let drawn: BTreeSet<(String, String)> = picture
        .lines()
        .filter_map(|line| line.trim().split_once(" --> "))
        .flat_map(|(name, all)| all.split(" & ").map(move |on| (name.to_owned(), on.to_owned())))
        .collect();
    assert_eq!(drawn, arrows);
    for name in graph.keys() {
        assert!(page.contains(&format!("| `crates/{name}` |")), "{name} is not in the table");
    }
}

/// Who publishes crates begins with what the others need.
#[test]
fn no_crate_stands_below_what_its_tests_need() {
    let shipped = graph(None);
    for (name, needs) in &graph(Some("dev")) {
        for need in needs {
            assert!(
                !below(&shipped, need).contains(name),
                "{name} needs {need} for its tests, which stands on it"
            );
        }
    }
}
