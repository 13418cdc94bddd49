# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""--fill: what no .sframe describes, .eh_frame does.  Programs of objects with
SFrame and without, by each linker, through `link`, the plugin and the wrapper;
and images that linkers have spoiled, through `repair`."""

import glob
import os
import shutil

import elf
import expect
import image_frames
import objframes
import row_images
import synth_bench
import synth_links
import toolchain

KINDS = ("C, static", "C, PIE", "C++, PIE", "C++, static, gc")


def judged(image, found, every=1):
    """Compare all of IMAGE with its .eh_frame."""
    image_frames.Image(elf.Elf(image), every).judge("v3", found,
                                                    synth_links.MADE)


def checked(bench, image, found):
    """Ask `check`, and run IMAGE."""
    status, text = bench.run.sfmerge("check", "-q", image)
    if status:
        found.say(f"check: status {status}: {text[:300]}")
    status, text = bench.run.command([os.path.abspath(image)])
    if status:
        found.say(f"it runs with status {status}: {text[:200]}")


def objects(bench, kind, found):
    """The objects of KIND: the first has SFrame, the others have not."""
    sources, flags, _ = synth_links.KINDS[kind]
    problems, paths = [], []
    for source in sources:
        plain = synth_links.plain_object(bench, source, flags, problems)
        if plain and not paths:
            plain, _ = bench.made(plain, "v3", problems)
        if plain:
            paths.append(plain)
    for problem in problems:
        found.say(problem)
    return paths


def linked(bench, linker, kind, found, more=()):
    """An image of KIND's objects, these, and an output's name."""
    paths = objects(bench, kind, found)
    image, text = synth_links.linked(bench, linker, kind, [*paths, *more],
                                     None)
    if not image:
        found.say(text[:300])
    return image, paths, bench.fresh("")


def links(bench):
    """`link --fill`, with SFrame in one object, and in none."""
    for linker in toolchain.linkers(bench.more):
        for kind in KINDS:
            name = f"synth/fill: {linker.name}, {kind}"
            if not bench.run.wanted(name):
                continue
            found = objframes.Findings()
            image, paths, out = linked(bench, linker, kind, found)
            status, text = (bench.run.sfmerge("link", "-q", "--fill", "-o",
                                              out, image, *paths)
                            if image else (1, "no image"))
            if status and "'sfmerge reserve' makes" in text:
                bench.run.unsupported(name, "no room for the section")
                continue
            if status:
                found.say(f"link: status {status}: {text[:300]}")
            else:
                judged(out, found, synth_links.sample(20)
                       if "static" in kind else 1)
                checked(bench, out, found)
            bench.tell(name, found)


def machines(bench):
    """Programs and libraries of the other machines, as they are linked and
    stripped."""
    for machine, kind in ((m, k) for m in ("aarch64", "s390x")
                          for k in ("-pie", "-shared")):
        for strip in (False, True):
            name = (f"synth/fill: {machine} {kind}"
                    + (", stripped" if strip else ""))
            prefix = machine + "-linux-gnu-"
            if not bench.run.wanted(name):
                continue
            if not shutil.which(prefix + "gcc"):
                bench.run.unsupported(name, "no compiler")
                continue
            # It prints the name as it is if it does not find the file.
            if "/" not in bench.run.command(
                    [prefix + "gcc", "-print-file-name=crti.o"])[1]:
                bench.run.unsupported(name, "no C library")
                continue
            found, plain, image = objframes.Findings(), bench.fresh(), \
                bench.fresh("")
            source = os.path.join(bench.args.sources, "synth-main.c")
            compiler = [prefix + "gcc", "-O2", "-fPIC"]
            for command in ([*compiler, "-c", "-o", plain, source],
                            [*compiler, kind, "-o", image, plain],
                            [prefix + "strip", image] if strip else ["true"]):
                status, text = bench.run.command(command)
                if status:
                    found.say(text[:300])
            problems, out = [], bench.fresh("")
            with_it, _ = bench.made(plain, "v3", problems)
            status, text = bench.run.sfmerge("link", "-q", "--fill", "-o", out,
                                             image, with_it or plain)
            if status or problems:
                found.say(f"link: status {status}: {problems} {text[:300]}")
            else:
                judged(out, found)
            bench.tell(name, found, 2)


def others(bench):
    """Objects that are not in the image are no reason to refuse."""
    name = "synth/fill: functions that are not found"
    linker = toolchain.linkers(bench.more)[0]
    if not bench.run.wanted(name):
        return
    found = objframes.Findings()
    image, paths, out = linked(bench, linker, "C++, PIE", found)
    strange = os.path.abspath(bench.fresh())
    bench.run.command(["objcopy", "--prefix-symbols=other_", paths[0],
                       strange])
    for options, wanted in (((), 1), (("--fill",), 0)):
        status, text = bench.run.sfmerge("link", *options, "--to=v3",
                                         "-o", out, image, strange,
                                         paths[0])
        if status not in (wanted, 0):
            found.say(f"{options}: status {status}: {text[:300]}")
    if os.path.exists(out):
        judged(out, found)
    bench.tell(name, found)


def during(bench):
    """The plugin and the wrapper."""
    _, plugin = bench.run.sfmerge("--print-plugin")
    _, wrap = bench.run.sfmerge("--print-wrap")
    program = os.path.abspath(bench.args.sfmerge)
    ways = {
        "plugin": ([f"-Wl,-plugin,{plugin.strip()}",
                    f"-Wl,-plugin-opt,sfmerge={program}",
                    "-Wl,-plugin-opt,fill", "-Wl,-plugin-opt,fatal"], ""),
        "wrapper": (["-B" + wrap.strip()],
                    "--fill --fatal-warnings"),
    }
    there = {"plugin": plugin.strip(),
             "wrapper": os.path.join(wrap.strip(), "ld")}
    for way, (flags, options) in ways.items():
        for plain in (False, True):
            name = (f"synth/fill: the {way}, SFrame in "
                    + ("no object" if plain else "one object"))
            if not bench.run.wanted(name):
                continue
            if not os.path.exists(there[way]):
                bench.run.unsupported(name, "it is not built")
                continue
            if way == "plugin" and bench.run.lacks_proc(name):
                continue
            found = objframes.Findings()
            paths = objects(bench, "C++, PIE", found)
            if plain:
                bench.run.command(["objcopy", "-R", ".sframe", "-R",
                                   ".rela.sframe", paths[0]])
            out = os.path.abspath(bench.fresh(""))
            os.environ.update(SFMERGE_OPTIONS=options, SFMERGE=program)
            status, text = bench.run.command(
                [bench.args.cxx, *flags, "-pie", "-o", out, *paths])
            os.environ.pop("SFMERGE_OPTIONS")
            os.environ.pop("SFMERGE")
            if status:
                found.say(f"status {status}: {text[:300]}")
            else:
                judged(out, found)
                checked(bench, out, found)
            bench.tell(name, found)


def corpus(bench):
    """All images of the corpus are complete afterwards."""
    name = "synth/fill: the corpus"
    images = sorted(glob.glob(os.path.join(
        os.environ.get("SFMERGE_CORPUS", ""), "images", "*", "*")))
    if not bench.run.wanted(name):
        return
    if not images:
        bench.run.unsupported(name, "no images")
        return
    found, refused = objframes.Findings(), 0
    for path in images:
        if elf.Elf(path).type == elf.ET_REL:
            continue
        mine, out = objframes.Findings(), bench.fresh("")
        status, text = bench.run.sfmerge("repair", "-q", "--to=v3", "-o", out,
                                         path)
        refused += status != 0
        status, text = bench.run.sfmerge("repair", "-q", "--fill", "--to=v3",
                                         "-o", out, path)
        if status:
            mine.say(f"status {status}: {text[:300]}")
        elif elf.Elf(path).sections:
            judged(out, mine)
        for problem in mine.wrong:
            found.say(f"{path}: {problem}")
        mine.wrong.clear()
        found.join(mine)
        os.remove(out)
    found.add("images that repair alone refuses", refused)
    bench.tell(name, found, 300)


def spoiled(bench, image):
    """IMAGE with a function whose rows contradict .eh_frame: its path and the
    function's address, or None."""
    rows = row_images.Image(elf.Elf(image))
    for one in rows.spoiled():
        if one.why is None and len(one.wanted) == 1 and list(
                one.wanted.values())[0][0] == row_images.CONTRADICT:
            path = bench.fresh("")
            rows.write(one, path)
            return path, *one.wanted
    return None


