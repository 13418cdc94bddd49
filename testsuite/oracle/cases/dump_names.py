# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The names that `sfmerge dump` gives to functions, where symbol tables are
large, say several things, or are broken."""

import random
import re

import dump_generate
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


def image(seed, abi):
    """An image with many symbols; the image, its functions, the symbols."""
    rng = random.Random(seed)
    funcs = dump_generate.functions(seed, abi, 3, 60)
    symbols = symbols_for(rng, funcs, rng.choice((10, 100, 3000)))
    content = dump_generate.encode(abi, 3, 5, funcs)
    return dump_write.image(abi, content, symbols), funcs, symbols


def chosen(bench):
    """Which of several symbols names a function."""
    name = "dump/names: the best of many symbols"
    if not bench.run.wanted(name):
        return
    problems = []
    for seed in range(24):
        abi = seed % 4 + 1
        data, funcs, symbols = image(seed, abi)
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


def broken(bench):
    """Symbol tables with wrong bytes."""
    name = "dump/names: symbol tables that are broken"
    if not bench.run.wanted(name):
        return
    problems, rng = [], random.Random(1)
    for seed in range(16):
        data, _, _ = image(seed, seed % 4 + 1)
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
