# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A program for AArch64 in QEMU, stopped and stepped by the protocol of its stub
for debuggers (GDB, "Remote Protocol")."""

import os
import socket
import struct
import subprocess
import tempfile

SP, PC = 31, 32  # the registers after X0 to X30
WAIT = 10  # seconds


class Ended(Exception):
    """The program, or QEMU."""


class Program:
    """One that has stopped before its first instruction; to be used with
    `with'."""

    def __init__(self, command, env):
        self._folder = tempfile.TemporaryDirectory()
        path = os.path.join(self._folder.name, "stub")
        given = [word for name, value in env.items()
                 for word in ("-E", f"{name}={value}")]
        self._qemu = subprocess.Popen(
            ["qemu-aarch64", "-g", path, *given, *command],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._socket, self._bytes = socket.socket(socket.AF_UNIX), b""
        self._socket.settimeout(WAIT)
        self._thread = None
        # QEMU does not say when it listens.
        while self._socket.connect_ex(path) and self._qemu.poll() is None:
            os.sched_yield()
        self.ask("qSupported:multiprocess+")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._qemu.kill()
        self._qemu.wait()
        self._socket.close()
        self._folder.cleanup()

    def _send(self, text):
        data = text.encode()
        self._socket.sendall(b"$%s#%02x" % (data, sum(data) & 255))

    def _receive(self):
        while b"#" not in self._bytes[:-2]:
            try:
                more = self._socket.recv(65536)
            except OSError as error:
                raise Ended(str(error)) from error
            if not more:
                raise Ended("the stub is gone")
            self._bytes += more
        text, self._bytes = self._bytes.split(b"#", 1)
        self._bytes = self._bytes[2:]
        self._socket.sendall(b"+")
        return text[text.index(b"$") + 1:].decode()

    def ask(self, text):
        """The answer to the packet TEXT."""
        self._send(text)
        return self._receive()

    def _go_on(self, how):
        """Let the program go on; its thread that has stopped."""
        said = self.ask("vCont;" + how)
        if said[:3] != "T05" or "thread:" not in said:
            raise Ended(said)
        return said.split("thread:")[1].split(";")[0]

    def run_to(self, addr):
        """Let all threads run until one is at ADDR, which is asked about, and
        stepped, from then on."""
        self.ask(f"Z0,{addr:x},4")
        self._thread = self._go_on("c")
        self.ask(f"z0,{addr:x},4")
        self.ask("Hg" + self._thread)

    def step(self):
        """One instruction of that thread."""
        if self._go_on("s:" + self._thread) != self._thread:
            raise Ended("another thread has stopped")

    def registers(self):
        """X0 to X30, SP and PC."""
        return struct.unpack("<33Q", bytes.fromhex(self.ask("g")[:33 * 16]))

    def word(self, addr):
        """The 8 bytes at ADDR."""
        return struct.unpack("<Q", bytes.fromhex(self.ask(f"m{addr:x},8")))[0]