def kept(bench):
    """--keep keeps rows that contradict .eh_frame; without it they go."""
    name = "synth/fill: rows that are wrong"
    if not bench.run.wanted(name):
        return
    found = objframes.Findings()
    image, paths, good = linked(bench, toolchain.linkers(bench.more)[0],
                                "C, PIE", found)
    bench.run.sfmerge("link", "-q", "--fill", "-o", good, image, *paths)
    spoil = spoiled(bench, good)
    if not spoil:
        found.say("no row can be spoiled")
        bench.tell(name, found)
        return
    for options, like, word, count in (((), good, "not used", "replaced"),
                                       (("--keep",), spoil[0], "kept",
                                        "kept")):
        made = bench.fresh("")
        status, text = bench.run.sfmerge("synth", *options, "--json", "-o",
                                         made, spoil[0])
        counts = synth_bench.counts_of(text) if not status else {}
        if word not in text or counts.get(count) != 1:
            found.say(f"{options}: status {status}: {text[:300]}")
            continue
        after, wanted = (expect.own(elf.Elf(path))[0][spoil[1]]
                         for path in (made, like))
        if after[0][1] != wanted[0][1]:
            found.say(f"{options}: other rules than in {like}")
        found.add("functions")
    bench.tell(name, found, 2)


def cases(bench):
    """All of them."""
    links(bench)
    machines(bench)
    others(bench)
    during(bench)
    corpus(bench)
    kept(bench)
