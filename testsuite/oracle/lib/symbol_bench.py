# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Links whose image has lost its .sframe, and what `sfmerge link` makes of
them without the map, held against the map."""

import os
import shutil

import disk
import elf
import expect
import link_bench
import outputs
import sframe
import verify
from symbol_truth import Truth


class SymbolBuild(link_bench.Build):
    """One link.  LINKED is what the linker is given, INPUTS what sfmerge is,
    OBJECTS (path, names in the map) what there is to find."""

    objcopy = "objcopy"

    # The parent's would choose the inputs.
    # pylint: disable=super-init-not-called
    def __init__(self, bench, linker, name, linked, flags, objects=None,
                 kind="pie"):
        self.bench, self.run = bench, bench.run
        self.linker, self.kind, self.flags = linker, kind, list(flags)
        self.linked = self.inputs = list(linked)
        self.parts = objects or [(p, [p]) for p in linked]
        self.driver = bench.objects.cc
        self.name = f"symbols/{linker.name}/{name}"
        self.image = bench.run.path("image")
        self.map = bench.run.path("image.map")
        self.before = None

    def link(self, *more):
        """Link; the linker's message if it refuses."""
        given, self.inputs = self.inputs, self.linked
        try:
            return super().link(*more)
        finally:
            self.inputs = given

    def objects(self):
        """The inputs as the oracle reads them."""
        found = []
        for idx, (path, names) in enumerate(self.parts):
            found.append(expect.Object(path, idx))
            found[-1].names = names
        return found

    def truth(self):
        """What the map says."""
        return Truth(self.map, self.objects(), elf.Elf(self.image))


class Wanted:
    """What a link has to give.  LACKING is a function of Expected: whether
    it may be left out; REFUSAL: words of a refusal that is as good; COUNTS:
    whether none may be wrong or not found; PARTIAL: --partial is given."""

    def __init__(self, lacking=None, refusal=(), counts=True, partial=False):
        self.lacking, self.refusal = lacking, refusal
        self.counts, self.partial = counts, partial

    def lacks(self, truth):
        """The addresses of TRUTH that may be left out."""
        return {addr for addr, funcs in truth.found.items()
                if self.lacking and self.lacking(funcs[0])}


def anything(func):
    """For Wanted: all may be left out."""
    del func
    return True


