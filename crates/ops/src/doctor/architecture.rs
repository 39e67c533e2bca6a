//! The architecture that this program was built for, against that of the machine.

use super::check::Check;
use super::facts::Facts;

const NAME: &str = "architecture";

/// The fit of a program to the kernel that runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    /// As it should.
    Whole,
    /// The kernel could run a 64-bit program, which is faster.
    Narrow,
    /// Only through an emulator.
    Foreign,
}

/// `kernel` as `uname -m` names it, `binary` as Rust does.
fn fit(kernel: &str, binary: &str) -> Fit {
    match (kernel, binary) {
        // What the kernel calls itself to 32-bit programs.
        ("aarch64" | "armv8l", "arm") | ("x86_64", "x86") => Fit::Narrow,
        (kernel, "arm") if kernel.starts_with("arm") => Fit::Whole,
        ("i386" | "i486" | "i586" | "i686", "x86") | ("arm64", "aarch64") => Fit::Whole,
        (kernel, binary) if kernel == binary => Fit::Whole,
        _ => Fit::Foreign,
    }
}

/// Checks that this program was built for this machine.
#[must_use]
pub fn check(facts: &Facts) -> Check {
    let binary = facts.binary;
    let Some(kernel) = &facts.architecture else {
        return Check::skipped(NAME, format_args!("the kernel does not say its own; this program is for {binary}"));
    };
    let model = facts.model.as_ref().map_or(String::new(), |model| format!("{model}, "));
    let found = format!("{model}kernel {kernel}, this program {binary}");
    match fit(kernel, binary) {
        Fit::Whole => Check::ok(NAME, found),
        Fit::Narrow => {
            let target = if binary == "arm" { "aarch64-unknown-linux-musl" } else { "x86_64-unknown-linux-musl" };
            Check::warning(
                NAME,
                format_args!("{found}: a 64-bit program is faster"),
                format_args!("cross build --release --target {target}, and install that one"),
            )
        }
        Fit::Foreign => Check::warning(
            NAME,
            format_args!("{found}: it is emulated, and many times slower"),
            format_args!("install a boardbots that was built for {kernel}"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::assert_check;

    fn on(kernel: &str, binary: &'static str) -> Check {
        let model = Some("Raspberry Pi 4 Model B Rev 1.4".into());
        check(&Facts { architecture: Some(kernel.into()), binary, model, ..Facts::default() })
    }

    #[test]
    fn programs_on_kernels() {
        assert_check(&on("aarch64", "aarch64"), State::Ok, "Raspberry Pi 4 Model B Rev 1.4, kernel aarch64", "");
        assert_check(&on("armv7l", "arm"), State::Ok, "kernel armv7l, this program arm", "");
        assert_check(&on("x86_64", "x86_64"), State::Ok, "x86_64", "");
        assert_check(&on("aarch64", "arm"), State::Warning, "64-bit", "--target aarch64-unknown-linux-musl");
        assert_check(&on("armv8l", "arm"), State::Warning, "64-bit", "--target aarch64-unknown-linux-musl");
        assert_check(&on("x86_64", "aarch64"), State::Warning, "emulated", "built for x86_64");
        assert_check(&on("armv7l", "x86_64"), State::Warning, "emulated", "built for armv7l");
    }

    #[test]
    fn a_kernel_that_does_not_say() {
        assert_check(&check(&Facts { binary: "arm", ..Facts::default() }), State::Skipped, "for arm", "");
    }
}
