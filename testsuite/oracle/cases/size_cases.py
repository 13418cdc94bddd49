#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""How much smaller a section is whose functions share rows.

Of real code, the engine's own and what the C++ library's templates make: less
than without sharing, and as little as the oracle says can be.  Of the corpus,
whose bytes do not depend on a compiler: the shares that are noted here, within
a point.  Plain, no section is larger than the one that a linker merged."""

import glob
import json
import os
import sys

import disk
import elf
import expect
import repair_check
import toolchain
from runner import Runner

TARGETS = ("v2-pcrel", "v3")
# Corpus's images by the end of their directory's name: what sharing saves, in
# per cent of the plain sections together.
SAVED = {
    "-pie": {"v2-pcrel": 3.84, "v3": 9.74},
    "-cxx": {"v2-pcrel": 2.39, "v3": 5.82},
    "-shared": {"v2-pcrel": 4.51, "v3": 10.71},
}
# The directories of images whose linker merged them itself.
MERGED = ("v2-bfd244-", "v3-bfd247-", "v3-mold300-")
TEMPLATES = """
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

int
main (int argc, char **argv)
{
  std::map<std::string, std::vector<int>> found;
  std::regex pattern ("a(b|c)*d");
  for (int i = 1; i < argc; i++)
    {
      std::smatch match;
      std::string word (argv[i]);
      if (std::regex_search (word, match, pattern))
        found[word].push_back (i);
      std::istringstream stream (word);
      for (int n; stream >> n;)
        found[word].push_back (n);
    }
  std::vector<std::string> names;
  for (auto &entry : found)
    names.push_back (entry.first);
  std::stable_sort (names.begin (), names.end (),
                    std::greater<std::string> ());
  for (auto &name : names)
    std::cout << name;
}
"""


class Bench:
    """The tool and the compilers."""

    def __init__(self, args):
        self.args = args
        self.run = Runner(args.sfmerge, args.folder, args.only)
        # What a linker left out of its tables is not compared.
        self.options = ["--plt=keep"]

    def size(self, command, *args):
        """Bytes of the section that COMMAND makes, or None; what it said."""
        out = self.run.absent("sized")
        status, text = self.run.sfmerge(
            command, "--json", "--grow=move-phdrs", *self.options, "-o", out,
            *args)
        if status:
            return None, text
        image = elf.Elf(out)
        section, = [s for s in image.named(".sframe") if s.size]
        return section.size, text


def percent(small, large):
    """By how many per cent SMALL is less than LARGE."""
    return 100 * (large - small) / large


def corpus_images(bench, suffix):
    """The corpus's images of one kind that can be repaired."""
    folder = bench.args.corpus
    with open(os.path.join(folder, "manifest.jsonl"),
              encoding="utf-8") as manifest:
        for line in map(json.loads, manifest):
            state = (line.get("with_inputs") or {}).get("state") or ""
            if (line["type"] != "REL" and state.startswith("REPAIR")
                    and os.path.dirname(line["file"]).endswith(suffix)):
                yield os.path.join(folder, line["file"])


def corpus(bench):
    """What sharing saves in the images of the corpus."""
    for suffix, known in SAVED.items():
        for target in TARGETS:
            name = f"size/corpus{suffix}: {target}"
            if not bench.run.wanted(name):
                continue
            plain = shared = 0
            problems = []
            for path in corpus_images(bench, suffix):
                sizes = []
                for when in ("never", "always"):
                    size, text = bench.size(
                        "convert", "--to=" + target, f"--share-rows={when}",
                        path)
                    if size is None:
                        problems.append(f"{path}: {text}")
                    sizes.append(size or 0)
                plain, shared = plain + sizes[0], shared + sizes[1]
                if sizes[1] > sizes[0]:
                    problems.append(f"{path}: {sizes}")
            saved = percent(shared, plain) if plain else 0
            print(f"note: {name}: {plain} to {shared} bytes, {saved:.2f} %")
            if abs(saved - known[target]) > 1:
                problems.append(f"{saved:.2f} % saved, not "
                                f"{known[target]:.2f} %")
            bench.run.result(name, problems)


