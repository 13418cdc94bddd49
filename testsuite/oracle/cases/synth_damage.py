# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Objects with changed bytes in .eh_frame, its relocations, symbols, headers:
synth refuses them with a message and writes nothing, or makes an object that
can be read; it never fails otherwise.

SFM_SYNTH_DAMAGE is how many there are, else a few.
"""

import os
import random

import disk
import elf
import object_check
import sframe

COUNT = int(os.environ.get("SFM_SYNTH_DAMAGE", "150"))
BATCH = 25  # objects of one run, in an archive's stead
REGIONS = (".eh_frame", ".rela.eh_frame", ".symtab", "headers", ".group",
           "anywhere")
VALUES = (0, 1, 0x7F, 0x80, 0xFF)


def region_of(data, name):
    """(offset, size) in the bytes of the Elf DATA."""
    if name == "headers":
        return data.shoff, len(data.sections) * data.shentsize
    found = data.named(name)
    if not found or not found[0].size:
        return 0, len(data.data)
    return found[0].offset, found[0].size


def damaged(data, rng, name):
    """The bytes of the Elf DATA with some of region NAME changed."""
    changed = bytearray(data.data)
    offset, size = region_of(data, name)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = offset + rng.randrange(size)
        kind = rng.randrange(3)
        if kind == 0:
            changed[at] = rng.choice(VALUES)
        elif kind == 1:
            changed[at] ^= 1 << rng.randrange(8)
        else:
            wide = changed[at:at + 4]
            changed[at:at + 4] = rng.randbytes(len(wide))
    return bytes(changed)


def one(bench, path, number, name):
    """Problems with PATH, damaged: mutant NUMBER."""
    out = bench.run.path("damaged-out.o")
    disk.remove(out)
    options = ["--split"] if number % 3 == 0 else []
    status, text = bench.run.sfmerge("synth", "--to=v3", *options, "-o", out,
                                     path)
    what = f"{name}, mutant {number}"
    if status not in (0, 1, 2) or "Sanitizer" in text or (
            "runtime error" in text):
        kept = path + f".{number}"
        os.rename(path, kept)
        return [f"{what}: status {status}, kept as {kept}: {text[:200]}"]
    if status:
        wrong = [] if text else [f"{what}: status {status} without a word"]
        return wrong + ([f"{what}: refused, but written"]
                        if os.path.exists(out) else [])
    try:
        object_check.sections(elf.Elf(out))
    except (sframe.Broken, OSError) as error:
        return [f"{what}: {error}"]
    except (ValueError, IndexError, KeyError):
        # A header that the oracle's plain reader cannot take.
        pass
    return []


def relocated_size(bench, data):
    """A second relocation in an FDE, on its size: the linker changes it."""
    rela = data.named(".rela.eh_frame")[0]
    changed, problems = bytearray(data.data), []
    start, = data.unpack("Q", rela.offset)
    last = rela.offset + rela.size - 24
    changed[last:last + 8] = (start + 4).to_bytes(8, "little")
    path = bench.run.path("damaged.o")
    disk.write(path, bytes(changed))
    _, counts = bench.made(path, "v3", problems)
    if counts.get("unread") != 1:
        problems.append(f"{counts.get('unread')} functions are unread")
    return problems


def cases(bench):
    """Mutants of one object, by region."""
    source = os.path.join(bench.args.sources, "synth-two.cc")
    plain = bench.fresh()
    status, _ = bench.run.command(
        [bench.args.cxx, "-Os", "-c", "-o", plain, source])
    if status:
        bench.run.unsupported("synth/damage", "no compiler")
        return
    data, path = elf.Elf(plain), bench.run.path("damaged.o")
    title = "synth/damage: a relocation of a size"
    if data.machine == elf.EM_X86_64 and bench.run.wanted(title):
        bench.run.result(title, relocated_size(bench, data))
    for name in REGIONS:
        title = "synth/damage: " + name
        if not bench.run.wanted(title):
            continue
        rng, problems = random.Random(name), []
        for number in range(COUNT // len(REGIONS)):
            disk.write(path, damaged(data, rng, name))
            problems += one(bench, path, number, name)
        bench.run.result(title, problems)
