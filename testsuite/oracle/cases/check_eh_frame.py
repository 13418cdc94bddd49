# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Images whose .eh_frame or .eh_frame_hdr breaks one rule of a kernel that
unwinds by them, each beside one that just does not: the findings, the verdict,
what a model of the kernel says, and what repair makes of the table."""

import json
import os
import struct

import elf
import elf_made
import kernel_eh_model
from elf_made import FRAMES, TEXT, USUAL

NAME = "kernel-eh-frame"
GRADES = ("usable", "usable with loss", "unusable")
HDR = FRAMES + 0x10000000
NOPS = bytes(200)
# DW_CFA_def_cfa_expression of the PLT; of a CFA in a slot of the frame, and
# FP, DW_CFA_expression, where it points.
PLT = bytes((0x0F, 11, 0x77, 8, 0x80, 0, 0x3F, 0x1A, 0x3B, 0x2A, 0x33, 0x24,
             0x22))
DRAP = bytes((0x0F, 3, 0x76, 0x78, 6, 0x10, 6, 2, 0x76, 0))
REMEMBER, RESTORE, UNKNOWN = b"\x0a", b"\x0b", b"\x3f"


class Table:
    """A .eh_frame_hdr; its parts may be changed."""

    def __init__(self, frames):
        self.head = [1, elf_made.PCREL4, 3, 0x3B]
        self.lead = frames.addr - HDR - 4
        self.pairs = sorted((start - HDR, frames.addr + at - HDR)
                            for start, at in frames.starts)
        self.count = None
        self.segment = True
        self.addr = HDR
        self.shift = self.astray = 0
        self.cut = None

    def bytes(self):
        """Those of the section."""
        count = len(self.pairs) if self.count is None else self.count
        data = struct.pack("<4BiI", *self.head, self.lead, count)
        data += b"".join(struct.pack("<ii", *p) for p in self.pairs)
        return data[:self.cut]


def frames(program=b"", cie=USUAL, size=16, more=True):
    """.eh_frame of a function with PROGRAM, of a CIE with the instructions
    CIE, and of one after it."""
    made = elf_made.Frames()
    at = made.cie(cie)
    made.fde(at, TEXT, size, program)
    if more:
        made.fde(made.cie(), TEXT + 0x40, 16)
    return made


def image(made, table, path):
    """Write an image of MADE, the frames, and of TABLE, or None."""
    out = elf_made.image(made, kind=2)
    header = out.headers[-1]
    out.headers[-1] = (*header[:3], header[3] + getattr(made, "moved", 0),
                       *header[4:])
    if table:
        data = table.bytes()
        idx = out.section(".eh_frame_hdr", 1, data, addr=table.addr,
                          flags=2, align=elf_made.PAGE)
        out.segment(elf.PT_LOAD, 4, idx, addr=HDR, size=max(len(data), 1))
        if table.segment:
            out.segments.append(
                (elf.PT_GNU_EH_FRAME, 4,
                 out.place(idx)[0] + table.shift + table.astray,
                 table.addr + table.shift, table.addr + table.shift,
                 len(data) - table.shift, len(data) - table.shift, 4))
    return out.write(path)


def changed(change):
    """The usual frames, with a table that CHANGE was applied to."""
    made = frames()
    table = Table(made)
    change(table)
    return made, table


def with_table(made):
    """MADE and its table."""
    return made, Table(made)


def padded(what, size):
    """Frames in which the first record, WHAT, has SIZE bytes."""
    if what == "CIE":
        return with_table(frames(cie=USUAL + bytes(size - 4 - 13 - 5)))
    return with_table(frames(bytes(size - 4 - 13)))


def other_register():
    """Frames whose return address is in register 17."""
    made = elf_made.Frames()
    made.fde(made.cie(USUAL[:3] + b"\x91\x01", ra=17), TEXT, 16)
    return with_table(made)


def discarded(start, size):
    """The usual frames with an FDE at START that is in no table."""
    made = frames()
    table = Table(made)
    made.fde(made.cie(), start, size)
    return made, table


def elsewhere():
    """Frames whose section header has another address; they have no table."""
    made = frames()
    made.moved = 0x100
    return made, None


def damaged():
    """Frames in which an FDE's CIE is none."""
    made, table = with_table(frames())
    struct.pack_into("<I", made.data, made.starts[1][1] + 4, 8)
    return made, table


def put(**fields):
    """A change of a table that sets FIELDS."""
    return lambda table: vars(table).update(fields)


def pair(idx, start=0, fde=0):
    """A change of a table that moves its entry IDX."""
    def change(table):
        old = table.pairs[idx]
        table.pairs[idx] = (old[0] + start, old[1] + fde)
    return change


def adrift(table):
    """Give TABLE an address at which nothing is loaded, and its headers."""
    table.addr += elf_made.PAGE
    table.lead -= elf_made.PAGE
    table.pairs = [(start - elf_made.PAGE, fde - elf_made.PAGE)
                   for start, fde in table.pairs]


def swap(table):
    """Change the order of TABLE."""
    table.pairs.reverse()


