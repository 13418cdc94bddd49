# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""An image that the suite linked, what its file still tells, and whether a
repair makes of it what it must."""

import defects
import disk
import elf
import expect
import grow_rules
import repair_check

NO_ROOM = "left out: there is no room for it"


class Linked:
    """An image of the suite's own, what is wrong with it, and what must
    become of it.  IMAGE: its path, if it is not the one that BUILD made."""

    def __init__(self, bench, build, image=None, named=None):
        self.bench, self.build = bench, build
        self.path = image or build.image
        self.image = elf.Elf(self.path)
        self.named = elf.Elf(named) if named else None
        self.objects = build.objects()
        self.expected, _ = expect.functions(self.named or self.image,
                                            self.objects)
        self.detector = defects.Detector(self.image, self.named)
        agrees = self.detector.evidence.agrees
        self.held = {a: f for a, f, _, _ in self.detector.live
                     if f.size and agrees(a, f.size)}

    def mine(self):
        """What is held but for linker-generated code."""
        in_plt = self.detector.evidence.in_plt
        return {a: f for a, f in self.held.items() if not in_plt(a)}

    def complete(self):
        """Whether all functions of the inputs are in the file."""
        return bool(self.expected) and not (
            set(self.expected) - set(self.held)
            or defects.CLOBBER in self.detector.count)

    def fits(self, target):
        """Whether a section in version TARGET has a place, surely."""
        stride = {"v2": 20, "v2-pcrel": 20, "v3": 21}[target]
        all_of = dict(self.held)
        all_of.update((a, f[0]) for a, f in self.expected.items())
        need = 28 + sum(stride + f.row_size for f in all_of.values())
        room = max((len(p.data) for p in self.detector.places), default=0)
        return need <= room or grow_rules.can_add_segment(
            self.image, repair_check.given_up(self.image))

    def judge(self, check, name, *options):
        """Repair it; print the results."""
        run = check.run
        out = run.path("repaired")
        disk.remove(out)
        status, text = run.sfmerge("repair", *options, "-o", out, self.path)
        if NO_ROOM in text:
            options = *options, "--grow=move-phdrs"
            status, text = run.sfmerge("repair", *options, "-o", out,
                                       self.path)
        if not self.detector.places:
            problems = repair_check.unchanged(status, self.path, out)
            if "no .sframe" not in text:
                problems.append("it does not say that there is no .sframe")
        elif status:
            target = repair_check.target_of(self.image, self.detector)
            if self.fits(target) or status != 1:
                problems = [f"exit status {status}"]
            else:
                problems = []
                run.refusals += 1
        else:
            problems = self.right(check, name, out, NO_ROOM not in text)
            if not self.runs(out):
                problems.append("it does not run as before")
            problems += check.settled(out, *options)
        run.result(f"{name}: repaired", problems, text)

    def runs(self, path):
        """Whether the program at PATH does what it did; true of one that
        cannot run here."""
        return (self.build.kind == "other machine"
                or self.bench.execute(self.build, path) == self.build.before)

    def right(self, check, name, out, room):
        """Problems of OUT, which must have all that there is ROOM for."""
        made = elf.Elf(out)
        problems = repair_check.verified(
            check.run, self.image, made, self.objects,
            repair_check.target_of(self.image, self.detector),
            symbols=self.named,
            truth=(self.expected, []) if self.named else None)
        wanted = set(self.expected) | set(self.held)
        problems += check.exact(made, self.named, wanted, room=room)
        return problems + check.defects_left(name, self.image, made,
                                             self.named)
