# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A program of another machine, run step by step: a client of the remote
protocol of gdb, as qemu's user mode serves it."""

import os
import shutil
import socket
import subprocess
import tempfile
import time

import elf

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
