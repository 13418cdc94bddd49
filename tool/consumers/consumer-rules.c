/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-rules.c - what a finding means to a consumer, and what mends it.

   A finding that no rule names makes a file unusable if it is an error, and
   is nothing to a consumer otherwise.  The rules are what is different for
   some: harmless to a reader that does not look at it, or more than a warning
   to one that stops there.

   The kernel drops a section for good at the first row or function that it
   does not accept, so one is enough.  glibc checks nothing: what is wrong is
   taken, and what is not found ends a trace, which is then done by .eh_frame.
   Linkers copy rows without a look at them: what is wrong in one is wrong in
   what they make, of which the functions around it are right.  */

#include "config.h"

#include "consumer-rules.h"

#define ONE(name) (UINT32_C (1) << CONSUMER_##name)

#define GLIBC (ONE (GLIBC_242) | ONE (GLIBC_243))
#define KERNELS (ONE (KERNEL) | ONE (MODULES))
#define OLD_LD (ONE (LD_244) | ONE (LD_245))
#define GNU_LD (OLD_LD | ONE (LD_246))
#define LINKERS (GNU_LD | ONE (MOLD_242))
#define LIBSFRAME                                                             \
  (ONE (LIBSFRAME_244) | ONE (LIBSFRAME_245) | ONE (LIBSFRAME_246))
#define READERS (ONE (V2_READER) | ONE (V3_READER))
/* Those that unwind with it.  */
#define UNWINDERS (KERNELS | GLIBC | READERS | ONE (V2_PROFILER))
/* Those that find it by PT_GNU_SFRAME.  */
#define BY_SEGMENT (ONE (KERNEL) | GLIBC)
#define BY_SECTION (LIBSFRAME | READERS)
#define FIRST_ONLY                                                            \
  (UNWINDERS | LIBSFRAME | ONE (MOLD_242)) /* of several headers */
#define EVERYONE (UNWINDERS | LIBSFRAME | LINKERS)

#define COPIED "the linker copies it as it is"
#define AS_IT_IS "shown as it is, but not usable"

