# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The functions and rows that `sfmerge dump` names, finds and demangles."""

import json
import lzma
import random
import re
import subprocess

import dump_write
import elf
from dump_reading import insane

KINDS = (elf.STT_FUNC, elf.STT_NOTYPE, elf.STT_IFUNC, 1, 3, 4)
WANTED = (elf.STT_FUNC, elf.STT_NOTYPE, elf.STT_IFUNC)


def symbols_for(rng, funcs, count):
    """COUNT symbols: some at the starts of FUNCS, some elsewhere, far too."""
    out = []
    for idx in range(count):
        addr = rng.choice((rng.choice(funcs).addr, rng.choice(funcs).addr,
                           dump_write.CODE + rng.randrange(1 << 20),
                           rng.randrange(1 << 64)))
        bind = rng.choice((elf.STB_LOCAL, elf.STB_GLOBAL, elf.STB_WEAK))
        name = rng.choice((f"name{idx}", f"name{idx}", f".L{idx}", f"$x.{idx}",
                           f'a "quoted\\name" {idx}'))
        out.append((name, addr, rng.choice((0, 8)),
                    bind << 4 | rng.choice(KINDS)))
    return out


def best(symbols, abi, addr):
    """The name of ADDR in an image, or None."""
    found = []
    for idx, (name, where, _, info) in enumerate(symbols):
        bind, kind = info >> 4, info & 15
        if (where != addr or kind not in WANTED
                or (name[0] == "$" and abi < 3)
                or (name[:2] == ".L" and bind == elf.STB_LOCAL)):
            continue
        rank = {elf.STB_LOCAL: 0, elf.STB_WEAK: 1, elf.STB_GLOBAL: 2}[bind]
        found.append((-rank - 3 * (kind != elf.STT_NOTYPE), idx, name))
    return min(found)[2] if found else None


def names_image(seed, abi):
    """An image with many symbols; the image, its functions, the symbols."""
    rng = random.Random(seed)
    funcs = dump_write.functions(seed, abi, 3, 60)
    symbols = symbols_for(rng, funcs, rng.choice((10, 100, 3000)))
    content = dump_write.encode(abi, 3, 5, funcs)
    return dump_write.image(abi, content, symbols), funcs, symbols


def chosen(bench):
    """Which of several symbols names a function."""
    name = "dump/names: the best of many symbols"
    if not bench.run.wanted(name):
        return
    problems = []
    for seed in range(24):
        abi = seed % 4 + 1
        data, funcs, symbols = names_image(seed, abi)
        status, text, said = bench.dump(bench.write("image", data))
        have = re.findall(r"^    fde \d+ at \S+ start (\S+) \(\S+\)"
                          r"(?: <(.*)>)?, size", text, re.M)
        want = [(f"{f.addr:#x}", best(symbols, abi, f.addr) or "")
                for f in funcs]
        if status or said or have != want:
            wrong = [(h, w) for h, w in zip(have, want) if h != w]
            problems.append(f"seed {seed}: status {status}, {len(have)} "
                            f"functions: {wrong[:2]} {said[-200:]}")
    bench.run.result(name, problems)


def packed(bench):
    """The symbols that xz compressed in .gnu_debugdata, of a stripped image;
    damaged ones, which are none."""
    name = "dump/names: .gnu_debugdata"
    if not bench.run.wanted(name):
        return
    problems, shown = [], 0
    for abi in range(1, 5):
        data, funcs, symbols = names_image(abi, abi)
        content = dump_write.encode(abi, 3, 5, funcs)
        whole = lzma.compress(data)
        for part, wanted in ((whole, symbols), (whole[:-9], []),
                             (lzma.compress(data[:99]), []), (b"", [])):
            status, text, said = bench.dump(bench.write(
                "image", dump_write.image(abi, content, packed=part)))
            have = re.findall(r"^    fde \d+ at \S+ start (\S+) \(\S+\)"
                              r"(?: <(.*)>)?, size", text, re.M)
            want = [(f"{f.addr:#x}", best(wanted, abi, f.addr) or "")
                    for f in funcs]
            shown += sum(n != "" for _, n in have)
            if status or said or have != want:
                wrong = [(h, w) for h, w in zip(have, want) if h != w]
                problems.append(f"ABI {abi}: status {status}, {len(have)} "
                                f"functions: {wrong[:2]} {said[-200:]}")
    if shown == 0 and not problems:
        problems.append("no function has a name")
    bench.run.result(name, problems)


