#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Judge `sfmerge synth`: by the assemblers that write .sframe themselves, by
the oracle's own reading of .eh_frame, by linkers that merge what it makes, and
by programs that run.

With SFM_SYNTH_ALL set every function of every library and program is compared,
not a sample, and more programs run with the sampler, for longer;
SFM_SYNTH_DAMAGE is a number of damaged objects."""

import filecmp
import os
import random
import shutil
import subprocess
import sys

import cfiterms
import disk
import elf
import object_check
import objframes
import sframe
import synth_bench
import synth_build_ids
import synth_debug
import synth_detached
import synth_directories
import synth_fill
import synth_gas
import synth_go
import synth_hostile
import synth_images
import synth_later
import synth_links
import synth_samples
import synth_stepped
import toolchain

NOBODY = 65534
NONE, SHARED = 0o077, 0o022


def rights(path):
    """Mode, owner and group of PATH."""
    st = os.stat(path)
    return oct(st.st_mode & 0o7777), st.st_uid, st.st_gid


def written(bench, mask, option, path, *files):
    """Run synth with OPTION for FILES under the umask MASK; problems, and what
    PATH has then."""
    done = subprocess.run(
        ["sh", "-c", f"umask {mask:03o} && exec \"$@\"", "sh",
         bench.run.tool, "synth", "-q", option + path, *files],
        check=False, capture_output=True, timeout=60)
    if done.returncode or done.stderr:
        return [f"{option}: {done.stderr.decode()[:300]}"], None
    return [], rights(path)


def modes(bench, image):
    """A copy by -o has the rights of the input, set-id bits too, whatever the
    umask and the old file say; a detached file has those of a new one."""
    problems, mine = [], (os.geteuid(), os.getegid())
    for mode in (0o4755, 0o2711, 0o600):
        if os.geteuid() == 0:
            os.chown(image, NOBODY, NOBODY)
        os.chmod(image, mode)
        for mask in (SHARED, NONE):
            for old in (False, True):
                for option, wanted in (
                        ("--output=", rights(image)),
                        ("--detached=", (oct(0o666 & ~mask), *mine))):
                    path = bench.fresh("")
                    if old:
                        disk.write(path, "old")
                        os.chmod(path, 0o6640)
                    found, has = written(bench, mask, option, path, image)
                    if not found and has != wanted:
                        found = [f"{option} of {mode:o}, umask {mask:03o}, "
                                 f"old {old}: {has}, not {wanted}"]
                    problems += found
    return problems


def two_names(bench, image):
    """As Cargo makes them: synth -i says what helps, and that does."""
    folder, problems = bench.fresh(""), []
    os.makedirs(folder + "/deps")
    first, second = folder + "/x", folder + "/deps/x-0123456789abcdef"
    shutil.copy(image, second)
    os.link(second, first)
    for option in ("-i", "-n"):
        status, text = bench.run.sfmerge("synth", option, first)
        if status != 1 or os.stat(first).st_nlink != 2 or any(
                word not in text for word in (
                    f"{first}: not written: the file has 2 names (hard links),"
                    " and only this one would change", "--force gives it a new "
                    "file", "-o FILE writes one elsewhere")):
            problems.append(f"{option}: status {status}: {text[:300]}")
    out = bench.fresh("")
    status, text = bench.run.sfmerge("synth", "-q", "-o", out, first)
    if status or not filecmp.cmp(first, image, shallow=False):
        problems.append(f"-o: status {status}: {text[:300]}")
    # With -r there is no -o.
    status, text = bench.run.sfmerge("synth", "-i", "-r", folder + "/deps")
    if status != 1 or "--force gives these a new file" not in text \
            or "-o FILE" in text:
        problems.append(f"-r: status {status}: {text[:300]}")
    status, text = bench.run.sfmerge("synth", "-q", "-i", "--force", first)
    if status or not filecmp.cmp(first, out, shallow=False) \
            or not filecmp.cmp(second, image, shallow=False):
        problems.append(f"--force: status {status}: {text[:300]}")
    return problems


def outputs_cases(bench):
    """Mode and owner of what `synth` writes, and what it advises for a file
    with several names."""
    for what, case in (("mode and owner", modes), ("two names", two_names)):
        name = "synth/outputs: " + what
        if not bench.run.wanted(name):
            continue
        image = synth_detached.program(bench, "x86_64", ["-pie"])
        if image is None:
            bench.run.unsupported(name, "no compiler")
        else:
            bench.run.result(name, case(bench, image))


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
    out = bench.run.absent("damaged-out.o")
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


def damage_cases(bench):
    """Objects with changed bytes in .eh_frame, its relocations, symbols,
    headers: synth refuses them with a message and writes nothing, or makes an
    object that can be read; it never fails otherwise."""
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


# An assembler and the version that it writes: two sides of a case.
SIDES = {"2.44": "v2", "2.47": "v3"}


class Case:
    """A case of a file directives-MACHINE.txt: a title after "# "; directives
    of one address, between two instructions, on each line after "| "; those
    at the function's start after "|^ " and at its end after "|$ "; "|none" if
    it has no instruction; options of .cfi_startproc after "|startproc "; what
    each side makes of it, after its name and a colon; and if the sides
    differ, why.  A side that is not named is right, as .eh_frame has it at
    every address; "none": an assembler writes nothing; else the first address
    that is wrong and the rules there, or why synth leaves the function
    out."""

    def __init__(self, title):
        self.title, self.start, self.empty = title, "", False
        self.first, self.between, self.last = [], [], []
        self.expected, self.reason = {}, []

    def source(self):
        """Its file."""
        lines = self.first + ([] if self.empty else ["nop"])
        for directives in self.between:
            lines += [*directives, "nop"]
        return ("\t.text\n\tnop\np: l:\nf:\t.cfi_startproc "
                + self.start + "\n"
                + "\n".join("\t" + line for line in lines + self.last)
                + "\n\t.cfi_endproc\n\tnop\n")


def cases_of(path):
    """All Cases in the file PATH."""
    found = []
    for line in disk.text(path).splitlines():
        side, _, rest = line.partition(": ")
        if line.startswith("# "):
            found.append(Case(line[2:]))
        elif line.startswith("|startproc "):
            found[-1].start = line[11:]
        elif line.startswith("|^ "):
            found[-1].first = line[3:].split("; ")
        elif line.startswith("|$ "):
            found[-1].last = line[3:].split("; ")
        elif line == "|none":
            found[-1].empty = True
        elif line.startswith("|"):
            found[-1].between.append(line[2:].split("; ") if line[2:] else [])
        elif side in SIDES or side in SIDES.values():
            found[-1].expected[side] = rest
        elif line and found:
            found[-1].reason.append(line)
    return found


def word_of(obj, frames):
    """What OBJ says of the one function that FRAMES, of its .eh_frame, has:
    a result as above."""
    has = objframes.described(obj)
    if not has:
        return "none"
    if len(has) > 1 or not frames:
        return f"{len(has)} functions"
    frame, (one, *more) = frames[0], next(iter(has.values()))
    if more or one.func.size != frame.size:
        return "several, or another size"
    version = one.piece.version
    if version == 3 and one.func.signal != frame.signal:
        return "no mark of a signal frame"
    own = cfiterms.REGISTERS[obj.machine][1:]
    wrong = objframes.first_difference(one.ranges, frame.ranges, own)
    if wrong is None:
        return ("no mark of a signal frame"
                if frame.signal != one.func.signal else "right")
    return f"{wrong[0]} " + (cfiterms.text(wrong[1]) if wrong[1]
                             else "nothing")


def sides_of(bench, machine, case, problems):
    """{side: result} of CASE."""
    have = {}
    for side, version in SIDES.items():
        pair = bench.pair(machine, bench.source(case.source()), version)
        if pair is None:
            continue
        gas, plain = elf.Elf(pair[0]), elf.Elf(pair[1])
        frames, _ = objframes.read(plain)
        have[side] = word_of(gas, frames)
        out, counts = bench.made(pair[1], version, problems)
        if out is None:
            continue
        word = word_of(elf.Elf(out), frames)
        left = [one["reason"] for one in counts["left_out"]]
        have[version] = (left[0] if word == "none" and len(left) == 1
                         else word)
        problems += objframes.judge(elf.Elf(out), version).wrong
    return have


def one_case(bench, machine, case):
    """Run CASE on both sides."""
    problems = []
    have = sides_of(bench, machine, case, problems)
    for side, result in have.items():
        want = case.expected.get(side, "right")
        if want != result:
            problems.append(f"{side}: {result}, not {want}")
    # Which function is left out by both is no difference.
    both = [(have[side], have.get(version))
            for side, version in SIDES.items() if side in have]
    differs = any(a != b and (a != "none" or b == "right") for a, b in both)
    if differs != bool(case.reason):
        problems.append("a difference without a reason" if differs
                        else "a reason without a difference")
    return problems


def directives_cases(bench):
    """Each directive of call frame information, and what the assemblers and
    synth make of it: directives-MACHINE.txt has both sides of every
    difference."""
    for machine in ("x86_64", "aarch64", "s390x"):
        path = os.path.join(bench.args.sources, f"directives-{machine}.txt")
        if not bench.newer(machine, "as", "v3"):
            bench.run.unsupported(f"synth/directives, {machine}",
                                  "no assembler that writes version 3")
            continue
        for case in cases_of(path):
            name = f"synth/directives, {machine}: {case.title}"
            if bench.run.wanted(name):
                bench.run.result(name, one_case(bench, machine, case))


def main():
    """The command."""
    options = toolchain.parser()
    options.add_argument("--stepper")
    args = options.parse_args()
    bench = synth_bench.Bench(args)
    directives_cases(bench)
    synth_gas.gas_cases(bench)
    synth_gas.again_cases(bench)
    synth_directories.cases(bench)
    damage_cases(bench)
    synth_hostile.cases(bench)
    synth_links.links_cases(bench)
    synth_images.cases(bench)
    synth_fill.cases(bench)
    synth_debug.cases(bench)
    synth_go.cases(bench)
    synth_detached.cases(bench)
    synth_later.cases(bench)
    synth_build_ids.cases(bench)
    outputs_cases(bench)
    synth_links.walks_cases(bench)
    synth_samples.samples_cases(bench)
    synth_stepped.cases(bench)
    synth_links.rust_cases(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
