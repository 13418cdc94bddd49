# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Compare the .sframe of an image with its .eh_frame at every address, by the
oracle's own interpreter."""

import zlib

import cfiterms
import ehframe
import expect
import objframes


class Image:
    """The functions of an image, by address, from both sections: of those
    that .sframe has, one of EVERY.  DEBUG: .debug_frame is the judge."""

    def __init__(self, image, every=1, debug=False):
        self.image = image
        self.own = cfiterms.REGISTERS[image.machine][1:]
        self.has, _ = expect.own(image)
        self.starts, self.frames = set(), {}

        def wanted(addr, size):
            """Whether to read the function there; notes its start."""
            if not size or not image.in_code(addr, size):
                return False
            self.starts.add(addr)
            return addr not in self.has or (
                zlib.crc32(b"%d" % addr) % every == 0)

        for function in ehframe.each(image, wanted=wanted, debug=debug):
            self.frames.setdefault(function.addr, []).append(
                objframes.Frame(function.addr, function))

    def judge(self, version, found, made=()):
        """Compare.  What has an FDE may be missing if SFrame cannot say it;
        the sections MADE, by the linker, are as it likes."""
        for addr, frames in self.frames.items():
            if self._section(addr) in made:
                continue
            found.add("functions")
            have = self.has.get(addr, [])
            why = objframes.cannot(frames[0], self.image.machine, version)
            if have:
                if len(have) > 1:
                    found.say(f"{addr:#x}: described {len(have)} times")
                self._one(addr, have[0], frames, version, found)
            elif why:
                found.add("left out: " + why)
            else:
                found.say(f"{addr:#x} in {self._section(addr)}: nothing "
                          "describes it")
        for addr in self.has:
            if addr not in self.starts and self._section(addr) not in made:
                found.say(f"{addr:#x}: is described, and has no FDE")

    def _one(self, addr, have, frames, version, found):
        func, ranges = have
        found.add("described")
        found.add("rows", len(func.rows))
        wrong = None
        for frame in frames:
            wrong = objframes.first_difference(ranges, frame.ranges, self.own)
            if func.size != frame.size:
                wrong = func.size, "this size", frame.size
            elif version == "v3" and func.signal != frame.signal:
                wrong = 0, "signal", func.signal
            if wrong is None:
                return
        found.say(f"{addr:#x}+{wrong[0]:#x}: {wrong[1]}, not {wrong[2]}")

    def _section(self, addr):
        return next((s.name for s in self.image.sections
                     if s.addr <= addr < s.addr + s.size), "no section")
