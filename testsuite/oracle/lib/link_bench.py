# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Links of the test programs by every linker here, and `sfmerge link` on them:
what the outputs must hold, and that the programs do what they did."""

import os
import shutil

import disk
import elf
import expect
import outputs
import sframe
import symbol_truth
import toolchain
import verify
from runner import Runner

PLACED = ("described_by_image", "placed_by_map", "placed_by_symbols")
GONE = ("discarded", "not_extracted", "absent")
# Bytes of functions of which code may not tell whether they are there.
SHORT = 24
DISCARD = "SECTIONS { /DISCARD/ : { *(.sframe) } }\nINSERT AFTER .text;\n"

# Kind of link: (compile kind, flags)
KINDS = {
    "pie": ("pic", ["-pie"]),
    "no-pie": ("exe", ["-no-pie"]),
    "static": ("exe", ["-static"]),
    "static-pie": ("pic", ["-static-pie"]),
    "gc": ("gc", ["-pie", "-Wl,--gc-sections"]),
    "shared": ("pic", ["-shared"]),
    "cxx": ("pic", ["-pie"]),
    "cxx-gc": ("gc", ["-pie", "-Wl,--gc-sections"]),
    "icf": ("gc", ["-pie", "-Wl,--icf=all"]),
}


class Build:
    """One linked image and what it was made of."""

    def __init__(self, bench, linker, kind, version):
        self.bench, self.run = bench, bench.run
        self.linker, self.kind, self.version = linker, kind, version
        compiled, self.flags = KINDS[kind]
        if kind.startswith("cxx"):
            self.inputs = bench.objects.cxx_program(version, compiled)
            self.driver = bench.objects.cxx
        else:
            self.inputs = bench.objects.program(version, compiled)
            self.driver = bench.objects.cc
            if kind == "shared":
                self.inputs = self.inputs[1:]
        self.name = f"link/{linker.name}/{kind}/{self.tag()}"
        self.image = bench.run.path("image")
        self.map = bench.run.path("image.map")
        self.before = None
        # What the map calls the members of an archive.
        self.members = {}

    def tag(self):
        """The version, or the versions."""
        return (self.version if isinstance(self.version, str)
                else "+".join(self.version))

    def link(self, *more):
        """Link; the linker's message if it refuses."""
        for file in (self.image, self.map):
            disk.remove(file)
        status, text = self.run.command(
            [self.driver, *self.linker.flags, *self.flags, "-o", self.image,
             "-Wl,-Map," + self.map, *self.inputs, *more])
        if status or not os.path.exists(self.image):
            return text or "no image"
        self.before = self.bench.execute(self, self.image)
        return None

    def need(self):
        """Bytes of a V3 section with all functions that are expected."""
        image = elf.Elf(self.image)
        found, _ = expect.functions(image, self.objects())
        return 28 + sum(21 + f[0].row_size for f in found.values())

    def objects(self):
        """The inputs as the oracle reads them."""
        found = [expect.Object(p, i) for i, p in enumerate(self.inputs)]
        for obj in found:
            obj.names = [self.members.get(obj.path, obj.path)]
        return found

    def truth_of(self, inputs=None):
        """What the linker's map says of INPUTS, or of all."""
        truth = symbol_truth.Truth(self.map, self.objects(),
                                   elf.Elf(self.image))
        if inputs is not None:
            truth.found = {
                addr: mine for addr, mine in (
                    (a, [f for f in funcs if f.obj.path in inputs])
                    for a, funcs in truth.found.items()) if mine}
            truth.gone, truth.unsure = (
                [f for f in funcs if f.obj.path in inputs]
                for funcs in (truth.gone, truth.unsure))
            truth.placed = sum(map(len, truth.found.values()))
        return truth

    def room(self):
        """Bytes that are certainly there."""
        image = elf.Elf(self.image)
        seg = image.segment_of(elf.PT_GNU_SFRAME)
        sizes = [s.size for s in image.named(".sframe")]
        return max(sizes + [seg.filesz if seg else 0, 0])