def broken(bench):
    """Symbol tables with wrong bytes."""
    name = "dump/names: symbol tables that are broken"
    if not bench.run.wanted(name):
        return
    problems, rng = [], random.Random(1)
    for seed in range(16):
        data, _, _ = names_image(seed, seed % 4 + 1)
        file = elf.Elf(data=data)
        paths = []
        for number in range(40):
            wrong = bytearray(data)
            # Headers, the table, its strings.
            spots = ([file.shoff + 64 * rng.randrange(3, 5)
                      + rng.randrange(64)] if number % 2 else [])
            for section in (".symtab", ".strtab"):
                table = file.named(section)[0]
                spots += [table.offset + rng.randrange(table.size)
                          for _ in range(20)] + [table.offset + table.size - 1]
            for spot in spots:
                wrong[spot] = rng.randrange(256)
            paths.append(bench.write(f"broken-{number}", wrong))
        status, text, said = bench.dump("-q", *paths)
        if status not in (0, 2) or insane(said):
            problems.append(f"seed {seed}: status {status}: {said[-300:]}")
        shown = len(re.findall(r"^    fde ", text, re.M))
        if shown % 60 or shown < 60 * 20:
            problems.append(f"seed {seed}: {shown} functions")
    bench.run.result(name, problems)


NAMES = ["main", "_Z3fooiRKSt6vectorIiSaIiEE", "_ZN1n1SIiE1fEv",
         "_ZNK4core3fmt9Formatter3pad17h0123456789abcdefE",
         "_RNvC6_123foo3bar", "_RNvMs_NtCs1234_7mycrate3fooNtB4_3Bar3baz",
         "_Z", "_Zzz", "_Rust", "_ZN1aE", "_Z1fv@@V1", "_Z1gv.cold",
         "_GLOBAL__sub_I__Z1fv", "_ZL5localv", "_Z1f" + "P" * 3000 + "i"]


def demangled_image(names):
    """An image with a function for each of NAMES."""
    funcs = dump_write.functions(7, 3, 3, len(names))
    return dump_write.image(
        3, dump_write.encode(3, 3, 5, funcs),
        [(n, f.addr, f.size) for n, f in zip(names, funcs)])


def available(bench, name, path):
    """Whether this sfmerge demangles; if not, NAME is judged."""
    status, _, said = bench.dump("-C", path)
    if "built without libbfd" not in said:
        return True
    bench.run.result(name, [] if status == 2 else [f"exit status {status}"])
    return False


