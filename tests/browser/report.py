"""What was checked, and how it went."""

import traceback


class Report:
    """Counts checks and prints each failure with what was seen."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, what, good, seen=""):
        """One check; `seen` is printed if it fails."""
        if good:
            self.passed += 1
            print(f"ok      {what}", flush=True)
        else:
            self.failed += 1
            print(f"FAILED  {what}" + (f": {seen}" if seen != "" else ""), flush=True)
        return bool(good)

    def equal(self, what, seen, wanted):
        """One check that two values are equal."""
        return self.check(what, seen == wanted, f"seen {shorten(seen)}, wanted {shorten(wanted)}")

    def group(self, name, checks, *arguments):
        """Runs a group of checks; an exception in it is one failed check."""
        print(f"\n{name}", flush=True)
        try:
            checks(*arguments)
        except Exception:  # whatever it is, it is reported and the others are run
            self.check(f"{name} runs to its end", False, traceback.format_exc())

    def close(self):
        """Prints the closing line; answers the exit code."""
        print(f"\n{self.passed} passed, {self.failed} failed", flush=True)
        return 1 if self.failed or not self.passed else 0


def shorten(value):
    """A value as text of bounded length."""
    text = repr(value)
    return text if len(text) <= 700 else text[:700] + "…"
