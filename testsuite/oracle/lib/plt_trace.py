# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What happens while linker-generated code of AArch64 and s390x runs,
instruction by instruction, and whether rules agree with it."""

import os
import shutil
import socket
import subprocess
import tempfile
import time

import elf
import sframe

# Seconds after which an emulator that does not answer is given up.  Nothing
# tells when it begins to listen.
PATIENCE = 20


class Machine:
    """What is to know of a machine: its emulator, how many bytes its pointers
    have in which order, and which registers of a "g" packet are which."""

    def __init__(self, name, order, registers, trap, signals):
        self.name, self.order = name, order
        self.pc, self.sp, self.ra = registers
        # Bytes of a breakpoint instruction, and what it stops with.
        self.trap, self.signals = trap, signals

    def emulator(self):
        """The path of the emulator, or None."""
        return shutil.which("qemu-" + self.name)

    def root(self):
        """Where the C library of the machine is, or None."""
        path = f"/usr/{self.name}-linux-gnu"
        return path if os.path.isdir(path) else None


# The s390x stub has the PSW first, mask and address; for that of version 7.2
# the instruction for breakpoints is an illegal one.
SIGILL, SIGTRAP = 4, 5
MACHINES = {
    elf.EM_AARCH64: Machine("aarch64", "little", (32, 31, 30), 4,
                             (SIGTRAP,)),
    elf.EM_S390: Machine("s390x", "big", (1, 2 + 15, 2 + 14), 2,
                          (SIGILL, SIGTRAP)),
}


class Trouble(Exception):
    """The program does not do what it has to."""


class Process:
    """A stopped program."""

    def __init__(self, machine, args, env=None):
        self.machine = machine
        self.folder = tempfile.TemporaryDirectory(prefix="stub")
        path = os.path.join(self.folder.name, "s")
        self.process = subprocess.Popen(
            [machine.emulator(), "-g", path, *args], env=env,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.stub = socket.socket(socket.AF_UNIX)
        self.stub.settimeout(PATIENCE)
        self.rest = b""
        try:
            self._connect(path)
        except Trouble:
            self.end()
            raise

    def _connect(self, path):
        limit = time.monotonic() + PATIENCE
        while True:
            try:
                self.stub.connect(path)
                # Without that registers cannot be set.
                self._ask("qXfer:features:read:target.xml:0,fff")
                return
            except OSError:
                if (self.process.poll() is not None
                        or time.monotonic() > limit):
                    raise Trouble("the emulator does not answer") from None
                time.sleep(0.005)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        """Let it come to an end, whatever it does."""
        self.stub.close()
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    def _ask(self, text):
        """Send the packet TEXT; returns the answer."""
        data = text.encode("ascii")
        try:
            self.stub.sendall(b"$" + data + b"#%02x" % (sum(data) & 0xFF))
            while True:
                begin = self.rest.find(b"$")
                end = self.rest.find(b"#", begin)
                if begin >= 0 and 0 <= end <= len(self.rest) - 3:
                    break
                more = self.stub.recv(65536)
                if not more:
                    raise Trouble("the emulator is gone")
                self.rest += more
            self.stub.sendall(b"+")
        except OSError as error:
            raise Trouble(f"the emulator is silent: {error}") from None
        answer = self.rest[begin + 1:end].decode("ascii")
        self.rest = self.rest[end + 3:]
        return answer

    def _resume(self, text, signals=(SIGTRAP,)):
        """Let it run as the packet TEXT says, until it stops with one of
        SIGNALS."""
        answer = self._ask(text)
        if answer[:1] not in ("T", "S") or int(answer[1:3], 16) not in signals:
            raise Trouble(f"it stops with {answer[:3]}, not {signals}")

    def step(self):
        """Run one instruction."""
        self._resume("s")

    def run_to_trap(self):
        """Run to the next breakpoint instruction of its own; returns its
        address or the one after it."""
        self._resume("c", self.machine.signals)
        return self.registers()[self.machine.pc]

    def run_to(self, addr):
        """Run to ADDR."""
        self._ask(f"Z0,{addr:x},{self.machine.trap}")
        self._resume("c")
        self._ask(f"z0,{addr:x},{self.machine.trap}")
        if self.registers()[self.machine.pc] != addr:
            raise Trouble(f"it does not come to {addr:#x}")

    def registers(self):
        """The integer registers, as the stub numbers them."""
        data = bytes.fromhex(self._ask("g"))
        return [int.from_bytes(data[i:i + 8], self.machine.order)
                for i in range(0, 8 * 33, 8)]

    def set_register(self, idx, value):
        """Set register number IDX."""
        text = value.to_bytes(8, self.machine.order).hex()
        if self._ask(f"P{idx:x}={text}") != "OK":
            raise Trouble(f"register {idx} cannot be set")

    def words(self, addr, count):
        """COUNT words of memory at ADDR."""
        data = bytes.fromhex(self._ask(f"m{addr:x},{8 * count:x}"))
        return [int.from_bytes(data[i:i + 8], self.machine.order)
                for i in range(0, 8 * count, 8)]

    def set_word(self, addr, value):
        """Set the word of memory at ADDR."""
        text = value.to_bytes(8, self.machine.order).hex()
        if self._ask(f"M{addr:x},8:{text}") != "OK":
            raise Trouble(f"{addr:#x} cannot be written")


STEPS_MOST = 3000
STACK_WORDS = 4

# From SP, where code is entered, to the CFA: the register save area of
# s390x's callers belongs to them.
ENTRY = {"aarch64": 0, "s390x": 160}


class Moment:
    """The state before an instruction of linker-generated code at ADDR, as the
    image counts, and what is true there: the CFA and the return address."""

    def __init__(self, addr, registers, stack, cfa, ra):
        self.addr, self.registers, self.stack = addr, registers, stack
        self.cfa, self.ra = cfa, ra


class Tracer:
    """Steps PROCESS and keeps the moments that it spends in AREAS, (START,
    END) as the image counts, which is BIAS less than where they are.  NESTED:
    what this code leads to comes there again before it returns."""

    def __init__(self, process, areas, bias, nested):
        self.process, self.machine = process, process.machine
        self.areas, self.bias, self.nested = areas, bias, nested
        self.moments = []
        self.pending = []  # (RA, SP) to which control comes back

    def inside(self, registers):
        """Whether they are of linker-generated code."""
        addr = registers[self.machine.pc] - self.bias
        return any(start <= addr < end for start, end in self.areas)

    def follow(self, registers):
        """Follow linker-generated code, which is entered with REGISTERS, to its
        end, or until control comes back after the call."""
        machine = self.machine
        sp, ra = registers[machine.sp], registers[machine.ra]
        cfa = sp + ENTRY[machine.name]
        while self.inside(registers):
            stack = {registers[machine.sp] + 8 * i: word for i, word in
                     enumerate(self.process.words(registers[machine.sp],
                                                  STACK_WORDS))}
            self.moments.append(Moment(registers[machine.pc] - self.bias,
                                       registers, stack, cfa, ra))
            self.process.step()
            registers = self.process.registers()
        self.pending.append((ra, sp))
        if not self.nested and registers[machine.pc] != ra:
            self.process.run_to(ra)
            registers = self.process.registers()
        return registers

    def come_back(self, registers):
        """The proof that SP and the return address were what they are said to
        be: control comes back there with that SP."""
        machine = self.machine
        while self.pending and registers[machine.pc] == self.pending[-1][0]:
            if registers[machine.sp] != self.pending.pop()[1]:
                raise Trouble("it comes back with another SP")

    def run(self, end):
        """Step to the instruction at END, as the image counts."""
        registers = self.process.registers()
        for _ in range(STEPS_MOST):
            self.come_back(registers)
            if self.inside(registers):
                registers = self.follow(registers)
            elif registers[self.machine.pc] == end + self.bias:
                if self.pending:
                    raise Trouble("it has not come back")
                return
            else:
                self.process.step()
                registers = self.process.registers()
        raise Trouble("it does not come to its end")


def _register(machine, moment, number):
    """The register with DWARF's NUMBER."""
    offset = 2 if machine.name == "s390x" else 0
    return moment.registers[number + offset]


