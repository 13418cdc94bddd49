# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Programs and libraries of the system, which nobody assembled with SFrame:
what synth makes of them is compared with their .eh_frame at every address, they
run, and a second run changes nothing."""

import filecmp
import glob
import json
import os
import shutil

import elf
import image_frames
import objframes
import synth_links
import toolchain

# File: how it shows that it runs; None: it does not.
PROGRAMS = {
    "/bin/bash": ["-c", "echo $((6 * 7))"],
    "/usr/bin/python3": ["-c", "import json, re; print(json.dumps([6 * 7]))"],
    "/usr/bin/perl": ["-e", "print 6 * 7"],
    "/usr/bin/sort": ["--version"],
    "/usr/bin/m4": ["--version"],
}
LIBRARIES = (
    "/lib/x86_64-linux-gnu/libc.so.6",
    "/lib/x86_64-linux-gnu/libcrypto.so.3",
    "/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
    "/usr/aarch64-linux-gnu/lib/libc.so.6",
    "/usr/aarch64-linux-gnu/lib/libstdc++.so.6",
    "/usr/s390x-linux-gnu/lib/libc.so.6",
    "/usr/s390x-linux-gnu/lib/ld64.so.1",
)
MANY = 60  # of functions in the suite one of so many is compared


def made(bench, path, version, found):
    """PATH with the .sframe that synth makes, and the counts; or None."""
    problems = []
    out, counts = bench.made(path, version, problems)
    for problem in problems:
        found.say(problem)
    return out, counts


def compared(bench, out, counts, version, found, every=1):
    """Judge OUT by its own .eh_frame: one function of EVERY."""
    image = image_frames.Image(elf.Elf(out), every)
    image.judge(version[:2], found, synth_links.MADE)
    left = sum(n for name, n in found.count.items()
               if name.startswith("left out: "))
    if counts["refused"] != left:
        found.say(f"it counts {counts['refused']} functions left out, "
                  f"not {left}")
    if counts["added"] < 1:
        found.say("nothing was added")
    status, text = bench.run.sfmerge("check", "-q", out)
    if status:
        found.say(f"check: status {status}: {text[:300]}")
    again = bench.fresh("")
    shutil.copy(out, again)
    bench.run.sfmerge("synth", "-q", "--to=" + version, "-i", again)
    if not filecmp.cmp(out, again, shallow=False):
        found.say("a second run changes it")
    os.remove(again)


def announced(bench, path, counts, found):
    """`check` says before what synth makes of PATH, and nothing after."""
    for image, wanted in (path, counts["added"]), (counts["out"], None):
        _, text = bench.run.sfmerge("check", "--json", image)
        said = json.loads(text)["files"][0].get("synth")
        if said and (said["added"], said["refused"]) != (
                wanted, counts["refused"]):
            found.say(f"check of {image} announces {said}")
        if (said is None) != (wanted is None):
            found.say(f"check of {image} announces {said}, not {wanted}")


def one(bench, path, version, arguments):
    """The case of the file PATH."""
    name = f"synth/images: {path}, {version}"
    if not bench.run.wanted(name):
        return
    if not os.path.exists(path):
        bench.run.unsupported(name, "it is not there")
        return
    found = objframes.Findings()
    out, counts = made(bench, os.path.realpath(path), version, found)
    if out:
        compared(bench, out, counts, version, found,
                 synth_links.sample(MANY))
        if version == "v3":
            announced(bench, path, {**counts, "out": out}, found)
        if arguments is not None:
            os.chmod(out, 0o755)
            status, text = bench.run.command([os.path.abspath(out),
                                              *arguments])
            if status or not text:
                found.say(f"it runs with status {status}: {text[:200]}")
        os.remove(out)
    bench.tell(name, found, 3)


def kept(bench):
    """What a linker has merged stays, and only the rest is added."""
    name = "synth/images: what is there stays"
    images = sorted(glob.glob(os.path.join(
        os.environ.get("SFMERGE_CORPUS", ""), "images", "*", "*")))
    if not bench.run.wanted(name):
        return
    found, tried = objframes.Findings(), 0
    for path in images:
        out = bench.fresh("")
        status, _ = bench.run.sfmerge("repair", "-q", "-o", out, path)
        if status or not os.path.exists(out) or tried == 12:
            continue
        tried += 1
        before, _ = image_frames.expect.own(elf.Elf(out))
        filled, counts = made(bench, out, "v3", found)
        os.remove(out)
        if not filled:
            continue
        after, _ = image_frames.expect.own(elf.Elf(filled))
        found.add("functions", len(before))
        for addr in set(before) - set(after):
            if not counts["replaced"]:
                found.say(f"{path}: {addr:#x} is gone")
        os.remove(filled)
    if not tried:
        bench.run.unsupported(name, "no images")
        return
    bench.tell(name, found)


def lost(bench):
    """What a linker has left out, as one of the objects has no .sframe."""
    for linker in toolchain.linkers(bench.more):
        name = f"synth/images: left out by {linker.name}"
        if linker.merges() != "v3" or not bench.run.wanted(name):
            continue
        found, problems, kind = objframes.Findings(), [], "C++, PIE, all kept"
        paths = synth_links.compiled(bench, kind, "v3", problems)
        bench.run.command(["objcopy", "-R", ".sframe", "-R", ".rela.sframe",
                           paths[-1]])
        image, text = synth_links.linked(bench, linker, kind, paths, None)
        for problem in problems + ([text] if not image else []):
            found.say(problem[:300])
        out, counts = (made(bench, image, "v3", found) if image
                       else (None, {}))
        if out:
            compared(bench, out, counts, "v3", found)
            os.remove(out)
        bench.tell(name, found, 100)


def debugged(bench):
    """What has no .eh_frame is described by .debug_frame: the image's own, or
    that of its debug file."""
    for separate in (False, True):
        name = ("synth/images: .debug_frame of "
                + ("the debug file" if separate else "the image"))
        if not bench.run.wanted(name):
            continue
        found, path, out = objframes.Findings(), bench.fresh(""), ""
        source = os.path.join(bench.args.sources, "synth-main.c")
        debug = path + ".debug"
        for command in ([bench.args.cc, "-O2", "-g", "-nostdlib", "-static",
                         "-fno-asynchronous-unwind-tables", "-Wl,-e,main",
                         "-Wl,--unresolved-symbols=ignore-all", "-o", path,
                         source],
                        ["objcopy", "-R", ".eh_frame", path],
                        ["objcopy", "--only-keep-debug", path, debug],
                        ["strip", "-g", path] if separate else ["true"]):
            status, text = bench.run.command(command)
            if status:
                found.say(text[:300])
        out = bench.fresh("")
        status, text = bench.run.sfmerge(
            "synth", *(["--symbols=" + debug] if separate else []),
            "--grow=move-phdrs", "-o", out, path)
        if status or not os.path.exists(out):
            found.say(f"synth: status {status}: {text[:300]}")
        else:
            image = elf.Elf(out)
            if separate:
                have, _ = image_frames.expect.own(image)
                frames = list(image_frames.ehframe.each(elf.Elf(debug),
                                                        debug=True))
                found.add("functions", len(frames))
                if sorted(have) != sorted(f.addr for f in frames):
                    found.say(f"it has {sorted(have)}")
            else:
                image_frames.Image(image, debug=True).judge("v3", found)
        bench.tell(name, found, 2)


def absolute(bench):
    """Absolute starts in a PIE: lld writes 0 into the field, and the address
    into a relocation alone."""
    for linker in ("ld.lld", "ld.bfd", "ld.gold"):
        for more in ([], ["-z", "rel"], ["--pack-dyn-relocs=relr"]):
            name = f"synth/images: absolute starts, {' '.join([linker, *more])}"
            if not bench.run.wanted(name) or (more and linker != "ld.lld"):
                continue
            found, obj, path = (objframes.Findings(), bench.fresh(),
                                bench.fresh(""))
            source = os.path.join(bench.args.sources, "absolute.s")
            status = 0
            for command in (["as", "-o", obj, source],
                            [linker, "-pie", "-z", "notext", *more, "-o",
                             path, obj]):
                status = status or bench.run.command(command)[0]
            if status or not shutil.which(linker):
                bench.run.unsupported(name, "no such linker")
                continue
            out = bench.fresh("")
            status, text = bench.run.sfmerge("synth", "--grow=move-phdrs",
                                             "-o", out, path)
            if status:
                found.say(text[:300])
            else:
                have, _ = image_frames.expect.own(elf.Elf(out))
                wanted = sorted(s.value for s in elf.Elf(path).symbols()
                                if s.name in ("_start", "second"))
                found.add("functions", len(have))
                if sorted(have) != wanted:
                    found.say(f"it has {sorted(have)}, not {wanted}")
            bench.tell(name, found, 2)


def bolted(bench):
    """A program that BOLT rewrote after it got .sframe: all is described
    anew."""
    name, bolt = "synth/images: rewritten by BOLT", next(
        filter(shutil.which, ("llvm-bolt", "llvm-bolt-16")), None)
    if not bench.run.wanted(name):
        return
    if not bolt:
        bench.run.unsupported(name, "no llvm-bolt")
        return
    found, path = objframes.Findings(), bench.fresh("")
    source = os.path.join(bench.args.sources, "synth-main.c")
    status, text = bench.run.command(
        [bench.args.cc, "-O1", "-Wl,-q", "-nostdlib", "-static", "-Wl,-e,main",
         "-Wl,--unresolved-symbols=ignore-all", "-o", path, source])
    out, _ = (None, 0) if status else made(bench, path, "v3", found)
    moved = bench.fresh("")
    if out:
        status, text = bench.run.command(
            [bolt, out, "-o", moved, "-reorder-blocks=reverse"])
    if not out or status:
        bench.run.unsupported(name, text.strip()[-60:])
        return
    for command in ("synth", "repair --fill"):
        again = bench.fresh("")
        status, text = bench.run.sfmerge(*command.split(), "-o", again, moved)
        if status:
            found.say(f"{command}: status {status}: {text[:300]}")
        else:
            image_frames.Image(elf.Elf(again)).judge("v3", found)
    bench.tell(name, found, 2)


def cases(bench):
    """All of them."""
    absolute(bench)
    bolted(bench)
    for path, arguments in PROGRAMS.items():
        one(bench, path, "v3", arguments)
    one(bench, "/bin/bash", "v2-pcrel", PROGRAMS["/bin/bash"])
    for path in LIBRARIES:
        one(bench, path, "v3", None)
    debugged(bench)
    kept(bench)
    lost(bench)
