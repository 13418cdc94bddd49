# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Small functions whose call frame information is unusual, and what it says
of them, worked out by hand.

In a body `|` is four bytes of code.  {sp}, {fp} and {ra} are register
numbers; {other} is one more.  What a function says is "OFFSET: RULES" for each
change; a part of the rules that is not given is as at its start.
"""

import collections
import re

AMD64, AARCH64, AARCH64_BE, S390X = ("x86-64", "aarch64", "aarch64_be",
                                     "s390x")
ALL = (AMD64, AARCH64, AARCH64_BE, S390X)
ARM = (AARCH64, AARCH64_BE)
NOT_S390X = (AMD64,) + ARM
SAVING_LR = ARM + (S390X,)
# By machine: registers, the CFA and RA where a function begins, and SP in
# the caller relative to the CFA in units of the data alignment.
NUMBERS = {
    AMD64: {"sp": 7, "fp": 6, "ra": 16, "other": 3, "cfa": "r7+8",
            "atra": "[c-8]", "implied": 0, "infp": "fp=[c-16]"},
    AARCH64: {"sp": 31, "fp": 29, "ra": 30, "other": 9, "cfa": "r31+0",
              "atra": "same", "implied": 0, "infp": "fp=[c-32]"},
    S390X: {"sp": 15, "fp": 11, "ra": 14, "other": 16, "cfa": "r15+160",
            "atra": "same", "implied": 20, "infp": "fp=[c-24]"},
}
NUMBERS[AARCH64_BE] = NUMBERS[AARCH64]



class Trap(collections.namedtuple("Trap", "name machines body says traits")):
    """One function."""

    def no_debug(self):
        """Whether .debug_frame cannot say it: there is no augmentation."""
        return bool(self.traits) or "personality" in self.body


TRAPS = []


def trap(name, machines, body, *says, traits=""):
    """Add one."""
    TRAPS.append(Trap(name, machines, body, says, traits))


def rules_of(machine, said):
    """The whole text of rules, of which SAID has a part."""
    values = NUMBERS[machine]
    if said.startswith("problem"):
        return said
    if said == "outermost":
        return "cfa=undef ra=undef fp=undef"
    words = said.format(**values).split()
    given = dict(word.split("=") for word in words if "=" in word)
    return (f"cfa={given.get('cfa', values['cfa'])} "
            f"ra={given.get('ra', values['atra'])} "
            f"fp={given.get('fp', 'same')}"
            + (" mangled" if "mangled" in words else ""))


def lines(one, machine, addr, size):
    """What cfi-rules prints of the trap ONE at ADDR."""
    found = [f"fde {addr:#x} {size:#x}" + one.traits]
    for said in one.says:
        offset, rules = said.split(": ")
        found.append(f"{addr + int(offset, 0):#x} {rules_of(machine, rules)}")
    return found


def assembly(one, machine, debug):
    """The source of the trap ONE: its function, and another after it that
    has the same CIE if it can.  DEBUG: in .debug_frame."""
    body, start = [], ".cfi_startproc"
    for words in re.split(r"(\|)|;", one.body.format(**NUMBERS[machine])):
        words = (words or "").strip()
        if words == "simple":
            start += " simple"
        elif words:
            body.append(".skip 4" if words == "|" else ".cfi_" + words)
    source = [".cfi_sections .debug_frame"] if debug else []
    source += [".text", ".globl trap", "trap:", start, *body, ".cfi_endproc",
               "trap_end:", ".cfi_startproc", ".skip 4", ".cfi_endproc"]
    return "".join(f"\t{line}\n" for line in source)


def expression(op, *code):
    """The directive for instruction OP, whose last operand is an expression
    of the bytes CODE."""
    return "escape " + ", ".join(str(c) for c in op + (len(code),) + code)


SIGNAL, KEY_B = " signal", " key-b"
START = "0: start"

# ---- What every compiler writes.
trap("def-cfa", ALL, "| def_cfa {fp}, 32; | def_cfa_offset 48; "
     "| def_cfa_register {sp}; |",
     START, "4: cfa=r{fp}+32", "8: cfa=r{fp}+48", "12: cfa=r{sp}+48")
trap("offset", ALL, "| offset {fp}, -32; offset {ra}, -24; | restore {fp}; "
     "| restore {ra}; |",
     START, "4: ra=[c-24] fp=[c-32]", "8: ra=[c-24]", "12: ra={atra}")
trap("remember", ALL, "| offset {fp}, -32; def_cfa {fp}, 64; remember_state; "
     "| restore {fp}; def_cfa {sp}, 8; | restore_state; |",
     START, "4: cfa=r{fp}+64 fp=[c-32]", "8: cfa=r{sp}+8",
     "12: cfa=r{fp}+64 fp=[c-32]")
trap("remember-twice", ALL, "| remember_state; def_cfa_offset 16; "
     "| remember_state; def_cfa_offset 32; | restore_state; | restore_state;"
     " |", START, "4: cfa=r{sp}+16", "8: cfa=r{sp}+32", "12: cfa=r{sp}+16",
     "16: start")
trap("far", ALL, "| def_cfa_offset 16; escape 0; " + "| " * 75
     + "def_cfa_offset 32; " + "| " * 17000 + "def_cfa_offset 48; |",
     START, "4: cfa=r{sp}+16", "304: cfa=r{sp}+32", "68304: cfa=r{sp}+48")
trap("no-change", ALL, "| def_cfa_offset 64; def_cfa {cfa_text}; "
     "| offset {other}, -16; |", START)
trap("signal", ALL, "signal_frame; | def_cfa_offset 16; |", START,
     "4: cfa=r{sp}+16", traits=SIGNAL)
trap("personality", ALL, "personality 0x1b, trap_end; lsda 0x1b, trap_end; "
     "| def_cfa_offset 16; |", START, "4: cfa=r{sp}+16")
trap("args-size", ALL, "| escape 0x2e, 0x90, 1; | def_cfa_offset 16; |",
     START, "8: cfa=r{sp}+16")

# ---- AArch64's signed return addresses.
trap("negate", ARM, "| negate_ra_state; | negate_ra_state; |",
     START, "4: mangled", "8: start")
trap("negate-remembered", ARM, "| negate_ra_state; offset {ra}, -8; "
     "| remember_state; negate_ra_state; restore {ra}; | restore_state; |",
     START, "4: ra=[c-8] mangled", "8: start", "12: ra=[c-8] mangled")
trap("negate-pc", ARM, "| escape 0x2c; |", START, "4: problem opcode")
trap("b-key", ARM, "b_key_frame; | negate_ra_state; |", START, "4: mangled",
     traits=KEY_B)
trap("ra-state", ARM, "| " + expression((0x16, 34), 0x31) + "; |",
     START, "4: problem opcode")

# ---- Other ways to say the same.
trap("extended", ALL, "| escape 5, {fp}, 4; | escape 0x11, {ra}, 3; "
     "| escape 6, {fp}; | escape 0x11, {fp}, 0x7e; |",
     START, "4: fp=[c-32]", "8: ra=[c-24] fp=[c-32]", "12: ra=[c-24]",
     "16: ra=[c-24] fp=[c+16]")
trap("def-cfa-sf", ALL, "| escape 0x12, {fp}, 0x7c; |"
     " escape 0x13, 0x78; | escape 0x13, 2; |",
     START, "4: cfa=r{fp}+32", "8: cfa=r{fp}+64", "12: cfa=r{fp}-16")
trap("negative-offset", ALL, "| escape 0x2f, {fp}, 2; |",
     START, "4: fp=[c+16]")
trap("same-fp", ALL, "| offset {fp}, -16; | same_value {fp}; |",
     START, "4: fp=[c-16]", "8: start")
trap("same-ra", SAVING_LR, "| offset {ra}, -16; | same_value {ra}; |",
     START, "4: ra=[c-16]", "8: start")
trap("same-ra-amd64", (AMD64,), "| same_value {ra}; |", START,
     "4: problem ra-rule")
trap("register", ALL, "| register {fp}, {other}; | register {ra}, {other}; |",
     START, "4: fp=r{other}+0", "8: ra=r{other}+0 fp=r{other}+0")
trap("val-offset", ALL, "| escape 0x14, {fp}, 1; | escape 0x15, {ra}, 0x7e;"
     " |", START, "4: fp=c-8", "8: ra=c+16 fp=c-8")
trap("val-offset-0", ALL, "| escape 0x14, {fp}, 0; |", START, "4: fp=c+0")

# ---- Undefined.
trap("outermost", ALL, "| undefined {ra}; | restore {ra}; |",
     START, "4: outermost", "8: start")
trap("outermost-start", ALL, "undefined {ra}; undefined {fp}; "
     "| def_cfa_offset 64; |", "0: outermost")
trap("fp-undefined", ALL, "| undefined {fp}; | restore {fp}; |",
     START, "4: problem fp-undefined", "8: start")
trap("no-cfa", ALL, "simple; | def_cfa {sp}, 64; offset {ra}, -16; |",
     "0: problem no-cfa", "4: cfa=r{sp}+64 ra=[c-16]")

# ---- The stack pointer.
trap("sp-implied", ALL, "| escape 0x14, {sp}, {implied}; |", START)
trap("sp-other", ALL, "| escape 0x14, {sp}, 3; | restore {sp}; |",
     START, "4: problem sp-rule", "8: start")
trap("sp-saved", NOT_S390X, "| offset {sp}, -16; |", START,
     "4: problem sp-rule")
trap("sp-slot", (S390X,), "| offset 15, -40; offset 14, -48; |", START,
     "4: ra=[c-48]")
trap("sp-register", NOT_S390X, "| register {sp}, {other}; |", START,
     "4: problem sp-rule")
trap("sp-kept", (S390X,), "| register 15, 17; register 11, 16; |", START,
     "4: fp=r16+0")
trap("sp-undefined", ALL, "| undefined {sp}; |", START,
     "4: problem sp-rule")

# ---- Expressions.
BREG = 0x70
trap("cfa-value", ALL, "| " + expression((0x0F,), "112 + {fp}", 16) + "; | "
     + expression((0x0F,), 0x92, "{fp}", 0x78) + "; |",
     START, "4: cfa=r{fp}+16", "8: cfa=r{fp}-8")
trap("cfa-memory", ALL, "| " + expression((0x0F,), "112 + {sp}", 0xA0, 1, 6)
     + "; |", START, "4: cfa=[r{sp}+160]")
trap("cfa-sum", ALL, "| " + expression((0x0F,), "112 + {sp}", 8, 0x23, 16)
     + "; |", START, "4: cfa=r{sp}+24")
trap("cfa-addend", ALL, "| " + expression(
    (0x0F,), "112 + {sp}", 16, 6, 0x23, 8) + "; | def_cfa {fp}, 8; |",
     START, "4: problem expression", "8: cfa=r{fp}+8")
trap("cfa-twice", ALL, "| " + expression((0x0F,), "112 + {sp}", 16, 6, 6)
     + "; |", START, "4: problem expression")
trap("sp-memory", NOT_S390X, "| " + expression(
    (0x0F,), "112 + {sp}", 0xA0, 1, 6) + "; "
     + expression((0x10, "{sp}"), "112 + {sp}", 0xA0, 1) + "; |",
     START, "4: cfa=[r{sp}+160]")
trap("sp-memory-other", ALL, "| " + expression(
    (0x0F,), "112 + {sp}", 0xA0, 1, 6) + "; "
     + expression((0x10, "{sp}"), "112 + {sp}", 0x98, 1) + "; |",
     START, "4: problem sp-rule")
trap("at", ALL, "| " + expression((0x10, "{ra}"), "112 + {fp}", 8) + "; | "
     + expression((0x10, "{fp}"), "112 + {sp}", 0x70) + "; |",
     START, "4: ra=[r{fp}+8]", "8: ra=[r{fp}+8] fp=[r{sp}-16]")
trap("value", ALL, "| " + expression((0x16, "{ra}"), "112 + {fp}", 8) + "; | "
     + expression((0x16, "{fp}"), "112 + {sp}", 0x70, 6) + "; |",
     START, "4: ra=r{fp}+8", "8: ra=r{fp}+8 fp=[r{sp}-16]")
trap("at-unknown", ALL, "| " + expression(
    (0x10, "{ra}"), "112 + {fp}", 8, 6, 0x23, 8) + "; |",
     START, "4: problem expression")


def plt(push, *more):
    """The CFA in a procedure linkage table whose entries push PUSH bytes
    after their start."""
    return expression((0x0F,), 0x77, 8, 0x80, 0, 0x3F, 0x1A, 0x30 + push,
                      0x2A, 0x33, 0x24, 0x22, *more)


trap("plt", (AMD64,), "|||| " + plt(11) + "; ||||||||",
     START, "27: cfa=r7+16", "32: start", "43: cfa=r7+16")
trap("plt-ibt", (AMD64,), "|||| " + plt(9) + "; ||||; def_cfa {sp}, 24; |",
     START, "25: cfa=r7+16", "32: cfa=r7+24")
trap("plt-first", (AMD64,), plt(6) + "; || def_cfa {sp}, 8; |",
     START, "6: cfa=r7+16", "8: start")
trap("plt-offset", (AMD64,), "|||||||; offset 6, -16; " + plt(5)
     + "; |; restore 6; |;", START, "28: cfa=r7+16 fp=[c-16]",
     "32: start")
trap("plt-restored", (AMD64,), "|||| " + plt(11) + "; remember_state; |"
     " def_cfa {sp}, 24; | restore_state; ||||",
     START, "20: cfa=r7+24", "24: start", "27: cfa=r7+16", "32: start")
trap("plt-more", (AMD64,), "|||| " + plt(11, 0x23, 8) + "; ||||",
     START, "16: problem expression")

trap("constants", ALL, "| " + expression(
    (0x0F,), "112 + {sp}", 0, 0x39, 0x22) + "; | " + expression(
        (0x0F,), "112 + {sp}", 0, 0x08, 0xF0, 0x22) + "; | " + expression(
            (0x0F,), "112 + {sp}", 0x80, 1, 0x38, 0x1C) + "; | " + expression(
                (0x0F,), 0x11, 0x70, "112 + {sp}", 0, 0x22, 0x96) + "; |",
     START, "4: cfa=r{sp}+9", "8: cfa=r{sp}+240", "12: cfa=r{sp}+120",
     "16: cfa=r{sp}-16")
trap("stacked", ALL, "| " + expression((0x10, "{fp}"), 0x23, 16) + "; | "
     + expression((0x16, "{fp}"), 0x23, 8) + "; | "
     + expression((0x16, "{fp}"), 6) + "; |",
     START, "4: fp=[c+16]", "8: fp=c+8", "12: fp=[c+0]")
trap("empty", ALL, "| " + expression((0x0F,)) + "; |",
     START, "4: problem expression")
trap("constant", ALL, "| " + expression((0x0F,), 0x38) + "; |",
     START, "4: problem expression")
trap("two-registers", ALL, "| " + expression(
    (0x0F,), "112 + {sp}", 8, "112 + {fp}", 8, 0x22) + "; |",
     START, "4: problem expression")
trap("below", ALL, "| " + expression(
    (0x0F,), "112 + {fp}", 8, "112 + {sp}", 24) + "; |",
     START, "4: cfa=r{sp}+24")

# ---- Numbers that are large, or long.
FAR_SP = "{sp} + 128, 0x80, 0x80, 0x80, 0x10"
trap("long-number", ALL, "| escape 0x0c, {sp} + 128, 0x80, 0x80, 0, 0xc0, 0;"
     " | escape 0x0e, 0xc8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,"
     " 0x80, 0x80, 0; |", START, "4: cfa=r{sp}+64", "8: cfa=r{sp}+72")
trap("other-saved", ALL, "| escape 5, {ra} + 128, 0x80, 0x80, 0x80, 0x10, 5;"
     " escape 5, {fp} + 128, 0x80, 0x80, 0x80, 0x10, 6; |", START)
trap("other-undefined", ALL, "| escape 7, {ra} + 128, 2; |", START)
trap("far-cfa", ALL, "| escape 0x0e, 0xff, 0xff, 0xff, 0xff, 0x0f; |",
     START, "4: cfa=r{sp}+4294967295")
trap("far-saved", ALL, "| escape 0x11, {fp}, 0x80, 0x80, 0x80, 0x80, 0x01; |",
     START, "4: fp=[c-2147483648]")
trap("eight", ALL, "remember_state; " * 8 + "| def_cfa_offset 64; | "
     + "restore_state; " * 8 + "|", START, "4: cfa=r{sp}+64", "8: start")
trap("nine", ALL, "remember_state; " * 8 + "| remember_state; |",
     START, "4: problem depth")

# ---- Nothing that means anything.
trap("far-register", ALL, "| escape 0x0c, " + FAR_SP + ", 64; |", START,
     "4: problem opcode")
trap("offset-alone", ALL, "simple; | escape 0x0e, 64; |", "0: problem no-cfa",
     "4: problem opcode")
trap("ra-state-same", ARM, "| escape 8, 34; |", START, "4: problem opcode")
trap("ra-state-restored", ARM, "| negate_ra_state; | escape 6, 34; |", START,
     "4: mangled", "8: start")
trap("cfa-register", ALL, "| " + expression(
    (0x0F,), "112 + {fp}", 16) + "; | escape 0x0d, {sp}; |",
     START, "4: cfa=r{fp}+16", "8: problem opcode")
trap("cfa-as-register", ALL, "| escape 9, {fp}, 0xff, 0xff, 0xff, 0xff, 15;"
     " | escape 0x0d, 0xff, 0xff, 0xff, 0xff, 15; |", START,
     "4: problem opcode")
trap("opcode", ALL, "| def_cfa_offset 64; | escape 0x3f; | def_cfa_offset 32;"
     " |", START, "4: cfa=r{sp}+64", "8: problem opcode")
trap("window-save", (AMD64, S390X), "| escape 0x2d; |", START,
     "4: problem opcode")
trap("no-state", ALL, "| escape 0x0b; |", START, "4: problem opcode")
trap("beyond", ALL, "| def_cfa_offset 64; | escape 0x7f; "
     "escape 0x0e, 32; ", START, "4: cfa=r{sp}+64")
trap("column", ALL, "return_column {other}; | def_cfa_offset 64; |",
     "0: problem ra-column")
for number in NUMBERS.values():
    number["cfa_text"] = number["cfa"][1:].replace("+", ", ")