class Bench:
    """What all cases share."""

    def __init__(self, args):
        self.run = Runner(args.sfmerge, args.folder, args.only)
        self.folder, self.sources = args.folder, args.sources
        self.library, self.more = args.library, args.toolchains or ""
        self.objects = toolchain.Objects(self.run, args.sources, self.more,
                                         args.cc, args.cxx)
        self.linkers = toolchain.linkers(self.more)
        # What was split already.
        self.done = {}

    def split(self, path, target=None, problems=None):
        """The path of PATH, split, in the version TARGET."""
        key = (path, target)
        if key in self.done:
            return self.done[key]
        out = self.run.path(f"split{len(self.done)}.o")
        options = [f"--to={target}"] if target else []
        status, text = self.run.sfmerge("convert", "--split", *options, "-o",
                                        out, path)
        if status or text:
            print(f"note: split {path}: status {status}: {text.strip()}")
            if problems is not None:
                problems.append(f"{path}: status {status}: {text.strip()}")
        self.done[key] = out
        return out

    def execute(self, build, image):
        """What the program IMAGE does: exit status and output."""
        os.chmod(image, 0o755)
        if build.kind == "shared":
            host = self.run.path("host")
            status, text = self.run.command(
                [self.objects.cc, "-o", host,
                 os.path.join(self.sources, "link-shared.c"), image])
            if status:
                return status, text
            return self.run.command([host])
        return self.run.command([image])

    def merge(self, build, name, image, *options, inputs=None, zeroed=False,
              must=True, symbols=None, to="v3", partial=False, truth=None,
              lacking=()):
        """sfmerge link on IMAGE, verified and run; prints the result.
        Returns whether an output was written.  TRUTH: what the map says, of
        which the addresses LACKING cannot be found."""
        out = self.run.absent("merged")
        if to != "v3":
            options += ("--to=" + to,)
        if truth:
            options += ("--json",)
        status, text = self.run.sfmerge(
            "link", "-o", out, *options, image, *(inputs or build.inputs))
        problems = []
        if status == 0:
            opts = verify.Options(
                to=to, zeroed=zeroed, partial=partial, lacking=lacking,
                symbols=elf.Elf(symbols) if symbols else None,
                truth=truth and truth.functions())
            problems = self.problems(build, image, out, opts)
            if truth:
                problems += truth.doubts(elf.Elf(build.image))
                problems += miscounted(text, truth, lacking)
            self.run.verified += 1
        elif must or status != 1:
            problems = [f"exit status {status}"]
        else:
            self.run.refusals += 1
            problems = outputs.refused(status, text, out,
                                       [build.need()] if zeroed else [])
            if len(set(outputs.numbers(text))) < 2:
                problems.append("the message lacks the bytes needed and the "
                                "room")
        self.run.result(name, problems, text)
        return status == 0

    def problems(self, build, image, out, opts):
        """What is wrong with OUT."""
        try:
            found, _ = verify.verify(elf.Elf(image), elf.Elf(out),
                                     build.objects(), opts)
        except (sframe.Broken, ValueError, OSError) as error:
            found = [str(error)]
        after = self.execute(build, out)
        if after != build.before:
            found.append(f"the program gives {after}, gave {build.before}")
        return found

    def zero(self, image):
        """A copy of IMAGE whose pieces are zero bytes."""
        whole = elf.Elf(image)
        data = bytearray(whole.data)
        for start, end in expect.own(whole)[1]:
            data[start:end] = bytes(end - start)
        out = self.run.path("zeroed")
        disk.write(out, data)
        return out


def miscounted(text, truth, lacking=()):
    """What is wrong with the counts of the inputs in TEXT."""
    given = (outputs.document(text) or {}).get("inputs")
    if given is None:
        return ["no counts of the inputs"]
    lost = sum(len(truth.found[addr]) for addr in lacking)
    total = truth.placed + len(truth.gone) + len(truth.unsure)
    placed = sum(given[k] for k in PLACED)
    gone = sum(given[k] for k in GONE)
    rest = sum(v for k, v in given.items() if k not in PLACED + GONE
               and k not in ("functions", "not_found", "unsure"))
    problems = [f"the count of other reasons is {rest}"] if rest else []
    # Without the bytes that are relocated their code is shorter still.
    short = sum(f.size <= SHORT for funcs in (
        truth.gone, truth.unsure, *truth.found.values()) for f in funcs)
    if given["unsure"] > short:
        problems.append(f"{given['unsure']} functions are unsure, and {short} "
                        "short")
    if given["functions"] != total or given["not_found"] != lost:
        problems.append(f"{given['not_found']} of {given['functions']} "
                        f"functions are not found; by the map {lost} of "
                        f"{total}")
    if placed + gone + given["not_found"] + given["unsure"] + rest != (
            given["functions"]):
        problems.append("the counts do not add up")
    return problems


