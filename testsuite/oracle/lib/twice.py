# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What a command writes is no worse than what it was given, and final."""

import collections
import json
import os

import commands
import disk

# Warnings about code that nothing describes: that was so before, where there
# was no section to say it of.
LACKS = ("function-unknown", "plt-uncovered")
# Findings of the same thing.
KINDS = ("relocation-",)


class Twice:
    """Runs commands by RUN, a Runner; counts what became of the files."""

    def __init__(self, run):
        self.run, self.count = run, collections.Counter()

    def judge(self, command, files):
        """What is wrong with what COMMAND writes of FILES, the first of which
        it changes, and what it said."""
        self.count["files"] += 1
        first, second = self.run.absent("first"), self.run.absent("second")
        status, text = self.run.sfmerge(*command, "-v", "-o", first, *files)
        if status not in (0, 1, 2):
            return [f"exit status {status}"], text
        if status:
            self.count["refused"] += 1
            return ["it is refused, and written"] * os.path.exists(
                first), text
        if disk.same_bytes(first, files[0]):
            self.count["unchanged"] += 1
            return [], text
        self.count["written"] += 1
        problems = self.worse(files[0], first)
        status, again = self.run.sfmerge(*command, "-v", "-o", second, first,
                                         *files[1:])
        if status:
            problems.append(f"the second run has exit status {status}")
        elif not disk.same_bytes(first, second):
            problems.append("the second run changes it again")
        return problems, text + again

    def worse(self, path, out):
        """What check finds in OUT and did not in PATH."""
        has, why = self.findings(out)
        if has is None:
            # That is so of any file for such a machine without .sframe.
            return ([] if "SFrame has no ABI for machine" in why
                    else [f"check cannot read it: {why}"])
        had = self.findings(path)[0] if has else {}
        return [f"a new finding: {name}: {text}"
                for name, text in sorted(has.items())
                if had is None or name not in had]

    def findings(self, path):
        """{name: text} of the errors and warnings of PATH; None, why: it
        cannot be read."""
        text = commands.run(self.run.tool, "check", "--json", "--rows",
                            path)[1]
        file, = json.loads(text)["files"]
        if file.get("failures"):
            return None, file["failures"][0]["text"]
        found = {}
        for finding in file["findings"]:
            name = finding["name"]
            if finding["severity"] != "note" and name not in LACKS:
                kind = next((k for k in KINDS if name.startswith(k)), name)
                found.setdefault(kind, finding["text"])
        return found, ""
