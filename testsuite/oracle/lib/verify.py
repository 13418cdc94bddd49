# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Check an image that `sfmerge link` wrote, knowing nothing of sfmerge."""

import bisect

import covered
import ehframe
import elf
import expect
import frozen
import plt
import sframe

WANT = {"v2": (2, 1), "v2-pcrel": (2, 5), "v3": (3, 5)}
ABI = {(62, False): 3, (183, False): 2, (183, True): 1, (22, True): 4}


class Problems(list):
    """Problems found, as text."""

    def say(self, text):
        """Note TEXT, up to a sensible number of them."""
        if len(self) < 40:
            self.append(text)


def the_section(out, section, problems):
    """What the ELF headers of OUT say about its .sframe SECTION."""
    segment = out.segment_of(elf.PT_GNU_SFRAME)
    if section.type != elf.SHT_GNU_SFRAME:
        problems.say(f"section type {section.type:#x}")
    if section.flags != elf.SHF_ALLOC:
        problems.say(f"section flags {section.flags:#x}")
    if section.align and section.addr % section.align:
        problems.say(f"address {section.addr:#x} and alignment "
                     f"{section.align}")
    if section.link or section.info or section.entsize:
        problems.say("section link, info or entry size is not 0")
    if segment and (segment.flags, segment.align) != (4, 8):
        problems.say(f"PT_GNU_SFRAME flags {segment.flags}, alignment "
                     f"{segment.align}")
    if segment and ((segment.vaddr, segment.paddr, segment.offset,
                     segment.filesz, segment.memsz)
                    != (section.addr, section.addr, section.offset,
                        section.size, section.size)):
        problems.say("PT_GNU_SFRAME is not the section")
    load = [s for s in out.loads() if s.offset <= section.offset
            and section.offset + section.size <= s.offset + s.filesz
            and s.vaddr - s.offset == section.addr - section.offset]
    if len(load) != 1:
        problems.say("the section is not in one PT_LOAD")


def the_piece(image, out, target, problems):
    """The one piece of OUT, its functions' addresses set, or None."""
    where = [s for s in out.named(".sframe") if s.size]
    if out.sections and len(where) != 1:
        problems.say(f"{len(where)} sections called .sframe have bytes")
        return None
    if out.sections:
        the_section(out, where[0], problems)
        addr, data = where[0].addr, out.bytes_of(where[0])
    else:
        segment = out.segment_of(elf.PT_GNU_SFRAME)
        addr = segment.vaddr
        data = out.data[segment.offset:segment.offset + segment.filesz]
    try:
        pieces = sframe.pieces_of(data, out.big)
    except sframe.Broken as broken:
        problems.say(f"unreadable: {broken}")
        return None
    if len(pieces) != 1 or pieces[0].offset:
        problems.say(f"{len(pieces)} pieces")
        return None
    piece = pieces[0]
    if piece.end != len(data) and out.sections:
        problems.say(f"the piece ends at {piece.end}, the section has "
                     f"{len(data)} bytes")
    if (piece.version, piece.flags) != WANT[target]:
        problems.say(f"version {piece.version}, flags {piece.flags:#x}")
    if piece.abi != ABI[image.machine, image.big]:
        problems.say(f"ABI {piece.abi}")
    sframe.resolve(piece, addr, bool(piece.flags & sframe.PCREL))
    return piece


def header(piece, problems, compact):
    """The header's other fields, the tiling and the rows' form.  COMPACT:
    whether rows are shared, or None if they may be."""
    stride = sframe.STRIDE[piece.version]
    if (piece.fixed_fp, piece.fixed_ra) != (0, -8 if piece.abi == 3 else 0):
        problems.say(f"fixed offsets {piece.fixed_fp}, {piece.fixed_ra}")
    if piece.aux or piece.fdeoff or piece.freoff != piece.num_fdes * stride:
        problems.say(f"aux {piece.aux}, fdeoff {piece.fdeoff}, freoff "
                     f"{piece.freoff} for {piece.num_fdes} functions")
    if piece.num_fres != sum(f.num for f in piece.functions):
        problems.say(f"num_fres {piece.num_fres}")
    head = 5 if piece.version == 3 else 0
    blocks = [(f.fre_off, f.fre_off + f.row_size + head)
              for f in piece.functions]
    if compact is None:
        compact = piece.fre_len == sframe.compact_len(piece)
    if compact:
        blocks = set(blocks)
        if piece.fre_len != sframe.compact_len(piece):
            problems.say(f"fre_len {piece.fre_len}, could be "
                         f"{sframe.compact_len(piece)}")
    blocks = sorted(blocks)
    at = 0
    for start, end in blocks:
        if start != at:
            problems.say(f"row blocks leave or share bytes at {start:#x}")
        at = end
    if at != piece.fre_len:
        problems.say(f"fre_len {piece.fre_len}, rows end at {at}")
    for func in piece.functions:
        starts = [row[0] for row in func.rows]
        if func.rep and not func.mask and piece.version == 3:
            problems.say(f"function {func.idx} has a block size but no "
                         "repeated block")
        limit = func.rep if func.mask else func.size
        if not func.size:
            problems.say(f"function {func.idx} has size 0")
        elif starts and (starts[0] or starts != sorted(set(starts))
                         or starts[-1] >= limit):
            problems.say(f"row starts of function {func.idx}: {starts}")


def order(piece, problems):
    """Sorted, disjoint, each start once."""
    funcs = piece.functions
    for one, two in zip(funcs, funcs[1:]):
        if one.addr >= two.addr:
            problems.say(f"{one.addr:#x} stands before {two.addr:#x}")
        elif one.addr + one.size > two.addr:
            problems.say(f"{one.addr:#x}+{one.size} overlaps {two.addr:#x}")


