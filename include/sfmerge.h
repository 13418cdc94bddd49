/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   sfmerge.h - merge, convert, read and check SFrame sections.

   The library works on bytes, addresses and options.  It never opens a file,
   prints, exits or reads the environment.  It keeps no global state, so
   different objects may be used from different threads at the same time.

   It has seven parts, each usable alone.  Include this header for all, or the
   headers of the parts:

     sfmerge/read.h    sfm_piece_*, sfm_fde_*, sfm_rows_*, sfm_row_rules: any
                       version, either byte order, every byte checked before
                       use
     sfmerge/find.h    sfm_section_*, sfm_image_*, sfm_find_*: the section of a
                       loaded object, and the rules at an address, here or in
                       another process, also in a signal handler
     sfmerge/merge.h   sfm_merger_*: plan first, which fixes every size, then
                       write
     sfmerge/plt.h     sfm_plt_*: functions for the PLT entries and stubs that
                       linkers generate
     sfmerge/cfi.h     sfm_cfi_*: what .eh_frame and .debug_frame say, in the
                       same form as the rules of rows, and whether rows agree
                       with it
     sfmerge/build.h   sfm_builder_*: a section of functions given as rules or
                       as CFI, to which functions can be added and removed
     sfmerge/check.h   sfm_check: the rules of the format, checked by a reader
                       of its own, not the one above

   sfmerge/base.h has what all share: versions, statuses, diagnostics and the
   constants of the format.  Users who embed the engine copy one header and one
   source file, which "make amalgamation" writes.

   A "piece" is one SFrame header with everything that it describes; a section
   that a linker concatenated holds several.  On-disk names (FDE, FRE, sfh_*,
   sfde_*) are those of the SFrame specification.  Its constants have SFM_ in
   place of SFRAME_, so that a file can include binutils' <sframe.h> too.

   Compatibility.  A program may run with a newer library than the header that
   it was compiled with, or with an older one.  How a struct grows depends on
   who makes it:

     SIZE first (options and numbers): grows at its end.  The caller sets SIZE
       to the sizeof that it was compiled with.  If the library knows more
       members, the missing ones have their defaults.  If it knows fewer, the
       bytes that it does not know must be zero (else UNSUPP).  A struct that
       the library fills is written up to SIZE, with zeros for members that it
       does not know.  A SIZE that no release can have had is USAGE.
     made by the caller, often as an array (sfm_place, sfm_input, sfm_plt_code,
       sfm_cfi_section, sfm_function): keeps its size.  RESERVED must be zero,
       as what an initialiser does not name is; other bytes are UNSUPP.
       New members are taken from it, and zero is their default.
     made by the library in memory of the caller (sfm_piece, sfm_fde, sfm_row,
       sfm_section, sfm_image, sfm_registration, sfm_found, sfm_origin,
       sfm_plt_found, sfm_cfi_cie, sfm_cfi_fde, sfm_cfi_row,
       sfm_cfi_difference, sfm_refusal): keeps its size.  RESERVED is zero
       until new members are taken from it.  Do not make one by hand: pass on
       what the library made, or a copy.
     the state of a walk (sfm_rows, sfm_cfi_rows, sfm_cfi_state): keeps its
       size; members are private and may change.
     lent by the library for a call (sfm_note, sfm_finding): grows at its end;
       before reading a newer member, compare sfm_version.
     sfm_diag; sfm_rule, sfm_rules and sfm_rules_at, of which callers write
       tables: never change.

   Values of enums are never reused; X macros and bits grow at their end, so a
   newer library may report statuses, losses and findings that this header does
   not list; its functions that name them know them all.  A release that takes
   away or alters anything else has another soname.  merger/sfmerge.abi of the
   sources has the functions, the size of every struct, the place of every
   member and all values of the last release; a test compares them with this
   header, and any change with the soname.

   Errors.  Unless said otherwise a function returns SFM_OK, or fills DIAG and
   returns the status that DIAG holds.  DIAG may be NULL if the status is
   enough.  After a failure the outputs are undefined; the objects involved can
   still be freed.  */

#ifndef SFMERGE_H
#define SFMERGE_H

#include "sfmerge/base.h"
#include "sfmerge/read.h"
#include "sfmerge/find.h"
#include "sfmerge/merge.h"
#include "sfmerge/plt.h"
#include "sfmerge/cfi.h"
#include "sfmerge/build.h"
#include "sfmerge/check.h"

#endif /* SFMERGE_H */
