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
	@failed=0; \
	$(SHELL) $(srcdir)/%D%/list-sources $(srcdir) >/dev/null || failed=1; \
	for script in $(syntax_checks); do \
	  echo "  CHECK    $$script"; \
	  CC='$(CC)' SFMERGE='$(abs_top_builddir)/sfmerge$(EXEEXT)' \
	    $(SHELL) $(srcdir)/$$script $(srcdir) || failed=1; \
	done; \
	echo "  CHECK    %D%/check-exports"; \
	NM='$(NM)' $(SHELL) $(srcdir)/%D%/check-exports $(srcdir) \
	  merger/.libs/libsfmerge.so || failed=1; \
	echo "  CHECK    %D%/check-rooms"; \
	CC='$(CC)' NM='$(NM)' python3 $(srcdir)/%D%/check-rooms $(srcdir) \
	  || failed=1; \
	echo "  CHECK    %D%/list-messages"; \
	python3 $(srcdir)/%D%/list-messages $(srcdir) || failed=1; \
	exit $$failed

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

# What the suite reaches of each room; COVERAGE are options.
.PHONY: coverage
coverage: all
	@python3 $(srcdir)/%D%/cover-rooms $(COVERAGE)