def nested(depth):
    """A name in which each argument is a pair of the one before."""
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    out = "_Z1fSt4pairIiiE"
    for i in range(depth):
        back = "S" + (digits[i // 36] if i >= 36 else "") + digits[i % 36]
        out += f"S_I{back}_{back}_E"
    return out


def names(bench):
    """The text and the JSON have what nm prints."""
    name = "dump/demangle: names of C++ and Rust"
    if not bench.run.wanted(name):
        return
    path = bench.write("image", demangled_image(NAMES))
    if not available(bench, name, path):
        return
    listed = subprocess.run(["nm", "-p", "-C", path], check=True, text=True,
                            stdout=subprocess.PIPE).stdout.splitlines()
    want = [line.split(" ", 2)[2] for line in listed]
    status, text, said = bench.dump("-C", path)
    have = re.findall(r"^    fde .*?<(.*)>, size", text, re.M)
    problems = [] if (status, said, have) == (0, "", want) else [
        f"{status} {said} " + str([(h, w) for h, w in zip(have, want)
                                   if h != w][:2])]
    _, text, _ = bench.dump("-C", "--json", path)
    fdes = json.loads(text)["files"][0]["sections"][0]["pieces"][0]["fdes"]
    have = [(f["symbol"], f.get("demangled", f["symbol"])) for f in fdes]
    if have != list(zip(NAMES, want)):
        problems.append(f"JSON: {have}")
    bench.run.result(name, problems)


def without_proc(bench):
    """The process that demangles ends where nothing lists what it has open."""
    name = "dump/demangle: without /proc"
    if not bench.run.wanted(name):
        return
    path = bench.write("image", demangled_image(["_Z1fv"]))
    if not available(bench, name, path):
        return
    hide = bench.run.without_proc(name)
    if not hide:
        return
    status, text = bench.run.command([*hide, bench.run.tool, "dump", "-C",
                                      path])
    bench.run.result(name, [] if status == 0 and "<f()>" in text
                     else [f"exit status {status}"], text)


def hostile(bench):
    """A name that would fill all memory stays as it is, and so do those after
    it, if its process ends; there is no other harm."""
    name = "dump/demangle: a name that stands for 2^60 types"
    if not bench.run.wanted(name):
        return
    evil = nested(60)
    if not available(bench, name,
                     bench.write("image", demangled_image(["main"]))):
        return
    path = bench.write("image", demangled_image(["_Z1fv", evil, "_Z1gv"]))
    status, text, said = bench.dump("-C", path, timeout=900)
    have = re.findall(r"^    fde .*?<(.*)>, size", text, re.M)
    problems = [] if status == 0 else [f"exit status {status}"]
    if have not in (["f()", evil, "g()"], ["f()", evil, "_Z1gv"]):
        problems.append(str(have))
    if have[2:] == ["_Z1gv"] and said != (
            "sfmerge: warning: names from here on are not demangled: "
            "the process that does it has ended\n"):
        problems.append(said[-200:])
    bench.run.result(name, problems)


def row_at(func, offset, version):
    """The start of the row of FUNC that holds at OFFSET; None: none does, or
    the version does not say which."""
    if func.info & 0x10:
        if version == 1:
            return None
        offset %= func.rep
    starts = [r[0] for r in func.rows if r[0] <= offset]
    return starts[-1] if starts else None


def wanted_of(rng, funcs):
    """Places to look up: (ADDRESS, FUNCTION's number), ends included."""
    out = []
    for idx, func in enumerate(funcs):
        edges = {0, func.size - 1, rng.randrange(func.size)}
        edges |= {r[0] + d for r in func.rows for d in (-1, 0)}
        out += [(func.addr + e, idx) for e in sorted(edges)
                if 0 <= e < func.size]
    return out


def said_of(bench, path, places, *options):
    """What --at says of PLACES of PATH: (number, offset in the function, start
    of the row or None), and the exit status."""
    args = [a for place in places for a in ("--at", place)]
    status, text, said = bench.dump("--json", *options, *args, path)
    out = [(f["number"], f["at_offset"],
            f["fres"][0]["start_address"] if "fres" in f else None)
           for file in json.loads(text)["files"]
           for s in file["sections"] for p in s["pieces"] for f in p["fdes"]]
    return out, status, said


def compare(have, want, status):
    """Problems of HAVE, where WANT should be, with exit STATUS."""
    if have != want:
        wrong = [(h, w) for h, w in zip(have, want) if h != w]
        return [f"{len(have)} for {len(want)}: {wrong[:3]}"]
    if status != any(row is None for _, _, row in want):
        return [f"exit status {status}"]
    return []


def check_image(bench, rng, form):
    """Problems with an image of FORM."""
    data, funcs = dump_write.random_image(rng.randrange(1 << 20), *form)
    path = bench.write("image", data)
    places = wanted_of(rng, funcs)
    want = [(i, a - funcs[i].addr, row_at(funcs[i], a - funcs[i].addr,
                                          form[1])) for a, i in places]
    texts = []
    for addr, idx in places:
        named = f"f{idx}+{addr - funcs[idx].addr:#x}"
        texts.append(rng.choice((f"{addr:#x}", f"{addr:x}",
                                 named if idx % 3 else f"{addr:x}")))
    have, status, said = said_of(bench, path, texts)
    problems = compare(have, want, status)
    problems += [said] if said else []
    # Between functions, before the first, after the last.
    gaps = [f.addr + f.size for f in funcs if f.size % 16]
    gaps += [dump_write.CODE - 1, 0, (1 << 64) - 1]
    have, status, said = said_of(bench, path, [f"{g:#x}" for g in gaps])
    lines = [f"sfmerge: {path}: no function of .sframe covers {g:#x}"
             for g in gaps]
    if have or status != 1 or said.splitlines() != lines:
        problems.append(f"outside: {have[:2]} {status} {said[-200:]}")
    return problems


def found(bench):
    """Addresses, names and offsets."""
    for form in dump_write.FORMS:
        name = "dump/at: ABI {}, version {}, flags {}".format(*form)
        if not bench.run.wanted(name):
            continue
        problems = []
        for seed in range(3):
            rng = random.Random(f"at {seed} {form}")
            problems += [f"image {seed}: {p}"
                         for p in check_image(bench, rng, form)]
        bench.run.result(name, problems)


def unsorted(bench):
    """What is not sorted no reader searches."""
    name = "dump/at: functions that are not sorted"
    if not bench.run.wanted(name):
        return
    funcs = dump_write.functions(1, 3, 3)
    path = bench.write("image", dump_write.image(
        3, dump_write.encode(3, 3, 4, funcs), dump_write.named(funcs)))
    have, status, said = said_of(bench, path, ["f1"])
    line = (f"sfmerge: {path}(.sframe+0x3): no reader finds functions in it: "
            "the flags are 0x4, but look-ups need sorted functions (0x1)\n")
    bench.run.result(name, [] if (have, status, said) == ([], 1, line)
                     else [f"{have} {status} {said}"])