def no_larger(bench):
    """A plain section beside the one that a linker merged itself."""
    name = "size/corpus: no larger than a linker's"
    folder, problems, count = bench.args.corpus, [], 0
    for path in sorted(glob.glob(os.path.join(folder, "images", "v[23]-*",
                                              "out*"))):
        image = elf.Elf(path)
        sections = [s for s in image.named(".sframe") if s.size]
        if not os.path.basename(os.path.dirname(path)).startswith(
                MERGED) or len(sections) != 1 or image.type == elf.ET_REL:
            continue
        size, text = bench.size("repair", "--fill=none",
                                "--share-rows=never", path)
        if size is None or size > sections[0].size:
            problems.append(f"{path}: {sections[0].size} bytes, {size} now: "
                            f"{text}")
        count += 1
    if count < 10:
        problems.append(f"only {count} images")
    bench.run.result(name, problems)


def real_code(bench):
    """The engine, and C++ templates, as this machine compiles them."""
    for word, build in (("C", engine), ("C++", templates)):
        name = f"size/real {word}"
        if not bench.run.wanted(name):
            continue
        objects = build(bench)
        image = bench.run.path("image")
        driver = bench.args.cxx if word == "C++" else bench.args.cc
        disk.remove(image)
        if not objects or bench.run.command(
                [driver, "-shared", "-Wl,-Map," + image + ".map", "-o", image,
                 *objects])[0]:
            bench.run.unsupported(name, "it cannot be compiled here")
            continue
        for target in TARGETS:
            one_target(bench, f"{name}: {target}", image, objects, target)


def one_target(bench, name, image, objects, target):
    """Plain and shared sections of IMAGE."""
    before = elf.Elf(image)
    inputs = [expect.Object(p, i) for i, p in enumerate(objects)]
    sizes, problems = [], []
    for when in ("never", "always"):
        # What GNU ld 2.44 says of .plt.got is not true: it is not kept.
        size, text = bench.size("link", "--to=" + target,
                                f"--share-rows={when}", "--plt=auto",
                                f"--from-map={image}.map", image, *objects)
        if size is None:
            bench.run.result(name, ["no section"], text)
            return
        sizes.append(size)
        problems += repair_check.verified(
            bench.run, before, elf.Elf(bench.run.path("sized")), inputs,
            target, compact=when == "always")
    frames = sum(s.size for s in before.sections
                 if s.name in (".eh_frame", ".eh_frame_hdr"))
    print(f"note: {name}: {sizes[0]} to {sizes[1]} bytes, "
          f"{percent(sizes[1], sizes[0]):.2f} %; {sizes[0] / frames:.2f} to "
          f"{sizes[1] / frames:.2f} of .eh_frame and .eh_frame_hdr")
    if sizes[1] >= sizes[0]:
        problems.append(f"nothing is saved of {sizes[0]} bytes")
    bench.run.result(name, problems)


def engine(bench):
    """The objects of the engine with .sframe, or None."""
    top = os.path.join(bench.args.sources, "..", "..", "..")
    config = os.path.dirname(bench.args.sfmerge)
    objects = []
    for path in sorted(glob.glob(os.path.join(top, "merger", "*.c"))):
        out = bench.run.path(os.path.basename(path)[:-2] + ".o")
        if bench.run.command(
                [bench.args.cc, "-O2", "-fPIC", "-D_GNU_SOURCE", "-w",
                 "-I" + config, "-iquote", os.path.join(top, "include"),
                 "-Wa,--gsframe", "-c", "-o", out, path])[0]:
            return None
        objects.append(out)
    return objects


def templates(bench):
    """The object of a C++ program, or None."""
    source, out = bench.run.path("templates.cc"), bench.run.path("t.o")
    disk.write(source, TEMPLATES)
    status, _ = bench.run.command([bench.args.cxx, "-O2", "-fPIC",
                                   "-Wa,--gsframe", "-c", "-o", out, source])
    return None if status else [out]


def main():
    """The command."""
    options = toolchain.parser()
    options.add_argument("--corpus")
    bench = Bench(options.parse_args())
    if bench.args.corpus:
        corpus(bench)
        no_larger(bench)
    else:
        bench.run.unsupported("size/corpus", "no corpus")
    real_code(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