class SymbolBench(link_bench.Bench):
    """What all cases share."""

    def __init__(self, args):
        super().__init__(args)
        self.own_sources = args.own_sources
        self.made = {}

    def compile(self, source, folder, *flags, stem=None):
        """The object of SOURCE, of these tests, in FOLDER of the run, made
        with FLAGS; None if it cannot be made."""
        key = (source, folder, stem, flags)
        if key not in self.made:
            self.made[key] = self._compile(*key)
        return self.made[key]

    def _compile(self, source, folder, stem, flags):
        folder = self.run.path(folder)
        os.makedirs(folder, exist_ok=True)
        out = os.path.join(folder, (stem or os.path.splitext(source)[0])
                           + ".o")
        compiler = (self.objects.cxx if source.endswith(".cc")
                    else self.objects.cc)
        status, text = self.run.command(
            [compiler, *flags, "-Wa,--gsframe", "-I" + self.sources, "-c",
             "-o", out, os.path.join(self.own_sources, source)])
        if status:
            print(text)
            return None
        return out

    def in_version(self, path, version):
        """The object PATH with its .sframe in VERSION, beside it."""
        if version == "v1":
            return path
        folder = os.path.join(os.path.dirname(path), version)
        out = os.path.join(folder, os.path.basename(path))
        if not os.path.exists(out):
            os.makedirs(folder, exist_ok=True)
            sframe.transcode(path, out, version)
        return out

    def lose(self, build, *more, discard=False):
        """Link BUILD with a reserve so that its image describes nothing: its
        pieces are zeroed, or discarded by a script, or, where the linker
        cannot link them, taken from the objects for the while of the link.
        The path of the image, or None."""
        reserve = self.run.path("reserve.o")
        status, text = self.run.sfmerge("reserve", "-o", reserve,
                                        *build.inputs)
        if status == 0:
            if discard:
                script = self.run.path("discard.ld")
                disk.write(script, link_bench.DISCARD)
                more += ("-Wl,-T," + script,)
            text = build.link(reserve, *more)
            if text and not discard:
                text = self._hidden(build, reserve, *more)
        if text:
            self.run.result(build.name, ["no image"], text)
            return None
        return self.zero(build.image)

    def bare(self, build, *more):
        """The same of an image that never had .sframe of its inputs."""
        reserve = self.run.path("reserve.o")
        status, text = self.run.sfmerge("reserve", "-o", reserve,
                                        *build.inputs)
        text = text if status else self._hidden(build, reserve, *more)
        if text:
            self.run.result(build.name, ["no image"], text)
            return None
        return build.image

    def _hidden(self, build, *more):
        kept = []
        try:
            for path in build.linked:
                if path.startswith("-"):
                    continue
                kept.append((path, shutil.copy(path, path + ".kept")))
                status, text = self.run.command(
                    [build.objcopy, "-R", ".sframe", "-R", ".rela.sframe",
                     path])
                if status:
                    return text
            return build.link(*more)
        finally:
            for path, copy in kept:
                shutil.move(copy, path)

    def place(self, build, what, image, *options, wanted=None, symbols=None,
              truth=None, run=True, to="v3", zeroed=True, frames=True):
        """sfmerge link of IMAGE without a map, verified; whether it wrote
        something.  ZEROED: IMAGE describes nothing; FRAMES: its .eh_frame is
        right."""
        out = self.run.absent("merged")
        wanted, truth = wanted or Wanted(), truth or build.truth()
        if wanted.partial:
            options += ("--partial",)
        if "-static" in build.flags:
            # The C library's functions take all other room.
            options += ("--grow=move-phdrs",)
        status, text = self.run.sfmerge(
            "link", "--json", "--to=" + to, "-o", out, *options, image,
            *build.inputs)
        problems = []
        if status == 0:
            self.run.verified += 1
            opts = verify.Options(
                to=to, zeroed=zeroed, lacking=wanted.lacks(truth),
                truth=truth.functions(), frames=frames,
                symbols=elf.Elf(symbols or build.image))
            # Where nothing was found, nothing is to be written.
            if not (len(opts.lacking) == len(truth.found)
                    and disk.same_bytes(image, out)):
                problems += self._verify(image, out, opts, truth)
            problems += counts(text, truth, wanted)
            if run and not problems:
                after = self.execute(build, out)
                if after != build.before:
                    problems.append(f"the program gives {after}, gave "
                                    f"{build.before}")
        elif not wanted.refusal:
            problems = [f"exit status {status}"]
        else:
            print(f"note: {build.name}{what}: refused")
            self.run.refusals += 1
            problems = outputs.refused(status, text, out, [])
            problems += [f"the message lacks \"{w}\"" for w in wanted.refusal
                         if w not in text]
        self.run.result(build.name + what, problems, text)
        return status == 0

    def _verify(self, image, out, opts, truth):
        try:
            found, _ = verify.verify(elf.Elf(image), elf.Elf(out),
                                     truth.objects, opts)
        except (sframe.Broken, ValueError, OSError) as error:
            found = [str(error)]
        return list(found) + truth.doubts(opts.symbols)

    def refuse(self, build, what, image, words, *options):
        """sfmerge refuses IMAGE, writes nothing, and says all WORDS."""
        out = self.run.absent("merged")
        status, text = self.run.sfmerge("link", "-o", out, *options, image,
                                        *build.inputs)
        problems = outputs.refused(status, text, out, [])
        problems += [f"the message lacks \"{w}\"" for w in words
                     if w not in text]
        self.run.result(build.name + what, problems, text)


def inputs_of(text):
    """The counts of the inputs in the output TEXT of the tool."""
    return (outputs.document(text) or {}).get("inputs")


def counts(text, truth, wanted):
    """What is wrong with the counts that the tool gives."""
    given = inputs_of(text)
    if given is None:
        return ["no counts of the inputs"]
    problems = []
    total = given["functions"]
    parts = sum(v for k, v in given.items() if k != "functions")
    if total != parts:
        problems.append(f"the counts add up to {parts}, not {total}")
    if wanted.counts and not truth.unsure:
        problems += [f"{key}: {given[key]}"
                     for key in ("not_found", "contradicted", "unjudged")
                     if given[key]]
    return problems
