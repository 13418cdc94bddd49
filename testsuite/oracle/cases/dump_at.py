# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge dump --at`: the function and the row of an address or a name, in
images and in objects, for all that the generator makes."""

import json
import random

import dump_generate
import dump_write


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
    data, funcs = dump_generate.image(rng.randrange(1 << 20), *form)
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


def check_object(bench, rng, form):
    """Problems with an object of FORM."""
    data, funcs = dump_generate.relocatable(rng.randrange(1 << 20), *form)
    path = bench.write("object.o", data)
    # The order of an object is that of its FDEs, each place once.
    places = wanted_of(rng, funcs)
    want = [(i, a - funcs[i].addr, row_at(funcs[i], a - funcs[i].addr,
                                          form[1])) for a, i in places]
    texts = []
    for addr, idx in places:
        offset = addr - dump_write.CODE
        named = f"f{idx}+{addr - funcs[idx].addr:#x}"
        # The functions go on after the section's end.
        plain = (f"{offset:#x}" if addr < dump_write.ADDR
                 else f".text+{offset:#x}")
        texts.append(rng.choice((plain, f".text+{offset:x}",
                                 named if idx % 3 else plain)))
    rng.shuffle(texts)
    have, status, said = said_of(bench, path, texts)
    problems = compare(have, want, status)
    return problems + ([said] if said else [])


def found(bench):
    """Addresses, names and offsets."""
    for form in dump_generate.FORMS:
        name = "dump/at: ABI {}, version {}, flags {}".format(*form)
        if not bench.run.wanted(name):
            continue
        problems = []
        for seed in range(3):
            rng = random.Random(f"at {seed} {form}")
            problems += [f"image {seed}: {p}"
                         for p in check_image(bench, rng, form)]
            problems += [f"object {seed}: {p}"
                         for p in check_object(bench, rng, form)]
        bench.run.result(name, problems)


def crowded(bench):
    """An object in which ten thousand functions of one name cover one
    another: each is shown once."""
    name = "dump/at: functions of one name that all overlap"
    if not bench.run.wanted(name):
        return
    count = 10000
    funcs = [dump_write.Func(dump_write.CODE + i % 4000, 4000,
                             [dump_write.row(0, 1, 8)], 1)
             for i in range(count)]
    data = dump_write.relocatable(
        3, 3, 4, funcs, [("same", f.addr, f.size) for f in funcs])
    have, status, said = said_of(bench, bench.write("object.o", data),
                                 ["same"])
    problems = []
    # 4000 places; the first function takes all of them.
    if len(have) != 4000 or any(h[0] for h in have):
        problems.append(f"{len(have)} places: {have[:2]}")
    if status or said:
        problems.append(f"status {status}: {said[-200:]}")
    bench.run.result(name, problems)


def unsorted(bench):
    """What is not sorted no reader searches."""
    name = "dump/at: functions that are not sorted"
    if not bench.run.wanted(name):
        return
    funcs = dump_generate.functions(1, 3, 3)
    path = bench.write("image", dump_write.image(
        3, dump_write.encode(3, 3, 4, funcs), dump_generate.named(funcs)))
    have, status, said = said_of(bench, path, ["f1"])
    line = (f"sfmerge: {path}(.sframe+0x3): no reader finds functions in it: "
            "the flags are 0x4, but look-ups need sorted functions (0x1)\n")
    bench.run.result(name, [] if (have, status, said) == ([], 1, line)
                     else [f"{have} {status} {said}"])