const struct verdict_rule verdict_rules[] = {
  /* Where it is.  */
  { BY_SEGMENT, FIND_SEGMENT_MISSING, VERDICT_UNUSABLE,
    "it looks for PT_GNU_SFRAME, and there is none" },
  { GLIBC | BY_SECTION, FIND_SEGMENT_SHORT, VERDICT_USABLE, NULL },
  { BY_SECTION, FIND_SEGMENT_STALE, VERDICT_USABLE, NULL },
  { LIBSFRAME, FIND_NO_HEADERS, VERDICT_UNUSABLE,
    "it looks for the section, and there are no section headers" },
  { LIBSFRAME, FIND_SECTION_FLAGS, VERDICT_USABLE, NULL },
  { ONE (LD_245) | ONE (LD_246), FIND_SECTION_TYPE, VERDICT_UNUSABLE,
    "it ignores sections that are not of type SHT_GNU_SFRAME" },
  { ONE (MOLD_242), FIND_SEVERAL_SECTIONS, VERDICT_USABLE, NULL },
  { GNU_LD, FIND_SEVERAL_SECTIONS, VERDICT_LOSS,
    "with --gc-sections it keeps all functions of the first" },
  { UNWINDERS | LIBSFRAME, FIND_SEVERAL_SECTIONS, VERDICT_LOSS,
    "it reads one of them" },
  { ONE (MOLD_242), SFM_FIND_EMPTY, VERDICT_UNUSABLE,
    "mold 2.42 refuses to link it" },
  { LINKERS, FIND_NOTHING, VERDICT_USABLE, NULL },

  /* Its pieces.  That a reader of the first one misses the others is said
     with their numbers.  */
  { GNU_LD, SFM_FIND_PIECES, VERDICT_UNUSABLE,
    "it stops at an assertion when relocations are left over" },
  { FIRST_ONLY, SFM_FIND_PIECES, VERDICT_USABLE, NULL },
  { FIRST_ONLY, SFM_FIND_MIXED, VERDICT_USABLE, NULL },
  { FIRST_ONLY, FIND_DAMAGED, VERDICT_USABLE, NULL },
  { EVERYONE, FIND_VERSIONS, VERDICT_USABLE, NULL },
  { EVERYONE, FIND_FLAGS_MIXED, VERDICT_USABLE, NULL },
  { UNWINDERS | LIBSFRAME, FIND_BURIED, VERDICT_LOSS,
    "it does not see what is behind the end of the section" },
  { KERNELS, SFM_FIND_AUX, VERDICT_UNUSABLE,
    "it refuses an auxiliary header" },
  { LIBSFRAME | VERDICT_BIG_ENDIAN, SFM_FIND_AUX, VERDICT_UNUSABLE,
    "it refuses an auxiliary header in data of the other byte order" },
  { ONE (LIBSFRAME_245) | ONE (LIBSFRAME_246), SFM_FIND_TILING, VERDICT_LOSS,
    "its look-ups leave out the gap before the functions" },
  { GNU_LD | LIBSFRAME | GLIBC | KERNELS, SFM_FIND_FRE_COUNT, VERDICT_USABLE,
    NULL },
  { READERS | ONE (MOLD_242) | ONE (V2_PROFILER), SFM_FIND_FRE_COUNT,
    VERDICT_LOSS, "who takes the header's word reserves too little" },
  { LIBSFRAME | VERDICT_BIG_ENDIAN, SFM_FIND_FRE_SHARED, VERDICT_UNUSABLE,
    "it swaps the bytes of shared rows twice" },

  { LIBSFRAME | VERDICT_BIG_ENDIAN, SFM_FIND_SHARED_OBJECT, VERDICT_UNUSABLE,
    "it swaps the bytes of shared rows twice" },
  { LIBSFRAME | UNWINDERS | ONE (MOLD_242), SFM_FIND_SHARED_OBJECT,
    VERDICT_USABLE, NULL },
  { GNU_LD, SFM_FIND_SHARED_OBJECT, VERDICT_UNUSABLE,
    "it writes shared rows once a function, over what comes behind" },
  { GNU_LD, SFM_FIND_FIXED, VERDICT_LOSS,
    "it takes the first object's offsets for all" },
  { ONE (MOLD_242), SFM_FIND_FIXED, VERDICT_UNUSABLE,
    "it writes the ABI's offsets in place of these" },
  { LIBSFRAME, SFM_FIND_FIXED, VERDICT_LOSS, AS_IT_IS },

  /* Its functions.  */
  { ONE (MODULES) | LINKERS, SFM_FIND_UNSORTED, VERDICT_USABLE, NULL },
  { LIBSFRAME, SFM_FIND_UNSORTED, VERDICT_LOSS,
    "it shows them, but finds few by address" },
  { LIBSFRAME, SFM_FIND_OVERLAP, VERDICT_LOSS,
    "it shows them, but may find the wrong one by address" },
  { LINKERS, SFM_FIND_OVERLAP, VERDICT_LOSS, COPIED },
  { KERNELS, SFM_FIND_DUPLICATE, VERDICT_LOSS,
    "a kernel that validates refuses equal starts" },
  { KERNELS, FIND_DEAD, VERDICT_LOSS,
    "a kernel that validates refuses functions outside the code" },
  { KERNELS | GLIBC | ONE (V2_PROFILER), SFM_FIND_FDE_ZERO_SIZE, VERDICT_LOSS,
    "it can hide the function that begins there" },
  { LINKERS, SFM_FIND_REP_SIZE, VERDICT_LOSS, COPIED },
  { LIBSFRAME, SFM_FIND_REP_SIZE, VERDICT_LOSS, AS_IT_IS },
  { LINKERS, SFM_FIND_FDE_ABI_BITS, VERDICT_LOSS, COPIED },
  { LINKERS, SFM_FIND_FDE_WRAPS, VERDICT_LOSS, COPIED },
  { UNWINDERS, FIND_LACKING, VERDICT_LOSS, "no frame of them is unwound" },
  { UNWINDERS, FIND_PLT_UNCOVERED, VERDICT_LOSS,
    "no frame in linker-made code is unwound there" },
  { UNWINDERS, FIND_PLT_ROWS, VERDICT_LOSS,
    "the caller of linker-made code is wrong there" },
  { LIBSFRAME, FIND_PLT_ROWS, VERDICT_USABLE, NULL },
  { UNWINDERS | LIBSFRAME, FIND_MISSING, VERDICT_LOSS,
    "no frame of them is unwound" },

  /* Its rows.  */
  { ONE (KERNEL) | ONE (MODULES), SFM_FIND_ROW_EQUAL, VERDICT_UNUSABLE,
    "it drops the section at rows that do not ascend" },
  { GLIBC, SFM_FIND_ROW_EQUAL, VERDICT_LOSS,
    "of two rows at the start it takes the first everywhere" },
  { ONE (LD_244) | ONE (LIBSFRAME_244), SFM_FIND_ROW_PAST_END,
    VERDICT_UNUSABLE, "it stops at an assertion" },
  { ONE (LD_245) | ONE (LIBSFRAME_245), SFM_FIND_ROW_PAST_END, VERDICT_LOSS,
    "releases of it stop at an assertion" },
  { GNU_LD | LIBSFRAME, SFM_FIND_ROW_BEYOND, VERDICT_UNUSABLE,
    "it stops at an assertion" },
  { KERNELS, SFM_FIND_ROW_BEYOND, VERDICT_UNUSABLE,
    "it drops the section at such a row" },
  { ONE (MOLD_242), SFM_FIND_ROW_BEYOND, VERDICT_LOSS, COPIED },
  { LINKERS, SFM_FIND_ROW_ORDER, VERDICT_LOSS, COPIED },
  { LIBSFRAME, SFM_FIND_ROW_ORDER, VERDICT_LOSS, AS_IT_IS },
  { ONE (MOLD_242), SFM_FIND_ROW_COUNT, VERDICT_LOSS, COPIED },
  { LINKERS, SFM_FIND_ROW_FLEX, VERDICT_LOSS, COPIED },
  { LIBSFRAME, SFM_FIND_ROW_FLEX, VERDICT_LOSS, AS_IT_IS },
  { LINKERS, SFM_FIND_ROW_S390X, VERDICT_LOSS, COPIED },
  { LIBSFRAME, SFM_FIND_ROW_S390X, VERDICT_LOSS, AS_IT_IS },

  /* Its relocations.  */
  { ONE (LD_244), FIND_RELOC_OFFSET, VERDICT_LOSS,
    "it pairs them with functions by their order" },
  { ONE (LD_244), FIND_RELOC_NONE, VERDICT_LOSS,
    "it stops at an assertion if there are more than functions" },
  { ONE (LD_245) | ONE (LD_246), FIND_RELOC_NONE, VERDICT_UNUSABLE,
    "it stops where functions have no relocation" },
  { GNU_LD, FIND_RELOC_MISSING, VERDICT_UNUSABLE,
    "it stops where functions have no relocation" },
  { ONE (MODULES), FIND_RELOC_NONE, VERDICT_LOSS,
    "a kernel that validates refuses functions outside the code" },
  { ONE (MODULES), FIND_RELOC_MISSING, VERDICT_LOSS,
    "a kernel that validates refuses functions outside the code" },
};

