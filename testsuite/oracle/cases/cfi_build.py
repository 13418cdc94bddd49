# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Assemble and link the traps, each alone in an image."""

import shutil

import cfi_sections
import cfi_traps
import disk
import elf
import judged

# Machine: (prefixes of the tools, their flags)
TOOLS = {
    cfi_traps.AMD64: (("x86_64-linux-gnu-", ""), []),
    cfi_traps.AARCH64: (("aarch64-linux-gnu-",), []),
    cfi_traps.AARCH64_BE: (("aarch64-linux-gnu-",), ["-EB"]),
    cfi_traps.S390X: (("s390x-linux-gnu-",), []),
}


class Trapped:
    """One image; LINES: what cfi-rules has to print of the functions that
    the trap is about."""

    def __init__(self, name, machine, path, debug, made=False):
        self.name, self.machine, self.path = name, machine, path
        self.debug, self.made = debug, made
        self.title = f"{name}, {machine}" + (", .debug_frame" if debug
                                             else "")
        self.image = elf.Elf(path)
        self.symbols = {s.name: s.value for s in self.image.symbols()}
        self.lines, self.unreadable = [], False

    def functions(self):
        """The functions that the lines are about."""
        return judged.parse(self.lines)


class Builder:
    """Builds them in the directory of RUN."""

    def __init__(self, run):
        self.run = run
        self.tools = {machine: self._tools(machine) for machine in TOOLS}

    @staticmethod
    def _tools(machine):
        for prefix in TOOLS[machine][0]:
            found = [shutil.which(prefix + tool)
                     for tool in ("as", "ld", "objcopy")]
            if all(found):
                return found
        return None

    def image(self, name, machine, source, sections=()):
        """The path of the image made of SOURCE; SECTIONS are renamed.  None:
        it cannot be made."""
        path = self.run.path(f"{name}-{machine}")
        flags = TOOLS[machine][1]
        assembler, linker, objcopy = self.tools[machine]
        disk.write(path + ".s", source)
        rename = [f"--rename-section={old}={new}" for old, new in sections]
        # Below 64 K, so that each form of a pointer can hold an address.
        for command in (
                [assembler, *flags, "-o", path + ".o", path + ".s"],
                [linker, *flags, "-e", "0", "-Ttext=0x8000", "-o", path,
                 path + ".o"],
                [objcopy, *rename, path] if rename else []):
            status, text = (self.run.command(command) if command
                            else (0, ""))
            if status:
                print(f"{name}, {machine}: {text}")
                return None
        return path

    def traps(self, machine):
        """All Trapped of MACHINE; in place of one, a name: it cannot be
        built."""
        for one in cfi_traps.TRAPS:
            for debug in (False, True):
                if machine in one.machines and not (debug and one.no_debug()):
                    yield self._trap(one, machine, debug)
        for one in cfi_sections.MADE:
            if machine in one.machines:
                yield self._made(one, machine)

    def _trap(self, one, machine, debug):
        name = one.name + ("-debug" if debug else "")
        path = self.image(name, machine, cfi_traps.assembly(one, machine,
                                                            debug))
        if not path:
            return name
        trapped = Trapped(one.name, machine, path, debug)
        start = trapped.symbols["trap"]
        trapped.lines = cfi_traps.lines(one, machine, start,
                                        trapped.symbols["trap_end"] - start)
        return trapped

    def _made(self, one, machine):
        new = ".debug_frame" if one.debug else ".eh_frame"
        path = self.image(
            one.name, machine,
            "\t.text\n" + cfi_sections.CODE + one.body(machine),
            [(".xframe", new), (".xframe2", new)])
        if not path:
            return one.name
        trapped = Trapped(one.name, machine, path, one.debug, made=True)
        trapped.unreadable = "trap unreadable" in one.says
        trapped.lines = cfi_sections.lines(one, machine, trapped.symbols)
        return trapped


def remove(trapped):
    """Remove its files."""
    for end in ("", ".s", ".o"):
        disk.remove(trapped.path + end)
