//! Puts the page into the program, as into the other one that serves it.

#[path = "../cli/build.rs"]
mod program;

fn main() {
    program::main();
}
