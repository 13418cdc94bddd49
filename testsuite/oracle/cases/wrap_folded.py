# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Cold parts that the linker folds although their frames differ: the rows are
those that .eh_frame has there, and nothing else is left out."""

FRAMES = (8, 80)
PART = """\
int use (int *);

static __attribute__ ((noinline)) int
helper (int x)
{
  int frame[FRAME];
  if (__builtin_expect (use (frame) < 0, 0))
    __builtin_trap ();
  return frame[1] + x;
}

int
NAME (int x)
{
  int frame[2 * FRAME];
  if (__builtin_expect (use (frame) < 0, 0))
    __builtin_trap ();
  return helper (frame[1]) * x;
}
"""
MAIN = """\
int fold8 (int), fold80 (int);

__attribute__ ((noinline)) int
use (int *frame)
{
  return frame[0] = frame[1] = 2;
}

int
main (int argc, char **argv)
{
  (void) argv;
  return fold8 (argc) + fold80 (argc) == 0;
}
"""


def parts(c):
    """The objects; None if the compiler makes no cold parts."""
    objects = []
    sources = [(f"fold{frame}", PART.replace("FRAME", str(frame)).replace(
        "NAME", f"fold{frame}")) for frame in FRAMES]
    for name, text in sources + [("fold", MAIN)]:
        c.write(name + ".c", text)
        status, _ = c.run.command(
            [c.bench.objects.cc, "-O2", "-fPIC", "-ffunction-sections",
             "-Wa,--gsframe", "-c", name + ".c"], c.folder)
        if status:
            return None
        objects.append(name + ".o")
    _, text = c.run.command(["nm", *objects], c.folder)
    return objects if text.count(".cold") == 2 * len(FRAMES) else None


def all_cases(c):
    """With the linker of the commands C."""
    what = "folded cold parts"
    objects = parts(c)
    status, text = 1, ""
    if objects:
        status, text = c.link(*objects, "-Wl,--icf=all", wrapped=False)
    if status:
        c.run.unsupported(f"wrap/{c.linker.name}: {what}", "no folding")
        return
    status, text = c.link(*objects, "-Wl,--icf=all")
    problems = [f"exit status {status}"] if status else []
    status, dump = c.run.sfmerge("dump", c.path("prog"))
    problems += [f"{name} is not described" for name in (
        "main", "use", "helper", "fold8", "fold80", "helper.cold")
                 if f"<{name}>" not in dump]
    if not problems:
        # It compares all rows with .eh_frame.
        status, dump = c.run.sfmerge("check", c.path("prog"))
        if status:
            problems.append("it is not valid")
    c.result(what, problems, text + dump)
