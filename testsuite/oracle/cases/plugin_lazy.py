# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Objects between --start-lib and --end-lib beside the plugin, one of which
the linker does not take: the linker offers it like the others."""

import os

import link_bench


def all_cases(bench, linker):
    """One that is not taken has no code in the image, with symbols or
    without."""
    run = bench.run
    build = link_bench.Build(bench, linker, "pie", linker.merges() or "v2")
    image = run.path("image")
    first, *rest = build.inputs
    unused = bench.objects.get("trap-leaf.c", linker.merges() or "v2", "pic",
                               4)
    command = [build.driver, *linker.flags, "-pie", "-o", image, first,
               "-Wl,--start-lib", *rest, unused, "-Wl,--end-lib"]
    if run.command(command)[0]:
        # It does not know them.
        return
    for flags in [], ["-s"]:
        name = "/".join(["plugin", linker.name, "--start-lib", *flags])
        if not run.wanted(name):
            continue
        if os.path.exists(image):
            os.remove(image)
        status, text = run.command(
            command + flags + bench.plugged("grow=move-phdrs"))
        problems = [f"exit status {status}"] if status else []
        if "is as the linker wrote it" in text:
            problems.append("it is not merged")
        # Nothing but names tells what --against is to compare.
        problems += bench.checked(image, "kernel",
                                  [] if flags else [first, *rest])
        run.result(name, problems, text)