def versions_for(linker, kind, number):
    """Which versions to try with LINKER: its own, one other."""
    own = linker.merges()
    if own:
        return (own,)
    if kind in ("pie", "gc"):
        return ("v1", "v3", ("v1", "v1", "v2"))
    return (("v1", "v2", "v2-pcrel", "v3")[number % 4],)


def the_linker(bench, *names):
    """The first linker of NAMES that is here, or None."""
    for name in names:
        for linker in bench.linkers:
            if linker.name == name:
                return linker
    return None


def linked(bench, name, linker, kind, version, *more):
    """The build of one link, or None."""
    if not linker or not bench.run.wanted(name):
        return None
    build = Build(bench, linker, kind, version)
    refusal = build.link(*more)
    if refusal:
        bench.run.unsupported(name, "the linker refuses")
        return None
    return build


def clean(bench, name, linker, kind, target):
    """A build whose image `sfmerge link` made right, in version TARGET."""
    build = linked(bench, name, linker, kind, linker.merges() or "v1",
                   *reserve_for(bench))
    if not build:
        return None
    out = bench.run.absent("clean")
    status, text = bench.run.sfmerge("link", "--to=" + target, "-o", out,
                                     build.image, *build.inputs)
    if status:
        bench.run.result(name, [f"no clean image: {status}"], text)
        return None
    os.chmod(out, 0o755)
    build.image = out
    return build


def reserve_for(bench):
    """An object that makes room, so that each version fits."""
    reserve = bench.run.path("reserve.o")
    status, _ = bench.run.sfmerge("reserve", "--size=4096", "-o", reserve)
    return [] if status else [reserve]


ABSENT = "are not found in it"
VERSIONS = """TRAP_1 { global: trap_call; part*_public; local: *; };
TRAP_2 { global: trap_call; } TRAP_1;
"""


def distinct(bench):
    """The linkers, of those whose maps and sections are alike the newer."""
    return [li for li in bench.linkers if li.name != "lld-19"]


def placed(bench, build, name, image, *options, inputs=None, **more):
    """Each function of INPUTS that the map of the link has is found in IMAGE.
    The oracle knows the map; sfmerge only if OPTIONS give it."""
    return bench.merge(build, name, image, *options, inputs=inputs,
                       truth=build.truth_of(inputs), **more)


def with_reserve(bench, build, *more):
    """Link BUILD with a reserve; says so if that fails."""
    reserve = bench.run.path("reserve.o")
    status, text = bench.run.sfmerge("reserve", "-o", reserve, *build.inputs)
    if status == 0:
        text = build.link(reserve, *more)
    if text:
        bench.run.result(build.name + ": trap", ["no image"], text)
    return not text


def without(bench, build, hidden, *more):
    """Link BUILD with its objects HIDDEN as an assembler without --gsframe
    writes them: the image has their code, but describes none of it.  For the
    linker they have to be the same files, as the map names them."""
    kept = []
    try:
        for path in hidden:
            kept.append((path, shutil.copy(path, path + ".kept")))
            status, text = bench.run.command(
                ["objcopy", "-R", ".sframe", "-R", ".rela.sframe", path])
            if status:
                bench.run.result(build.name + ": trap", ["no object"], text)
                return False
        return with_reserve(bench, build, *more)
    finally:
        for path, copy in kept:
            shutil.move(copy, path)


def the_map(build):
    """The option that gives BUILD's own map."""
    return "--from-map=" + build.map


def reduced(bench, image, *strip):
    """IMAGE after `strip STRIP`."""
    out = bench.run.absent("reduced")
    bench.run.command(["strip", *strip, "-o", out, image])
    return out
