# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Everything that knows object files.

noinst_LIBRARIES += %D%/libbfdglue.a
glue_cppflags = $(base_cppflags) \
  -iquote $(top_srcdir)/include -iquote $(top_srcdir)/%D%
%C%_libbfdglue_a_CPPFLAGS = $(glue_cppflags) $(ZLIB_CFLAGS)
%C%_libbfdglue_a_SOURCES = \
  %D%/against-parts.c \
  %D%/against-parts.h \
  %D%/against.c \
  %D%/against.h \
  %D%/archive-header.c \
  %D%/archive-header.h \
  %D%/archive-read.c \
  %D%/archive-write.c \
  %D%/archive.h \
  %D%/audit.h \
  %D%/build-id.c \
  %D%/build-id.h \
  %D%/changes.c \
  %D%/changes.h \
  %D%/code-holes-aarch64.c \
  %D%/code-holes-amd64.c \
  %D%/code-holes-s390x.c \
  %D%/code-holes.c \
  %D%/code-holes.h \
  %D%/code-rewritten.c \
  %D%/code-rewritten.h \
  %D%/code-same.c \
  %D%/code-same.h \
  %D%/content-kind.c \
  %D%/content-kind.h \
  %D%/coverage.c \
  %D%/coverage.h \
  %D%/debug-file.c \
  %D%/debug-file.h \
  %D%/digest.c \
  %D%/digest.h \
  %D%/eh-cie.c \
  %D%/eh-cie.h \
  %D%/eh-cursor.c \
  %D%/eh-cursor.h \
  %D%/elf-abi.h \
  %D%/elf-code.c \
  %D%/elf-code.h \
  %D%/elf-codec.h \
  %D%/elf-dynamic.c \
  %D%/elf-dynamic.h \
  %D%/elf-eh-frame.c \
  %D%/elf-headers.c \
  %D%/elf-headers.h \
  %D%/elf-image.c \
  %D%/elf-image.h \
  %D%/elf-loaded.c \
  %D%/elf-marker.c \
  %D%/elf-marker.h \
  %D%/elf-room.c \
  %D%/elf-room.h \
  %D%/elf-span-lying.c \
  %D%/elf-span.c \
  %D%/elf-span.h \
  %D%/elf-symbols.c \
  %D%/evidence-names.c \
  %D%/evidence.c \
  %D%/evidence.h \
  %D%/file-map.c \
  %D%/file-map.h \
  %D%/finding.c \
  %D%/finding.h \
  %D%/fit.c \
  %D%/fit.h \
  %D%/grow-apply.c \
  %D%/grow-block.c \
  %D%/grow-block.h \
  %D%/grow-named.c \
  %D%/grow-segment.c \
  %D%/grow-segment.h \
  %D%/grow-slot.c \
  %D%/grow-slot.h \
  %D%/grow.c \
  %D%/grow.h \
  %D%/gzip-file.c \
  %D%/gzip-file.h \
  %D%/image-plt-find.c \
  %D%/image-plt-judge.c \
  %D%/image-plt.c \
  %D%/image-plt.h \
  %D%/input.h \
  %D%/keys.c \
  %D%/keys.h \
  %D%/map-columns.c \
  %D%/map-find.c \
  %D%/map-gnu.c \
  %D%/map-internal.h \
  %D%/map-match.c \
  %D%/map-path.c \
  %D%/map-table.c \
  %D%/map-text.c \
  %D%/output-attributes.c \
  %D%/output-attributes.h \
  %D%/output-cleanup.c \
  %D%/output-cleanup.h \
  %D%/output-file.c \
  %D%/output-file.h \
  %D%/output-sealed.c \
  %D%/output-target.c \
  %D%/output-target.h \
  %D%/own-anchor.c \
  %D%/own-distance.c \
  %D%/own-distance.h \
  %D%/own-lacking.c \
  %D%/own-lacking.h \
  %D%/own-reader.h \
  %D%/own-runtime.c \
  %D%/own-runtime.h \
  %D%/own-shift.c \
  %D%/own-standing.c \
  %D%/own-standing.h \
  %D%/own-tiles.c \
  %D%/own-verdict-say.c \
  %D%/own-verdict.c \
  %D%/own-verdict.h \
  %D%/own-walk.c \
  %D%/own.c \
  %D%/own.h \
  %D%/pair.c \
  %D%/pair.h \
  %D%/place-candidates.c \
  %D%/place-choose.c \
  %D%/place-claims.c \
  %D%/place-claims.h \
  %D%/place-classes.c \
  %D%/place-content.c \
  %D%/place-content.h \
  %D%/place-doubt.c \
  %D%/place-doubt.h \
  %D%/place-inputs.c \
  %D%/place-inputs.h \
  %D%/place-job.h \
  %D%/place-map.c \
  %D%/place-map.h \
  %D%/place-mapped.c \
  %D%/place-needle.c \
  %D%/place-needle.h \
  %D%/place-piece.c \
  %D%/place-pin.c \
  %D%/place-proof.c \
  %D%/place-proof.h \
  %D%/place-search.c \
  %D%/place-search.h \
  %D%/place-settle.c \
  %D%/place-site.c \
  %D%/place-sites.c \
  %D%/place-sites.h \
  %D%/place-symbols.c \
  %D%/place-symbols.h \
  %D%/place-verdict.c \
  %D%/place-wordless.c \
  %D%/pool.c \
  %D%/pool.h \
  %D%/prove-layout.c \
  %D%/prove-right.c \
  %D%/prove.c \
  %D%/prove.h \
  %D%/ranges.c \
  %D%/ranges.h \
  %D%/relobj-internal.h \
  %D%/relobj-plan.c \
  %D%/relobj-prove.c \
  %D%/relobj-read.c \
  %D%/relobj-target.c \
  %D%/relobj-twins.c \
  %D%/relobj-types.c \
  %D%/relobj-write.c \
  %D%/relobj.c \
  %D%/relobj.h \
  %D%/reserve-object.c \
  %D%/reserve-object.h \
  %D%/rewrite-image.c \
  %D%/rewrite-image.h \
  %D%/rewrite-name.c \
  %D%/rewrite-name.h \
  %D%/say.c \
  %D%/say.h \
  %D%/symbol-index.c \
  %D%/symbol-index.h \
  %D%/symbol-name.h

# Only these see bfd.h.
bfd_sources = \
  %D%/bfd-archive.c \
  %D%/bfd-chatter.c \
  %D%/bfd-code.c \
  %D%/bfd-file.c \
  %D%/bfd-inputs.c \
  %D%/bfd-internal.h \
  %D%/bfd-kind.c \
  %D%/bfd-object.c \
  %D%/bfd-raw.c \
  %D%/bfd-sections.c \
  %D%/bfd-seen.c \
  %D%/bfd-sframes.c \
  %D%/bfd-symbols.c \
  %D%/bfd-thin.c

if BFD
%C%_libbfdglue_a_SOURCES += $(bfd_sources)
else
%C%_libbfdglue_a_SOURCES += %D%/no-bfd.c
endif
glue_libs = %D%/libbfdglue.a $(BFD_LIBS) $(ZLIB_LIBS)