def lacking(table):
    """Leave out the last entry of TABLE."""
    table.pairs.pop()


def twice(table):
    """Repeat the last entry of TABLE."""
    table.pairs.append(table.pairs[-1])


MISSING, DAMAGED, LACKS, WRONG = ("eh-frame-hdr-" + w for w in (
    "missing", "damaged", "lacks", "wrong"))
ENCODING, SEGMENT, POINTER, ORDER = ("eh-frame-hdr-" + w for w in (
    "encoding", "segment", "pointer", "order"))
OVERLAP, RECORD = "eh-frame-overlap", "eh-frame-damaged"
USABLE, LOSS, NONE = range(3)
# Name: the frames and the table, the verdict, the findings or facts, whether
# repair can do anything about it.
RULES = {
    "nothing": (lambda: with_table(frames()), USABLE, (), False),
    "a CIE of 128 bytes": (lambda: padded("CIE", 128), USABLE, (), False),
    "a CIE of 132 bytes": (lambda: padded("CIE", 132), NONE,
                           ("cie-too-long",), False),
    "an FDE of 32,768 bytes": (lambda: padded("FDE", 32768), USABLE, (),
                               False),
    "an FDE of 32,772 bytes": (lambda: padded("FDE", 32772), NONE,
                               ("fde-too-long",), False),
    "a remembered state": (
        lambda: with_table(frames((REMEMBER + RESTORE) * 2)), USABLE, (),
        False),
    "two remembered states": (
        lambda: with_table(frames(REMEMBER * 2 + RESTORE * 2)), LOSS,
        ("states-nested",), False),
    "more remembered states than anybody keeps": (
        lambda: with_table(frames(REMEMBER * 9)), LOSS, ("states-nested",),
        False),
    "a PLT": (lambda: with_table(frames(PLT)), USABLE, (), False),
    "an expression like a PLT's": (
        lambda: with_table(frames(PLT[:-1] + b"\x1c")), LOSS,
        ("cfi-unsupported",), False),
    "an aligned stack": (lambda: with_table(frames(DRAP)), USABLE, (), False),
    "a CFA in a slot at SP": (
        lambda: with_table(frames(bytes((0x0F, 3, 0x77, 8, 6)))), LOSS,
        ("cfi-unsupported",), False),
    "FP = CFA + 8": (lambda: with_table(frames(bytes((0x14, 6, 1)))), LOSS,
                     ("cfi-unsupported",), False),
    "an unchanged RA": (lambda: with_table(frames(b"\x08\x10")), LOSS,
                        ("cfi-unsupported",), False),
    "an RA in another register": (other_register, LOSS, ("cfi-unsupported",),
                                  False),
    "an undefined RA": (lambda: with_table(frames(b"\x07\x10")), USABLE, (),
                        False),
    "an unknown instruction": (lambda: with_table(frames(UNKNOWN)), NONE,
                               ("cfi-broken",), False),
    "a state that was not remembered": (
        lambda: with_table(frames(RESTORE)), NONE, ("cfi-broken",), False),
    "a register of a CFA that is an expression": (
        lambda: with_table(frames(PLT + b"\x0d\x06")), NONE, ("cfi-broken",),
        False),
    "a CIE that restores": (
        lambda: with_table(frames(cie=USUAL + b"\xc3")), NONE,
        ("cfi-broken",), False),
    "an unknown instruction after a long PLT": (
        lambda: with_table(frames(PLT + b"\x03\xf0\x0f" + UNKNOWN, size=0x1000,
                                  more=False)), NONE, ("cfi-broken",), False),
    "no CFA": (lambda: with_table(frames(cie=b"\x90\x01")), NONE,
               ("cfi-broken",), False),
    "a damaged record": (damaged, NONE, (RECORD, WRONG), False),
    ".eh_frame that is not loaded where it says": (
        elsewhere, NONE, (RECORD, MISSING), False),
    "functions side by side": (lambda: with_table(frames(size=0x40)), USABLE,
                               (), False),
    "functions that overlap": (lambda: with_table(frames(size=0x41)), LOSS,
                               (OVERLAP,), False),
    "discarded code": (lambda: discarded(0, 16), USABLE, (), False),
    "a function of size 0": (lambda: discarded(TEXT + 0x80, 0), USABLE, (),
                             False),
    "no table": (lambda: (frames(), None), NONE, (MISSING,), True),
    "no table, and no function": (
        lambda: (frames(size=0, more=False), None), USABLE, (), False),
    "a table without PT_GNU_EH_FRAME": (
        lambda: changed(put(segment=False)), NONE, (MISSING,), True),
    "a header without a table": (
        lambda: changed(put(head=[1, 0x1B, 0xFF, 0xFF])), NONE, (MISSING,),
        True),
    "version 2": (lambda: changed(put(head=[2, 0x1B, 3, 0x3B])), NONE,
                  (DAMAGED,), True),
    "a count of 8 bytes": (lambda: changed(put(head=[1, 0x1B, 4, 0x3B])),
                           NONE, (ENCODING,), True),
    "a table of addresses": (lambda: changed(put(head=[1, 0x1B, 3, 0x1B])),
                             NONE, (ENCODING,), True),
    "a table that ends early": (lambda: changed(put(count=3)), NONE,
                                (DAMAGED,), True),
    "a header that ends early": (lambda: changed(put(cut=3)), NONE,
                                 (DAMAGED,), True),
    "another .eh_frame": (
        lambda: changed(put(lead=FRAMES - HDR)), NONE, (POINTER,), True),
    "PT_GNU_EH_FRAME elsewhere": (
        lambda: changed(put(shift=8)), NONE, (DAMAGED, SEGMENT), True),
    "PT_GNU_EH_FRAME past the end of the file": (
        lambda: changed(put(astray=1 << 40)), NONE, (DAMAGED, SEGMENT), True),
    "a table that is not loaded where it says": (
        lambda: changed(adrift), NONE, (SEGMENT,), False),
    "not sorted": (lambda: changed(swap), NONE, (ORDER,), True),
    "an entry too few": (lambda: changed(lacking), LOSS, (LACKS,), True),
    "an entry twice": (lambda: changed(twice), USABLE, (), False),
    "an entry of another start": (lambda: changed(pair(1, start=4)), NONE,
                                  (LACKS, WRONG), True),
    "an entry of no FDE": (lambda: changed(pair(1, fde=4)), NONE,
                           (LACKS, WRONG), True),
    "an entry before .eh_frame": (lambda: changed(pair(1, fde=-0x1000)), NONE,
                                  (LACKS, WRONG), True),
    "an entry after .eh_frame": (lambda: changed(pair(1, fde=0x1000)), NONE,
                                 (LACKS, WRONG), True),
}
FACTS = {"cie-too-long", "fde-too-long", "states-nested", "cfi-unsupported",
         "cfi-broken"}


