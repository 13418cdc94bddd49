#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run `sfmerge check` on files of a corpus, of the linkers here, and with one
thing wrong; measure what they describe, and compare it with their inputs.

    check_cases.py --sfmerge TOOL --sources DIR --folder DIR
                   [--toolchains DIR] [--corpus DIR] [--only TEXT]
                   [--uncounted WHY]
"""

import sys

import check_against
import check_broken
import check_confined
import check_corpus
import check_coverage
import check_described
import check_holes
import check_html
import check_linked
import check_objects
import check_packed
import check_rows
import check_sources
import check_sparse
import check_summary
import check_taken
import growth
import link_bench
import toolchain


def main():
    """The command."""
    options = toolchain.parser()
    options.add_argument("--corpus")
    args = options.parse_args()
    bench = link_bench.Bench(args)
    run = bench.run
    if args.corpus:
        check_corpus.cases(run, args.corpus)
        check_coverage.corpus(run, args.corpus)
        check_against.corpus(run, args.corpus)
        check_rows.corpus(run, args.corpus)
    else:
        run.unsupported("check/corpus", "no corpus: set SFMERGE_CORPUS")
    check_confined.cases(bench)
    if bench.objects.usable():
        check_linked.cases(bench)
        check_taken.programs(bench)
        check_broken.broken_cases(bench)
        check_broken.edges_cases(bench)
        check_holes.cases(bench)
        check_objects.cases(bench)
        check_summary.cases(bench)
        check_sparse.cases(bench)
        check_packed.cases(bench)
        check_html.cases(bench)
        check_sources.cases(bench, growth.Growth(run, args.uncounted))
        check_coverage.programs(bench)
        check_described.cases(bench)
        check_against.programs(bench)
        check_rows.cases(bench)
    else:
        run.unsupported("check/linked", "no compiler that writes .sframe")
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
