# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What `sfmerge repair` and `convert` must make of a linked image, and what
they may leave."""

import os
import shutil

import corpus_image
import defects
import disk
import ehframe
import elf
import expect
import frozen
import grow_rules
import grown
import objframes
import sframe
import verify

TARGETS = ("v2", "v2-pcrel", "v3")
BLOCK_ALIGN = 16  # of what follows the program headers, at most


def target_of(image, detector):
    """The version that repair without a target writes: a single piece of
    version 2 or 3 keeps its own if that is right, else version 3 if it is
    there, else what the first piece tells about the reader."""
    pieces = [p for place in sorted(detector.places, key=lambda p: p.addr)
              for p in sorted(place.pieces + place.buried,
                              key=lambda p: p.offset)]
    if not pieces:
        return "v3"
    if max(p.version for p in pieces) == 3 or pieces[0].version == 1:
        return "v3"
    one = pieces[0]
    if (len(pieces) == 1 and not one.flags & sframe.PCREL
            and "A-FIELDREL" not in detector.count and not image.big):
        return "v2"
    return "v2-pcrel"


def has_option(run, command, option):
    """Whether COMMAND of the tool knows OPTION."""
    return option in run.sfmerge("help", command)[1]


class Check:
    """Compares files with what they were.  PLT: whether functions of
    linker-generated code are fixed and added."""

    def __init__(self, run):
        self.run = run
        self.plt = has_option(run, "repair", "--plt")
        self.left = {}  # class -> {reason: {file: 1}}

    def excuse(self, kind, reason, name):
        """Defect KIND is left in NAME for REASON."""
        self.left.setdefault(kind, {}).setdefault(reason, {})[name] = 1

    def defects_left(self, name, image, out, named=None):
        """Problems with what is still wrong in OUT, which was IMAGE; NAMED
        has more names for the same code."""
        count = defects.Detector(out, named).count
        if "P-NONE" in count:
            reason = header_impossible(image, out)
            if reason:
                self.excuse("P-NONE", reason, name)
                del count["P-NONE"]
        if not self.plt:
            count.pop("M-PLT", None)
            count.pop("F-ROWS", None)
        elif "M-PLT" in count and not out.sections:
            self.excuse("M-PLT", "no section headers", name)
            del count["M-PLT"]
        elif "M-PLT" in count:
            reason = plt_impossible(image, out)
            if reason:
                self.excuse("M-PLT", reason, name)
                del count["M-PLT"]
        return [f"left: {k} {v}" for k, v in sorted(count.items())]

    def exact(self, out, named, expected, filled=True, room=True):
        """Problems with which functions OUT has: EXPECTED, linker-generated
        code and, if it is FILLED, what .eh_frame describes, or some of that
        if there is no ROOM; nothing else."""
        detector = defects.Detector(out, named)
        in_plt = detector.evidence.in_plt
        there = {a for a, *_ in detector.live if not in_plt(a)}
        wanted = {a for a in expected if not in_plt(a)}
        allowed = wanted
        if filled:
            allowed = wanted | {a for a in in_frames(out, named)
                                if not in_plt(a)}
        if room:
            wanted = allowed
        problems = []
        if there - allowed:
            problems.append(f"{len(there - allowed)} functions too many, "
                            f"{min(there - allowed):#x} the first")
        if wanted - there:
            problems.append(f"{len(wanted - there)} functions too few, "
                            f"{min(wanted - there):#x} the first")
        return problems

    def settled(self, path, *options, command="repair"):
        """Problems with doing it once more to PATH: nothing is written."""
        before = stamp(path)
        status, text = self.run.sfmerge(command, "-i", *options, path)
        problems = []
        if status:
            problems.append(f"the second time exits with {status}: "
                            f"{text.strip()[:200]}")
        if stamp(path) != before:
            problems.append("the second time something is written")
        return problems

    def written(self, image, out, target, step):
        """Problems with the headers of OUT, made of IMAGE in version
        TARGET, and with what changed beside them.  STEP: how many times it
        was changed before."""
        problems = verify.Problems()
        if not step:
            frozen.compare(image, out, problems)
        piece = verify.the_piece(image, out, target, problems)
        if piece:
            verify.header(piece, problems, None)
            verify.order(piece, problems)
        self.run.verified += 1
        return list(problems)

    def tell(self):
        """Say what was left, and why."""
        for kind, reasons in sorted(self.left.items()):
            for reason, names in sorted(reasons.items()):
                print(f"note: {kind} left in {len(names)}, {reason}: "
                      + " ".join(names))


def in_frames(out, named):
    """The functions of .eh_frame of OUT, by address, that SFrame can say in
    the version of its section.  Without section headers those of NAMED."""
    version = max((p.version for place in defects.places(out)
                   for p in place.pieces), default=3)
    if not out.sections and not out.segment_of(elf.PT_GNU_EH_FRAME):
        return set()  # nothing leads to .eh_frame
    return {f.addr
            for f in ehframe.each(out if out.sections or not named else named)
            if f.size and out.in_code(f.addr, f.size)
            and not objframes.cannot(objframes.Frame(f.addr, f), out.machine,
                                     f"v{version}")}


def lacking(out, named, expected):
    """Problems if OUT has not all that is EXPECTED; NAMED has more names."""
    there = {a for a, *_ in defects.Detector(out, named).live}
    missing = set(expected) - there
    return ([f"{len(missing)} functions are missing, {min(missing):#x} the "
             "first"] if missing else [])


def unchanged(status, path, out):
    """Problems if OUT is not a copy of PATH, or STATUS not 0."""
    if status:
        return [f"exit status {status}"]
    with open(path, "rb") as one, open(out, "rb") as two:
        return [] if one.read() == two.read() else ["something changed"]


def stamp(path):
    """What changes if PATH is written: content, file, time."""
    data = disk.read(path)
    info = os.stat(path)
    return data, info.st_ino, info.st_mtime_ns, info.st_mode


def rest(image, out):
    """Bytes of the old places of IMAGE that nothing in OUT has, in one run
    that starts at a multiple of 8."""
    best = 0
    for place in defects.places(image):
        start, end = place.addr, place.addr + len(place.data)
        taken = sorted((s.addr, s.addr + s.size) for s in out.sections
                       if s.flags & elf.SHF_ALLOC and s.size
                       and s.addr < end and start < s.addr + s.size)
        for first, last in taken + [(end, end)]:
            best = max(best, first - (start + 7 & ~7))
            start = max(start, last)
    return best


def header_impossible(image, out):
    """Why OUT, made of IMAGE, can have no PT_GNU_SFRAME with its table of
    program headers where it is; None if it can."""
    if not grow_rules.needed(image, False):
        return None
    if grow_rules.can_add_segment(image):
        return None
    count = grow_rules.needed(image, False)
    if not grow_rules.grows(image, count):
        return "no spare entry, and what is after the table cannot move"
    size = block_size(image, count)
    if size + BLOCK_ALIGN > rest(image, out) + linker_made(out):
        return (f"no spare entry, and no room for the {size} bytes after "
                "the table")
    return None


def linker_made(out):
    """Bytes that OUT's functions of linker-generated code take: they make way for
    a header.  Rows that others share, too, are few."""
    detector = defects.Detector(out)
    return sum(20 + func.row_size for addr, func, _, _ in detector.live
               if detector.evidence.in_plt(addr))


def block_size(image, count):
    """Bytes that must move for COUNT more entries."""
    start = image.phoff + 56 * len(image.segments)
    end = start + 56 * count
    while True:
        cut = [s for s in image.sections
               if s.flags & elf.SHF_ALLOC and s.type != elf.SHT_NOBITS
               and s.size and s.offset < end and s.offset + s.size > start]
        cut += [s for s in image.segments if s.type in grown.MOVES
                and s.offset < end and s.offset + s.filesz > start]
        top = max([end] + [s.offset + (s.size if isinstance(
            s, elf.Section) else s.filesz) for s in cut])
        if top == end:
            break
        end = top
    low = min((s.offset for s in cut), default=end)
    return end - low


def plt_impossible(image, out):
    """Why OUT lacks functions for linker-generated code: the place that it has
    is full, and there can be no new segment.  None if there is room for one
    more."""
    if grow_rules.can_add_segment(image, given_up(image)):
        return None
    # One entry, with an attribute block in version 3, and one row.
    least = 20 + 3
    if (out.segment_of(elf.PT_GNU_SFRAME)
            and not image.segment_of(elf.PT_GNU_SFRAME)):
        least += BLOCK_ALIGN  # before what moved here for the header
    left = rest(image, out)
    if left < least:
        return f"only {left} bytes are left in its place"
    return None


def given_up(image):
    """The section that makes way if the result goes elsewhere."""
    return ".sframe" if image.named(".sframe") else None


def same_rules(one, two, lossy=False, fixed=False):
    """Problems where the images ONE and TWO describe a function
    differently; LOSSY: TWO may lack those that V2 has no words for.  What
    .eh_frame says in the version of one alone may be in that alone.  FIXED: what ONE
    says of linker-generated code may be wrong."""
    sides = []
    linker_made = set()
    for image in (one, two):
        detector = defects.Detector(image)
        sides.append({a: (f, p.ranges(f, 16)) for a, f, p, _
                      in detector.live})
        linker_made |= {a for a in sides[-1] if detector.evidence.in_plt(a)}
    problems = []
    frames = [in_frames(image, None) if set(sides[0]) != set(sides[1])
              else () for image in (one, two)]
    for addr in sorted(set(sides[0]) | set(sides[1])):
        if addr in linker_made and (fixed or not (
                addr in sides[0] and addr in sides[1])):
            continue  # wrong before, or no room for it
        if addr not in sides[1]:
            func = sides[0][addr][0]
            if addr in frames[0] and addr not in frames[1]:
                continue
            if not (lossy and (func.flex or not func.num)):
                problems.append(f"the function at {addr:#x} is gone")
        elif addr not in sides[0]:
            if addr in frames[1]:
                continue
            problems.append(f"the function at {addr:#x} is new")
        else:
            (f, rules), (g, others) = sides[0][addr], sides[1][addr]
            if f.size != g.size or rules != others or f.key_b != g.key_b:
                problems.append(f"the function at {addr:#x} differs")
    return problems[:8]


def verified(run, image, out, objects, target, **more):
    """Problems of OUT, made of IMAGE, as verify.py sees it."""
    run.verified += 1
    try:
        return list(verify.verify(image, out, objects, verify.Options(
            to=target, **more))[0])
    except (sframe.Broken, ValueError, OSError, IndexError) as error:
        return [str(error)]


class Case(corpus_image.Case):
    """One image; what is wrong with it, and what becomes of it."""

    def __init__(self, corpus, line, number):
        super().__init__(corpus, line, number)
        self.name = self.name.replace("corpus/", "images/")
        self.listed = defects.listed(line)
        self.pieces = line["pieces"]
        self.behind = line.get("buried_functions")
        self.live = (line.get("with_inputs") or {}).get("live")
        # Files without section headers have their sibling's names.
        self.detector = defects.Detector(
            self.image, None if self.image.sections else self.sibling)
        if self.state is None:
            self.state = ("REGEN" if "N-EMPTY" in self.listed else "REPAIR")

    def native(self):
        """Whether it is a program of this machine."""
        return (self.image.machine == elf.EM_X86_64
                and os.uname().machine == "x86_64")

    def behaviour(self, run, path):
        """What the program or library at PATH does."""
        if not self.native():
            return None
        if self.file.endswith(".so"):
            return run.command(["env", "LD_PRELOAD=" + path, "/bin/true"])
        if os.access(path, os.X_OK):
            return run.command([path])
        # The corpus may belong to somebody else.
        copy = run.path("executable")
        shutil.copyfile(path, copy)
        os.chmod(copy, 0o755)
        return run.command([copy])


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
            self.image, given_up(self.image))

    def judge(self, check, name, *options):
        """Repair it; print the results."""
        run = check.run
        out = run.absent("repaired")
        status, text = run.sfmerge("repair", *options, "-o", out, self.path)
        if NO_ROOM in text:
            options = *options, "--grow=move-phdrs"
            status, text = run.sfmerge("repair", *options, "-o", out,
                                       self.path)
        if not self.detector.places:
            problems = unchanged(status, self.path, out)
            if "no .sframe" not in text:
                problems.append("it does not say that there is no .sframe")
        elif status:
            target = target_of(self.image, self.detector)
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
        problems = verified(
            check.run, self.image, made, self.objects,
            target_of(self.image, self.detector),
            symbols=self.named,
            truth=(self.expected, []) if self.named else None)
        wanted = set(self.expected) | set(self.held)
        problems += check.exact(made, self.named, wanted, room=room)
        return problems + check.defects_left(name, self.image, made,
                                             self.named)