const size_t verdict_rule_count
    = sizeof verdict_rules / sizeof verdict_rules[0];

/* What repair and convert alone do not bring back.  Damage ends where the
   objects can give the piece again: link leaves a broken one out.  In objects
   rows stay as they are.  */
static const struct
{
  unsigned finding;
  enum verdict_mend image;
  enum verdict_mend object;
} mends[] = {
  { FIND_STALE, VERDICT_NO_MEND, VERDICT_NO_MEND },
  { FIND_NO_HEADERS, VERDICT_NO_MEND, VERDICT_NO_MEND },
  { FIND_NO_SECTION, VERDICT_LINK, VERDICT_NO_MEND },
  { FIND_NOTHING, VERDICT_LINK, VERDICT_NO_MEND },
  { FIND_PLT_ONLY, VERDICT_LINK, VERDICT_NO_MEND },
  { FIND_CLOBBERED, VERDICT_LINK, VERDICT_NO_MEND },
  { FIND_DAMAGED, VERDICT_LINK, VERDICT_NO_MEND },
  { FIND_UNBELIEVED, VERDICT_LINK, VERDICT_NO_MEND },
  { FIND_LACKING, VERDICT_LINK, VERDICT_NO_MEND },
  { FIND_MISSING, VERDICT_LINK, VERDICT_NO_MEND },
  { FIND_DIFFERENT, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_EMPTY, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_TRUNCATED, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_MAGIC, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_VERSION, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_FLAGS, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_ABI, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_BOUNDS, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_FIXED, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_FRE_OVERLAP, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_FDE_INFO, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_FDE_ABI_BITS, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_FDE_WRAPS, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_FDE_ZERO_SIZE, VERDICT_REPAIR, VERDICT_NO_MEND },
  { SFM_FIND_ROW_ORDER, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_ROW_EQUAL, VERDICT_REPAIR, VERDICT_NO_MEND },
  { SFM_FIND_ROW_PAST_END, VERDICT_REPAIR, VERDICT_NO_MEND },
  { SFM_FIND_ROW_BEYOND, VERDICT_REPAIR, VERDICT_NO_MEND },
  { SFM_FIND_ROW_SIZE_CODE, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_ROW_COUNT, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_ROW_FLEX, VERDICT_LINK, VERDICT_NO_MEND },
  { SFM_FIND_ROW_S390X, VERDICT_LINK, VERDICT_NO_MEND },
};

const struct verdict_rule *
verdict_rule_find (const struct consumer *consumer, unsigned finding,
                   const struct verdict_subject *subject)
{
  uint32_t bit = UINT32_C (1) << consumer_id (consumer);

  for (size_t i = 0; i < verdict_rule_count; i++)
    {
      const struct verdict_rule *rule = &verdict_rules[i];

      if (rule->finding == finding && (rule->consumers & bit) != 0
          && ((rule->consumers & VERDICT_BIG_ENDIAN) == 0
              || subject->big_endian))
        return rule;
    }
  return NULL;
}

enum verdict_mend
verdict_mend_of (unsigned finding, bool image)
{
  for (size_t i = 0; i < sizeof mends / sizeof mends[0]; i++)
    if (mends[i].finding == finding)
      return image ? mends[i].image : mends[i].object;
  return VERDICT_REPAIR;
}