class Judge:
    """Compares what is said of an image."""

    def __init__(self, bench):
        self.bench, self.run = bench, bench.run

    def verdict(self, path):
        """What check says of PATH: the verdict, and the findings about
        .eh_frame that are worse than a note."""
        _, text = self.run.sfmerge("check", "-q", "--json", f"--for={NAME}",
                                   path)
        said = json.loads(text)["files"][0]
        found = {f["name"] for f in said["findings"]
                 if f["severity"] != "note"
                 and f["name"].startswith("eh-frame")}
        return said["consumers"][0], found

    def judged(self, path, grade, grounds):
        """Problems with what is said of PATH."""
        verdict, found = self.verdict(path)
        told = {r.split(" (")[0] for r in verdict["reasons"]}
        why, lost = kernel_eh_model.of_program(elf.Elf(path))
        model = NONE if why else LOSS if lost else USABLE
        problems = []
        if verdict["verdict"] != GRADES[grade]:
            problems.append(f"{verdict['verdict']}, {verdict['reasons']}")
        if model != grade:
            problems.append(f"the model: {GRADES[model]}, {why}, {lost}")
        if found != set(grounds) - FACTS or told != set(grounds):
            problems.append(f"found {found}, told {told}")
        return problems

    def mended(self, path, mends):
        """Problems with what repair makes of PATH."""
        verdict, _ = self.verdict(path)
        out = self.run.absent("mended")
        status, text = self.run.sfmerge("repair", "--eh-frame-hdr", "-o", out,
                                        path)
        if bool(verdict["fix"]) != mends:
            return [f"advice: {verdict['fix']}"]
        if status or not mends:
            same = not status and elf.Elf(out).data == elf.Elf(path).data
            return [] if not mends and (same or not os.path.exists(out)) \
                else [f"repair: {status}: {text}"]
        return self.judged(out, USABLE, ())


def no_target(bench):
    """Nothing is written for a consumer that reads no .sframe; nor is the
    table made beside .sframe."""
    path = image(frames(), None, bench.run.path("framed"))
    problems = []
    for words, said in (
            (["repair", "--for=" + NAME], "reads no .sframe"),
            (["link", "--for=" + NAME], "reads no .sframe"),
            *((["repair", "--eh-frame-hdr", more], "writes no .sframe")
              for more in ("--to=v3", "--fill", "--plt=keep", "--share-rows",
                           "--cover-noreturn=never")),
            (["repair", "--eh-frame-hdr", "--grow=none"],
             "no room for the 28 bytes of .eh_frame_hdr; allow more than")):
        out = bench.run.absent("mended")
        status, text = bench.run.sfmerge(*words, "-o", out, path)
        if not status or said not in text or os.path.exists(out):
            problems.append(f"{words}: {status}: {text}")
    bench.run.result("check/eh-frame: no target", problems)


def eh_frame_cases(bench):
    """All rules."""
    judge = Judge(bench)
    if bench.run.wanted("check/eh-frame: no target"):
        no_target(bench)
    for what, (make, grade, grounds, mends) in RULES.items():
        name = f"check/eh-frame: {what}"
        if not bench.run.wanted(name):
            continue
        path = image(*make(), bench.run.path("framed"))
        bench.run.result(name, judge.judged(path, grade, grounds)
                         + judge.mended(path, mends))
