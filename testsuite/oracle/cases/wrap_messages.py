# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""No temporary name is in what a linker writes through the wrapper: messages,
maps, lists of dependencies, wherever the temporary directory is."""

import os


def errors(c):
    """A link that fails names the inputs as it would without."""
    first = c.main
    status, text = c.link(first)
    problems = [] if status else ["exit status 0"]
    if c.bench.tmp in text:
        problems.append("a temporary name is in it")
    if os.path.basename(first) not in text:
        problems.append("the input is not in it")
    c.result("the names in errors", problems, text)


def reports(c):
    """What the linker prints about its inputs, to either stream."""
    inputs = [c.main, c.one, c.two]
    for flags in (["--cref"], ["-y", "main"],
                  ["--gc-sections", "--print-gc-sections"]):
        words = [word for flag in flags for word in ("-Xlinker", flag)]
        if c.link(*inputs, *words, wrapped=False)[0]:
            continue
        status, text = c.link(*inputs, *words)
        problems = [f"exit status {status}"] if status else []
        if c.bench.tmp in text:
            problems.append("a temporary name is in it")
        c.result(f"the names that {flags[-1]} prints", problems, text)


def in_order(c):
    """Both streams are one: messages come as the linker wrote them, before
    sfmerge's about the output."""
    os.environ["SFMERGE_OPTIONS"] = "--symbols=nobody"
    status, text = c.link(c.main, c.one, c.two, "-Wl,--trace")
    del os.environ["SFMERGE_OPTIONS"]
    problems = [f"exit status {status}"] if status else []
    if not 0 <= text.find("crtn.o") < text.find("nobody"):
        problems.append("sfmerge speaks first")
    c.result("messages in their order", problems, text)


def odd_folders(c):
    """TMPDIR with what makefiles escape, with dots, and relative."""
    odd = c.run.path("odd tmp $1 #2 3")
    os.makedirs(odd, exist_ok=True)
    os.makedirs(c.path("tmp"), exist_ok=True)
    depends = "-Wl,--dependency-file=depends"
    inputs = [c.main, c.one, c.two]
    for what, folder in (("blanks", odd), ("dots", f"{odd}/..//./"
                                           + os.path.basename(odd)),
                         ("a relative name", "tmp")):
        os.environ["TMPDIR"] = folder
        status, text = c.link(*inputs, depends, "-Wl,-Map,map")
        os.environ["TMPDIR"] = c.bench.tmp
        if status and "depend" in text:
            return
        problems = [f"exit status {status}"] if status else []
        for name in ("depends", "map"):
            with open(c.path(name), encoding="utf-8",
                      errors="replace") as file:
                written = file.read()
            problems += [f"the name of an input is not in the {name}"
                         for path in inputs if path not in written]
            if c.run.names_temporary(written):
                problems.append(f"a temporary name is in the {name}")
        problems += [f"{name} is left behind" for where in (odd, c.path("tmp"))
                     for name in os.listdir(where)]
        c.result(f"TMPDIR with {what}", problems, text)


def versions(c):
    """What GNU ld says about versions that it does not merge: nothing if
    sfmerge has merged them, but all else."""
    inputs = c.case.bench.objects.program(
        "v2-pcrel" if c.linker.merges() == "v3" else "v3", "pic")
    said = "error in " + inputs[1] + "(.sframe); "
    status, text = c.link(*inputs, wrapped=False)
    c.run.result(f"wrap/{c.linker.name}: it refuses a version",
                 [] if said in text and not status else ["it does not"], text)
    for flag in ("-shared", "-Wl,--fatal-warnings", "-Wl,-z,nonsense"):
        status, text = c.link(*inputs, flag)
        problems = [f"exit status {status}"] if status else []
        if "(.sframe)" in text:
            problems.append("the linker refuses what is merged")
        if ("nonsense" in text) != ("nonsense" in flag):
            problems.append("another message is lost")
        checked, report = c.run.sfmerge("check", "--for=kernel",
                                        c.path("prog"))
        if checked:
            problems.append("it is not merged")
        c.result(f"a version that it does not merge, {flag}", problems,
                 text + report)
    os.environ["SFMERGE_OPTIONS"] = "--symbols=nobody"
    status, text = c.link(*inputs)
    del os.environ["SFMERGE_OPTIONS"]
    problems = [f"exit status {status}"] if status else []
    if said not in text:
        problems.append("the linker's message is lost")
    c.result("a version that it does not merge, nor does sfmerge", problems,
             text)


def all_cases(c):
    """With the linker of the commands C."""
    errors(c)
    reports(c)
    in_order(c)
    odd_folders(c)
