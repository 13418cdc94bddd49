# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Whether the work of a command grows faster than its input: the instructions
that callgrind counts, which are the same however busy the machine is, at two
sizes."""

import os
import subprocess

import disk

COUNTER = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "../../../build-aux/count-instructions")
# Linear work grows by TIMES, with a sort by less than MOST; work that compares
# all with all grows by the square of TIMES.
TIMES, MOST = 4, 5
# Without what the dynamic linker does, which is the same at all sizes.
COLLECT = "--toggle-collect=main"


class Growth:
    """Counts for RUN; UNCOUNTED is why that cannot be done, if the caller
    knows a reason."""

    def __init__(self, run, uncounted=""):
        self.run = run
        self.uncounted = uncounted or subprocess.run(
            ["sh", COUNTER], check=False, text=True,
            stdout=subprocess.PIPE).stdout.strip()

    def count(self, command):
        """Run COMMAND: its status, what it prints and its instructions."""
        path = self.run.path("count")
        status, text = self.run.command(["sh", COUNTER, path, COLLECT,
                                         *command])
        try:
            said = disk.text(path).strip()
            os.remove(path)
        except OSError as error:
            said = str(error)
        return status, text, said

    def test(self, name, size, command, wanted=(0,)):
        """Test NAME: COMMAND makes a command of a number.  It ends with a
        status of WANTED for SIZE and for TIMES as much, and takes less than
        MOST times the instructions for the latter."""
        if not self.run.wanted(name):
            return
        if self.uncounted:
            self.run.unsupported(name, self.uncounted)
            return
        problems, counts, texts = [], [], ""
        for many in (size, TIMES * size):
            status, text, said = self.count(command(many))
            texts += text
            if status not in wanted:
                problems.append(f"status {status} for {many}")
            if said.isdigit() and int(said) > 0:
                counts.append(int(said))
            else:
                problems.append(f"nothing was counted for {many}: {said}")
        if len(counts) == 2:
            said = (f"{counts[0]} instructions for {size}, {counts[1]} for "
                    f"{many}, {counts[1] / counts[0]:.2f} times as many")
            print(f"note: {name}: {said}")
            if counts[1] >= MOST * counts[0]:
                problems.append(said)
        self.run.result(name, problems, texts)
