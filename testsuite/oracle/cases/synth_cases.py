#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Judge `sfmerge synth`: by the assemblers that write .sframe themselves, by
the oracle's own reading of .eh_frame, by linkers that merge what it makes, and
by programs that run.

    synth_cases.py --sfmerge TOOL --sources DIR --folder DIR
                   [--toolchains DIR] [--only TEXT]

With SFM_SYNTH_ALL set every function of every library and program is compared,
not a sample, and more programs run with the sampler, for longer;
SFM_SYNTH_DAMAGE is a number of damaged objects.
"""

import sys

import synth_again
import synth_bench
import synth_build_ids
import synth_damage
import synth_detached
import synth_directives
import synth_fill
import synth_directories
import synth_gas
import synth_hostile
import synth_images
import synth_later
import synth_links
import synth_outputs
import synth_rust
import synth_samples
import synth_walks
import toolchain


def main():
    """The command."""
    args = toolchain.parser().parse_args()
    bench = synth_bench.Bench(args)
    synth_directives.cases(bench)
    synth_gas.cases(bench)
    synth_again.cases(bench)
    synth_directories.cases(bench)
    synth_damage.cases(bench)
    synth_hostile.cases(bench)
    synth_links.cases(bench)
    synth_images.cases(bench)
    synth_fill.cases(bench)
    synth_detached.cases(bench)
    synth_later.cases(bench)
    synth_build_ids.cases(bench)
    synth_outputs.cases(bench)
    synth_walks.cases(bench)
    synth_samples.cases(bench)
    synth_rust.cases(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
