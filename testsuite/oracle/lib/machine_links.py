# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Shared objects of other machines: their objects, the linkers for them, and
`sfmerge link` on what these make.  They are not run."""

import os
import shutil

import disk
import elf
import expect
import link_bench
import sframe
import verify

# Machine: (source, assembler's flags by version, linkers' emulations)
MACHINES = {
    "aarch64": ("machine-aarch64.s",
                {"v1": ["--gsframe"], "v2": None, "v2-pcrel": None,
                 "v3": None},
                {"lld": "aarch64linux", "mold": "aarch64linux"}),
    "s390x": ("machine-s390x.s",
              {"v2": ["-m64", "--defsym", "V=2", "--defsym", "SF_ABI=4"],
               "v3": ["-m64", "--defsym", "V=3", "--defsym", "SF_ABI=4"]},
              {"lld": "elf64_s390", "mold": "elf64_s390"}),
}


class Build:
    """One shared object; what Bench.merge asks of a build."""

    def __init__(self, bench, machine, linker, version, inputs):
        self.bench, self.inputs = bench, inputs
        self.kind = "other machine"
        self.linker, (self.command, self.flags) = linker[0], linker[1:]
        self.name = f"link/{machine}/{self.linker}/{version}"
        self.image = bench.run.path("image")
        self.map = bench.run.path("image.map")
        self.before = None

    def link(self, *more):
        """Link; the linker's message if it refuses."""
        for file in (self.image, self.map):
            disk.remove(file)
        status, text = self.bench.run.command(
            [self.command, *self.flags, "-shared", "-Map=" + self.map, "-o",
             self.image, *self.inputs, *more])
        return None if status == 0 else text or "no image"

    def objects(self):
        """The inputs as the oracle reads them."""
        return [expect.Object(p, i) for i, p in enumerate(self.inputs)]

    def check(self, what, image, *options, zeroed=False, must=True, to="v3"):
        """sfmerge link on IMAGE, verified."""
        run, out = self.bench.run, self.bench.run.path("merged")
        disk.remove(out)
        status, text = run.sfmerge("link", "-o", out, "--to=" + to, *options,
                                   image, *self.inputs)
        problems = []
        if status == 0:
            opts = verify.Options(to=to, zeroed=zeroed,
                                  symbols=elf.Elf(self.image))
            try:
                problems, _ = verify.verify(elf.Elf(image), elf.Elf(out),
                                            self.objects(), opts)
            except (sframe.Broken, ValueError, OSError) as error:
                problems = [str(error)]
            run.verified += 1
        elif must or status != 1 or link_bench.ABSENT not in text:
            problems = [f"exit status {status}"]
        run.result(f"{self.name}: {what}", problems, text)


def linkers(bench, machine):
    """(name, command, flags) of all linkers for MACHINE."""
    found = []
    emulations = MACHINES[machine][2]
    for name, program in (("ld", f"{machine}-linux-gnu-ld"),
                          ("gold", f"{machine}-linux-gnu-ld.gold"),
                          ("lld", "ld.lld"), ("mold", "mold")):
        if shutil.which(program):
            found.append((name, program))
    for name in (f"{machine}-ld-2.44", f"{machine}-ld-2.47", "lld-19",
                 "lld-21", "mold-2.37", "mold-3"):
        program = os.path.join(bench.more, "bin", name)
        if bench.more and os.path.exists(program):
            found.append((name.replace(machine + "-", ""), program))
    return [(name, program,
             ["-m", emulations[name.split("-")[0]]]
             if name.split("-")[0] in emulations else [])
            for name, program in found]


def assembled(bench, machine, version):
    """The two objects, or None."""
    source, flags, _ = MACHINES[machine]
    objects = []
    for part in (1, 2):
        out = bench.run.path(f"{machine}-{version}-{part}.o")
        if flags[version] is None:
            sframe.transcode(bench.run.path(f"{machine}-v1-{part}.o"), out,
                             version)
        else:
            status, text = bench.run.command(
                [f"{machine}-linux-gnu-as", *flags[version], "--defsym",
                 f"PART={part}", "-I",
                 os.path.join(bench.sources, "..", "..", "inc"), "-o", out,
                 os.path.join(bench.sources, source)])
            if status:
                bench.run.result(f"link/{machine}/{version}: objects",
                                 ["the assembler fails"], text)
                return None
        objects.append(out)
    return objects


def link(bench, linker, objects, image):
    """Link OBJECTS; a problem, "" or None if LINKER has not that target."""
    name, command, flags = linker
    disk.remove(image)
    status, text = bench.run.command([command, *flags, "-shared", "-o", image,
                                      *objects])
    if any(w in text for w in ("nknown", "nrecogni")):
        return None
    return f"{name}: status {status}: {text}" if status or text else ""
