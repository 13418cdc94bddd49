# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The rules that a tool can check.  Each mistake made twice becomes one.

syntax_checks = \
  %D%/check-banned %D%/check-findings %D%/check-format %D%/check-help \
  %D%/check-internals %D%/check-lengths %D%/check-library %D%/check-names \
  %D%/check-oracle %D%/check-packages %D%/check-performance %D%/check-prefix \
  %D%/check-prose %D%/check-version

EXTRA_DIST += \
  $(syntax_checks) %D%/amalgamate %D%/check-abi %D%/check-exports %D%/check-reproducible %D%/check-rooms \
  %D%/compare-builds %D%/cover-rooms \
  %D%/count-instructions %D%/count-results %D%/lengths.allow \
  %D%/list-messages %D%/list-sources %D%/measure-shape %D%/messages.allow %D%/mutation %D%/prose.banned %D%/run-tests \
  %D%/version.sh

# All are run, then it fails if one of them did.
.PHONY: syntax-check
syntax-check: all
	@failed=; \
	check () { \
	  echo "  CHECK    $$1"; name=$$1; shift; "$$@" || failed="$$failed $$name"; \
	}; \
	CC='$(CC)' NM='$(NM)' SFMERGE='$(abs_top_builddir)/sfmerge$(EXEEXT)'; \
	export CC NM SFMERGE; \
	$(SHELL) $(srcdir)/%D%/list-sources $(srcdir) >/dev/null \
	  || failed=list-sources; \
	for script in $(syntax_checks); do \
	  check $$script $(SHELL) $(srcdir)/$$script $(srcdir); \
	done; \
	check %D%/check-exports $(SHELL) $(srcdir)/%D%/check-exports $(srcdir) \
	  merger/.libs/libsfmerge.so; \
	check %D%/check-rooms python3 $(srcdir)/%D%/check-rooms $(srcdir); \
	check %D%/list-messages python3 $(srcdir)/%D%/list-messages $(srcdir); \
	test -z "$$failed" || { echo "syntax-check: failed: $$failed"; exit 1; }

# The engine as one source file and one header, for programs that contain it.
.PHONY: amalgamation
amalgamation:
	$(AM_V_GEN)python3 $(srcdir)/%D%/amalgamate $(srcdir) amalgamation
CLEANFILES += amalgamation/sfmerge.c amalgamation/sfmerge.h

# Write the list of all messages anew.
.PHONY: messages
messages:
	python3 $(srcdir)/%D%/list-messages --update $(srcdir)

# Write down the binary interface that the header has now.
.PHONY: abi-table
abi-table:
	CC='$(CC)' python3 $(srcdir)/%D%/check-abi --update $(srcdir)

# Changes of one operator, constant, condition or call, and what notices them;
# MUTATION are options, such as "--rooms merger --count 500 --minutes 30".
.PHONY: mutation
mutation: all
	@CC='$(CC)' python3 -B $(srcdir)/%D%/mutation/mutation $(MUTATION)

# What the tests reached of each room since configure --enable-coverage; COVERAGE
# is a table of the page, after options.
COVERAGE = sample
.PHONY: coverage
coverage:
	@python3 $(srcdir)/%D%/cover-rooms $(COVERAGE)
