# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The judges that others have written, and tests of what each can judge.

Of each trap a judge is right, wrong, silent (some rule it does not tell) or
fails.  What is noted here is tested, so that a judge that has learnt something
is asked from then on.
"""

import os
import shutil

import cfi_traps
import disk
import elf
import judge_libdw
import judge_pyelftools
import judge_readelf
import judged

# By judge: trap, with ", MACHINE" if it is not the same for all, and what
# becomes of it if it is not right.
EXPECTED = {
    "libdw": {
        # It takes them for absolute, or for NULL.
        "encoding-80": "wrong", "encoding-9b": "wrong",
        # No operation is no rule.  Numbers of more than ten bytes.
        "empty": "wrong", "long-number": "wrong",
        # It makes room for each register up to the one that is named.
        "other-saved": "wrong",
        # One section, up to its terminator, in the form of .debug_frame.
        "terminator": "wrong", "two-sections": "wrong", "wide": "wrong",
    },
    "readelf": {
        # It says "exp" alone.
        "at-unknown": "silent", "cfa-addend": "silent",
        "cfa-twice": "silent", "plt-more": "silent",
        "sp-memory-other": "silent",
        "empty": "silent", "constant": "silent", "two-registers": "silent",
        # Numbers of registers lose their high bits.
        "other-saved": "wrong", "far-cfa": "wrong",
        "encoding-50, aarch64": "wrong", "encoding-50, aarch64_be": "wrong",
        "encoding-80": "wrong", "encoding-9b": "wrong", "wide": "wrong",
        # A CIE after it that is nearer to its start than to it.
        "terminator, aarch64_be": "wrong", "terminator, s390x": "wrong",
    },
    "readelf-2.47": {"far-cfa": "right"},
    "pyelftools": {
        # Instructions without a name, or without a state to restore.
        "negate": "fails", "negate-remembered": "fails", "b-key": "fails",
        "signed": "fails", "ra-state-restored": "fails",
        "negate-pc": "fails", "negative-offset": "fails",
        "opcode": "fails", "window-save": "fails", "no-state": "fails",
        "operand": "fails",
        # The factor of code in place of that of data; the other is ignored.
        "def-cfa-sf": "wrong",
        # A last row without a register is lost.
        **{f"{trap}, {machine}": "wrong"
           for trap in ("below", "cfa-memory", "cfa-sum", "cfa-twice",
                        "cfa-value", "constant", "constants", "empty",
                        "two-registers")
           for machine in cfi_traps.SAVING_LR},
        # Locations as they stand there, in eight bytes.
        "set-loc-03": "wrong", "set-loc-1b": "wrong", "set-loc-1c": "wrong",
        "encoding-14": "wrong", "encoding-50": "fails",
        "encoding-80": "fails", "encoding-9b": "fails",
        "letters-eh": "fails", "letters-none": "fails",
        "two-sections": "wrong", "wide": "fails",
        "debug-4": "fails", "debug-wide": "fails",
    },
    "pyelftools 0.32": {
        trap: "right"
        for trap in ("b-key", "debug-4", "negate", "negate-remembered",
                     "ra-state-restored", "signed", "window-save")},
}
# Instructions that a judge gets wrong: functions with them are not asked
# about.  The first number is the machine's, or 0.
DEAF = {
    "pyelftools": {(0, 0x01), (0, 0x12), (0, 0x13),
                   (elf.EM_AARCH64, 0x0F), (elf.EM_S390, 0x0F)},
}
# Traps that are said to sign RA, which no judge tells.
SIGNING = ("negate", "negate-remembered")
NEGATE = 0x2D


def judges(machine, more):
    """(NAME, TITLE, MAKE) of those here for MACHINE, a name; MORE is a
    directory of toolchains or empty."""
    if judge_libdw.LIBRARY:
        yield "libdw", "libdw", judge_libdw.Judge
    if judge_pyelftools.ELFFile:
        yield "pyelftools", judge_pyelftools.TITLE, judge_pyelftools.Judge
    names = ["readelf", f"{machine.removesuffix('_be')}-linux-gnu-readelf"]
    paths = [shutil.which(name) for name in names]
    if more:
        paths += [os.path.join(more, "bin", f"readelf-{version}")
                  for version in ("2.44", "2.47")]
    for path in paths:
        if path and os.path.exists(path):
            yield ("readelf", os.path.basename(path),
                   lambda image, debug=False, program=path: (
                       judge_readelf.Judge(image, debug, program)))


def hears(name, image, function):
    """Whether the judge NAME can be asked about FUNCTION of IMAGE."""
    return not any((machine in (0, image.machine) and op in function.ops)
                   for machine, op in DEAF.get(name, ()))


def outcome(make, trapped):
    """What becomes of asking a judge about TRAPPED, and details."""
    try:
        judge = make(trapped.image, trapped.debug)
    # Whatever it is that pyelftools raises.
    except Exception as error:
        return "fails", [repr(error)]
    comparison = judged.Comparison(judge, trapped.image)
    for function in trapped.functions():
        comparison.function(function)
    judge.close()
    if comparison.problems:
        return "wrong", comparison.problems
    return "silent" if comparison.count["not told"] else "right", []


def unsigned(run, trapped):
    """The image TRAPPED without what signs RA."""
    data = bytearray(trapped.image.data)
    for section in trapped.image.named(".eh_frame"):
        end = section.offset + section.size
        for at in range(section.offset, end):
            if data[at] == NEGATE:
                data[at] = 0
    path = run.path("unsigned")
    disk.write(path, data)
    return elf.Elf(path)


def told_apart(run, make, trapped):
    """Whether a judge tells the image TRAPPED from one that signs nothing."""
    other = unsigned(run, trapped)
    said = []
    for image in (trapped.image, other):
        judge = make(image)
        said.append(judge.whole(trapped.functions()))
        judge.close()
    os.remove(other.path)
    return said[0] != said[1]


def self_test(run, noted, make, built):
    """Problems with what is NOTED of a judge."""
    problems = []
    for trapped in built:
        expected = next((noted[key] for key in (
            f"{trapped.name}, {trapped.machine}", trapped.name)
                         if key in noted), "right")
        have, details = outcome(make, trapped)
        if have != expected:
            problems.append(f"{trapped.title}: {have}, not {expected}")
            problems += details[:1]
        elif trapped.name in SIGNING and not trapped.debug and (
                have != "fails" and told_apart(run, make, trapped)):
            problems.append(f"{trapped.title}: it tells what signs RA")
    return problems


def self_tests(bench, built):
    """Test the judges with the traps that are BUILT."""
    for machine in cfi_traps.NUMBERS:
        mine = [trapped for trapped in built if trapped.machine == machine]
        seen = set()
        for name, title, make in judges(machine, bench.args.toolchains):
            seen.add(name)
            case = f"cfi: what {title} can judge, {machine}"
            if mine and bench.run.wanted(case):
                bench.run.result(case, self_test(
                    bench.run, {**EXPECTED[name], **EXPECTED.get(title, {})},
                    make, mine))
        for name in sorted({"libdw", "pyelftools", "readelf"} - seen):
            bench.run.unsupported(f"cfi: what {name} can judge, {machine}",
                                  "it is not here")