def _wrong(machine, moment, rules):
    """What is wrong with RULES at MOMENT, or None."""
    (kind, number, offset), ra, fp, _ = rules
    if kind != "v" or (_register(machine, moment, number) + offset
                       != moment.cfa):
        return "the CFA is not where the rule says"
    if ra == sframe.SAME:
        found = moment.registers[machine.ra]
    elif ra[:2] == ("m", "cfa"):
        found = moment.stack.get(moment.cfa + ra[2])
    else:
        found = None
    if found != moment.ra:
        return "the return address is not where the rule says"
    return None if fp == sframe.SAME else "the frame pointer is not saved"


def check(machine, moments, functions):
    """What the rules of FUNCTIONS, (ADDR, RANGES), say wrongly at MOMENTS:
    the first such thing, or None."""
    found = {}
    for addr, ranges in functions:
        for start, end, rules in ranges:
            for at in range(addr + start, addr + end):
                found[at] = rules
    for moment in moments:
        if moment.addr not in found:
            return f"{moment.addr:#x} ran and has no rule"
        wrong = _wrong(machine, moment, found[moment.addr])
        if wrong:
            return f"{moment.addr:#x}: {wrong}"
    return None


def _spoiled(functions, ran):
    """(WHAT, FUNCTIONS) with one thing wrong each that must be noticed by
    those who RAN, a set of addresses."""
    for idx, (addr, ranges) in enumerate(functions):
        before, after = functions[:idx], functions[idx + 1:]
        if not any(addr + start <= at < addr + end
                   for start, end, _ in ranges for at in ran):
            continue
        yield f"a lack of {addr:#x}", before + after
        for pos, (start, end, rules) in enumerate(ranges):
            if not any(addr + start <= at < addr + end for at in ran):
                continue
            cfa, ra, fp, signal = rules
            off = (*cfa[:2], cfa[2] + 8), ra, fp, signal
            # Code that saves the return address still has it in its
            # register too, so that this would not be wrong.
            lost = (cfa, ("m", "cfa", -8 if ra == sframe.SAME else ra[2] - 8),
                    fp, signal)
            for what, bad in (("CFA", off), ("return address", lost)):
                new = ranges[:pos] + [(start, end, bad)] + ranges[pos + 1:]
                yield (f"a wrong {what} at {addr + start:#x}",
                       before + [(addr, new)] + after)
            if addr + start in ran and pos and ranges[pos - 1][2] != rules:
                new = (ranges[:pos - 1]
                       + [(ranges[pos - 1][0], start + 1, ranges[pos - 1][2]),
                          (start + 1, end, rules)] + ranges[pos + 1:])
                yield (f"a late row at {addr + start:#x}",
                       before + [(addr, new)] + after)


def blind(machine, moments, functions):
    """What is wrong in turn and not noticed; and how much was tried."""
    ran = {moment.addr for moment in moments}
    tried, missed = 0, []
    for what, bad in _spoiled(functions, ran):
        tried += 1
        if check(machine, moments, bad) is None:
            missed.append(f"{what} is not noticed")
    return missed, tried
