# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Compare what `sfmerge synth` makes of an object's .eh_frame with what an
assembler wrote for the same source with --gsframe, function by function.

Every difference has to be of a kind in KNOWN, and .eh_frame has to show that
it is of that kind: the oracle interprets it by itself.
"""

import cfiterms
import objframes
import sframe

# What only the assembler says, by why SFrame cannot: it is wrong, or not safe.
# (version, reason of objframes.cannot)
ONLY_GAS = {
    # A row without the mark: the caller is thought to be before a call.
    ("v2", "signal"),
    # An ordinary row, which walkers follow past the outermost frame.
    ("v2", "undefined RA"),
    # A plain row, as if SP were what SFrame implies.
    ("v2", "sp-rule"), ("v3", "sp-rule"),
    # .cfi_undefined of FP gives the same row as no rule: a stale FP.
    ("v2", "fp-undefined"), ("v3", "fp-undefined"),
    # s390x: a CFA offset that is not 160 plus a multiple of 8 is rounded.
    ("v2", "machine"), ("v3", "machine"),
}


# Call frame instructions by which a function is unusual.
UNUSUAL = {0x07: "undefined", 0x08: "same value", 0x09: "register",
           0x0F: "expression", 0x10: "expression", 0x14: "val_offset",
           0x15: "val_offset", 0x16: "expression", 0x2E: "GNU_args_size"}


def traits_of(frame, number):
    """What is unusual in FRAME, of machine NUMBER: words, joined by "+"."""
    found = {UNUSUAL[op] for op in frame.ops if op in UNUSUAL}
    if frame.signal:
        found.add("signal")
    own = cfiterms.REGISTERS[number]
    for _, _, rules in frame.ranges:
        if rules == sframe.UNDEFINED:
            found.add("undefined RA")
        elif rules[0][0] == "v" and rules[0][1] not in own[:2]:
            found.add("CFA of another register")
    return "+".join(sorted(found))


def compare(gas, made, version, known=ONLY_GAS):
    """Findings of the Elf MADE, by synth, beside the Elf GAS."""
    found = objframes.Findings()
    number = gas.machine
    own = cfiterms.REGISTERS[number][1:]
    frames = {f.place: f for f in objframes.read(gas)[0]}
    theirs, mine = objframes.described(gas), objframes.described(made)
    for place in sorted(set(theirs) | set(mine)):
        frame = frames.get(place)
        if frame is None:
            found.say(f"{place}: described, but no FDE")
            continue
        one, two = mine.get(place), theirs.get(place)
        traits = traits_of(frame, number)
        if one and two:
            _both(place, one[0], two[0], frame, own, traits, found)
        elif two:
            why = objframes.cannot(frame, number, version)
            found.add(f"only gas: {why}")
            if (version, why) not in known:
                found.say(f"{place}: only gas describes it: {why}")
        else:
            found.add(f"only synth: {traits or 'nothing unusual'}")
            if not traits:
                found.say(f"{place}: gas does not describe it")
    return found


def _both(place, one, two, frame, own, traits, found):
    found.add("functions of both")
    found.add("rows of both", len(one.func.rows))
    if one.func.size != two.func.size:
        found.say(f"{place}: size {one.func.size:#x}, not {two.func.size:#x}")
        return
    wrong = objframes.first_difference(one.ranges, two.ranges, own)
    marks = [(d.func.signal, d.func.key_b) for d in (one, two)]
    if wrong is None and marks[0] == marks[1]:
        found.add("equal")
        found.add("equal and spelled alike", one.ranges == two.ranges)
        found.add("rows alike", one.rows() == two.rows())
        return
    right = objframes.first_difference(one.ranges, frame.ranges, own)
    name = f"gas is wrong: {traits or 'nothing unusual'}"
    found.add(name)
    if right or not traits:
        found.say(f"{place}: {wrong}, marks {marks}; .eh_frame: {right}; "
                  f"{traits}")