class CallFrames:
    """.eh_frame by address."""

    def __init__(self, image):
        self.functions = ehframe.read(image)
        self.starts = [f.addr for f in self.functions]
        self.plt = [(s.addr, s.addr + s.size) for s in plt.areas(image)]

    def in_plt(self, addr):
        """Whether ADDR is linker-generated code."""
        return any(a <= addr < b for a, b in self.plt)

    def starts_at(self, addr, size):
        """Whether a function [ADDR, ADDR+SIZE) is known."""
        i = bisect.bisect_left(self.starts, addr)
        return any(f.size == size for f in self.functions[i:i + 4]
                   if f.addr == addr)

    def compare(self, addr, size, ranges, problems, flex_ok=True):
        """Compare RANGES of the function at ADDR at every address."""
        i = bisect.bisect_right(self.starts, addr + size - 1)
        for func in self.functions[max(0, i - 3 - size // 8):i]:
            if func.addr + func.size <= addr:
                continue
            if func.addr != addr or func.size != size:
                problems.say(f".eh_frame has {func.addr:#x}+{func.size}, "
                             f".sframe {addr:#x}+{size}")
            elif func.ranges != ranges and flex_ok:
                differ = [r for r in ranges if r not in func.ranges]
                problems.say(f"rules at {addr:#x}: {differ[:2]} are not "
                             ".eh_frame's")


def contents(image, piece, expected, opts, problems):
    """Every function that must be there is, and nothing else, with the
    rules of its object and of .eh_frame."""
    # Without section headers another file's .eh_frame judges.
    frames = CallFrames(image if image.sections or not opts.symbols
                        else opts.symbols)
    mine, _ = expect.own(image)
    if opts.zeroed:
        mine = {}
    out = {}
    for func in piece.functions:
        out[func.addr] = (func, piece.ranges(func))
    missing = 0
    for addr, wanted in sorted(expected.items()):
        if addr not in out:
            lossy = opts.to != "v3" and any(w.flex or not w.num
                                            for w in wanted)
            if not lossy:
                missing += 1
                if not opts.partial and addr not in opts.lacking:
                    problems.say(f"no entry at {addr:#x} for "
                                 f"{wanted[0].obj.path} section "
                                 f"{wanted[0].section}+{wanted[0].offset:#x}")
            continue
        func, ranges = out[addr]
        if not any(func.size == w.size and ranges == w.ranges
                   and _traits(func, w, opts) for w in wanted):
            problems.say(f"the entry at {addr:#x} differs from its object's")
    for addr, (func, ranges) in sorted(out.items()):
        known = [f for f, r in mine.get(addr, ())
                 if f.size == func.size and r == ranges]
        # Whether .eh_frame agrees is compared below.
        known = known or frames.starts_at(addr, func.size)
        # Without section headers only the code itself tells of a PLT.
        known = (known or frames.in_plt(addr) or not image.sections
                 and plt.is_true(image, addr, func.size, ranges)
                 or plt.is_stub(image, addr, func.size, ranges))
        if addr not in expected and not known:
            problems.say(f"the entry at {addr:#x}+{func.size} comes from "
                         "nowhere")
        if not image.in_code(addr, func.size):
            problems.say(f"the entry at {addr:#x} is not in code")
        if opts.frames and not frames.in_plt(addr):
            frames.compare(addr, func.size, ranges, problems)
    linker_made = [(addr, ranges) for addr, (_, ranges) in out.items()
                   if frames.in_plt(addr)]
    plt.compare(image, linker_made, problems, lacking=True)
    for addr in sorted(mine):
        if addr in out or frames.in_plt(addr):
            continue
        func = mine[addr][0][0]
        if frames.starts_at(addr, func.size) and not (
                func.flex and opts.to != "v3"):
            problems.say(f"the image's own entry at {addr:#x} is lost")
    return missing


def _traits(func, wanted, opts):
    if opts.to == "v3":
        return func.traits() == wanted.traits
    return func.mask == bool(wanted.traits[0])


class Options:
    """What a caller may say about the link.  TRUTH is what expect.functions
    would find out, known better; of it, the addresses LACKING may be left
    out.  FRAMES: whether .eh_frame tells the truth about the image.  COVERED:
    whether functions may have a byte more, the return address of a call."""

    def __init__(self, to="v3", partial=False, zeroed=False, symbols=None,
                 truth=None, lacking=(), frames=True, compact=None,
                 covered_calls=False):
        self.to, self.partial = to, partial
        self.zeroed, self.symbols = zeroed, symbols
        self.truth, self.lacking, self.frames = truth, lacking, frames
        self.compact, self.covered = compact, covered_calls


def verify(image, out, objects, opts):
    """Check OUT, made of IMAGE (both elf.Elf) and OBJECTS.  Returns the
    problems and the number of missing functions."""
    problems = Problems()
    named = opts.symbols or image
    if opts.symbols and not expect.same_code(image, opts.symbols):
        problems.say("the sibling's code differs")
        return problems, 0
    expected, _ = opts.truth or expect.functions(named, objects)
    frozen.compare(image, out, problems)
    piece = the_piece(image, out, opts.to, problems)
    missing = 0
    if piece:
        header(piece, problems, opts.compact)
        order(piece, problems)
        if opts.covered:
            covered.take_back(image, piece)
        missing = contents(image, piece, expected, opts, problems)
    return problems, missing
