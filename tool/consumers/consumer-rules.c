/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-rules.c - what a finding means to a consumer, and which command
   mends it.

   Without a rule, a finding of severity error makes a file unusable, and any
   other finding does not matter.  The rules are the exceptions: a finding is
   harmless to a consumer that does not look there, and a warning is fatal to
   one that stops there.

   The kernel drops a section for good at the first row or function that it
   does not accept.  glibc checks nothing: it uses wrong rows, and goes on with
   .eh_frame if it finds no function.  Linkers copy rows without looking at
   them: a wrong row stays wrong in the output, but the functions around it are
   right.  */

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
/* Consumers that unwind.  */
#define UNWINDERS (KERNELS | GLIBC | READERS | ONE (V2_PROFILER))
/* Consumers that find SFrame data by PT_GNU_SFRAME, or by the section.  */
#define BY_SEGMENT (ONE (KERNEL) | GLIBC)
#define BY_SECTION (LIBSFRAME | READERS)
#define FIRST_ONLY                                                            \
  (UNWINDERS | LIBSFRAME | ONE (MOLD_242)) /* of several headers */
#define EVERYONE (UNWINDERS | LIBSFRAME | LINKERS)

#define COPIED "the linker copies it as it is"
#define AS_IT_IS "shown as it is, but not usable"

const struct consumer_rule consumer_rules[] = {
  /* Section and segment.  */
  { BY_SEGMENT, FIND_SEGMENT_MISSING, CONSUMER_UNUSABLE,
    "it looks for PT_GNU_SFRAME, and there is none" },
  { GLIBC | BY_SECTION, FIND_SEGMENT_SHORT, CONSUMER_USABLE, NULL },
  { BY_SECTION, FIND_SEGMENT_STALE, CONSUMER_USABLE, NULL },
  { LIBSFRAME, FIND_NO_HEADERS, CONSUMER_UNUSABLE,
    "it looks for the section, and there are no section headers" },
  { LIBSFRAME, FIND_SECTION_FLAGS, CONSUMER_USABLE, NULL },
  { ONE (LD_245) | ONE (LD_246), FIND_SECTION_TYPE, CONSUMER_UNUSABLE,
    "it ignores sections that are not of type SHT_GNU_SFRAME" },
  { ONE (MOLD_242), FIND_SEVERAL_SECTIONS, CONSUMER_USABLE, NULL },
  { GNU_LD, FIND_SEVERAL_SECTIONS, CONSUMER_LOSS,
    "with --gc-sections it keeps all functions of the first" },
  { UNWINDERS | LIBSFRAME, FIND_SEVERAL_SECTIONS, CONSUMER_LOSS,
    "it reads one of them" },
  { ONE (MOLD_242), SFM_FIND_EMPTY, CONSUMER_UNUSABLE,
    "mold 2.42 refuses to link it" },
  { LINKERS, FIND_NOTHING, CONSUMER_USABLE, NULL },

  /* Pieces.  judge_pieces says how many functions a consumer of the first
     header misses.  */
  { GNU_LD, SFM_FIND_PIECES, CONSUMER_UNUSABLE,
    "it stops at an assertion when relocations are left over" },
  { FIRST_ONLY, SFM_FIND_PIECES, CONSUMER_USABLE, NULL },
  { FIRST_ONLY, SFM_FIND_MIXED, CONSUMER_USABLE, NULL },
  { FIRST_ONLY, FIND_DAMAGED, CONSUMER_USABLE, NULL },
  { EVERYONE, FIND_VERSIONS, CONSUMER_USABLE, NULL },
  { EVERYONE, FIND_FLAGS_MIXED, CONSUMER_USABLE, NULL },
  { UNWINDERS | LIBSFRAME, FIND_BURIED, CONSUMER_LOSS,
    "it does not see what is behind the end of the section" },
  { KERNELS, SFM_FIND_AUX, CONSUMER_UNUSABLE,
    "it refuses an auxiliary header" },
  { LIBSFRAME | CONSUMER_BIG_ENDIAN, SFM_FIND_AUX, CONSUMER_UNUSABLE,
    "it refuses an auxiliary header in data of the other byte order" },
  { ONE (LIBSFRAME_245) | ONE (LIBSFRAME_246), SFM_FIND_TILING, CONSUMER_LOSS,
    "its look-ups leave out the gap before the functions" },
  { GNU_LD | LIBSFRAME | GLIBC | KERNELS, SFM_FIND_FRE_COUNT, CONSUMER_USABLE,
    NULL },
  { READERS | ONE (MOLD_242) | ONE (V2_PROFILER), SFM_FIND_FRE_COUNT,
    CONSUMER_LOSS, "who takes the header's word reserves too little" },
  { LIBSFRAME | CONSUMER_BIG_ENDIAN, SFM_FIND_FRE_SHARED, CONSUMER_UNUSABLE,
    "it swaps the bytes of shared rows twice" },

  { LIBSFRAME | CONSUMER_BIG_ENDIAN, SFM_FIND_SHARED_OBJECT, CONSUMER_UNUSABLE,
    "it swaps the bytes of shared rows twice" },
  { LIBSFRAME | UNWINDERS | ONE (MOLD_242), SFM_FIND_SHARED_OBJECT,
    CONSUMER_USABLE, NULL },
  { GNU_LD, SFM_FIND_SHARED_OBJECT, CONSUMER_UNUSABLE,
    "it writes shared rows once a function, over what comes behind" },
  { GNU_LD, SFM_FIND_FIXED, CONSUMER_LOSS,
    "it takes the first object's offsets for all" },
  { ONE (MOLD_242), SFM_FIND_FIXED, CONSUMER_UNUSABLE,
    "it writes the ABI's offsets in place of these" },
  { LIBSFRAME, SFM_FIND_FIXED, CONSUMER_LOSS, AS_IT_IS },

  /* Functions.  */
  { ONE (MODULES) | LINKERS, SFM_FIND_UNSORTED, CONSUMER_USABLE, NULL },
  { LIBSFRAME, SFM_FIND_UNSORTED, CONSUMER_LOSS,
    "it shows them, but finds few by address" },
  { LIBSFRAME, SFM_FIND_OVERLAP, CONSUMER_LOSS,
    "it shows them, but may find the wrong one by address" },
  { LINKERS, SFM_FIND_OVERLAP, CONSUMER_LOSS, COPIED },
  { KERNELS, SFM_FIND_DUPLICATE, CONSUMER_LOSS,
    "a kernel that validates refuses equal starts" },
  { KERNELS, FIND_DEAD, CONSUMER_LOSS,
    "a kernel that validates refuses functions outside the code" },
  { KERNELS | GLIBC | ONE (V2_PROFILER), SFM_FIND_FDE_ZERO_SIZE, CONSUMER_LOSS,
    "it can hide the function that begins there" },
  { LINKERS, SFM_FIND_REP_SIZE, CONSUMER_LOSS, COPIED },
  { LIBSFRAME, SFM_FIND_REP_SIZE, CONSUMER_LOSS, AS_IT_IS },
  { LINKERS, SFM_FIND_FDE_ABI_BITS, CONSUMER_LOSS, COPIED },
  { LINKERS, SFM_FIND_FDE_WRAPS, CONSUMER_LOSS, COPIED },
  { UNWINDERS, FIND_LACKING, CONSUMER_LOSS, "no frame of them is unwound" },
  { UNWINDERS, FIND_PLT_UNCOVERED, CONSUMER_LOSS,
    "no frame in linker-made code is unwound there" },
  { UNWINDERS, FIND_PLT_ROWS, CONSUMER_LOSS,
    "the caller of linker-made code is wrong there" },
  { LIBSFRAME, FIND_PLT_ROWS, CONSUMER_USABLE, NULL },
  { UNWINDERS | LIBSFRAME, FIND_MISSING, CONSUMER_LOSS,
    "no frame of them is unwound" },
  { UNWINDERS, FIND_ROWS_CONTRADICT, CONSUMER_LOSS,
    "the caller of such a function is wrong" },
  { LIBSFRAME, FIND_ROWS_CONTRADICT, CONSUMER_USABLE, NULL },
  { UNWINDERS, FIND_ROWS_OUTERMOST, CONSUMER_LOSS,
    "it does not stop at the outermost frame" },

  /* Rows.  */
  { ONE (KERNEL) | ONE (MODULES), SFM_FIND_ROW_EQUAL, CONSUMER_UNUSABLE,
    "it drops the section at rows that do not ascend" },
  { GLIBC, SFM_FIND_ROW_EQUAL, CONSUMER_LOSS,
    "of two rows at the start it takes the first everywhere" },
  { ONE (LD_244) | ONE (LIBSFRAME_244), SFM_FIND_ROW_PAST_END,
    CONSUMER_UNUSABLE, "it stops at an assertion" },
  { ONE (LD_245) | ONE (LIBSFRAME_245), SFM_FIND_ROW_PAST_END, CONSUMER_LOSS,
    "releases of it stop at an assertion" },
  { GNU_LD | LIBSFRAME, SFM_FIND_ROW_BEYOND, CONSUMER_UNUSABLE,
    "it stops at an assertion" },
  { KERNELS, SFM_FIND_ROW_BEYOND, CONSUMER_UNUSABLE,
    "it drops the section at such a row" },
  { ONE (MOLD_242), SFM_FIND_ROW_BEYOND, CONSUMER_LOSS, COPIED },
  { LINKERS, SFM_FIND_ROW_ORDER, CONSUMER_LOSS, COPIED },
  { LIBSFRAME, SFM_FIND_ROW_ORDER, CONSUMER_LOSS, AS_IT_IS },
  { ONE (MOLD_242), SFM_FIND_ROW_COUNT, CONSUMER_LOSS, COPIED },
  { LINKERS, SFM_FIND_ROW_FLEX, CONSUMER_LOSS, COPIED },
  { LIBSFRAME, SFM_FIND_ROW_FLEX, CONSUMER_LOSS, AS_IT_IS },
  { LINKERS, SFM_FIND_ROW_S390X, CONSUMER_LOSS, COPIED },
  { LIBSFRAME, SFM_FIND_ROW_S390X, CONSUMER_LOSS, AS_IT_IS },

  /* Relocations.  */
  { ONE (LD_244), FIND_RELOC_OFFSET, CONSUMER_LOSS,
    "it pairs them with functions by their order" },
  { ONE (LD_244), FIND_RELOC_NONE, CONSUMER_LOSS,
    "it stops at an assertion if there are more than functions" },
  { ONE (LD_245) | ONE (LD_246), FIND_RELOC_NONE, CONSUMER_UNUSABLE,
    "it stops where functions have no relocation" },
  { GNU_LD, FIND_RELOC_MISSING, CONSUMER_UNUSABLE,
    "it stops where functions have no relocation" },
  { ONE (MODULES), FIND_RELOC_NONE, CONSUMER_LOSS,
    "a kernel that validates refuses functions outside the code" },
  { ONE (MODULES), FIND_RELOC_MISSING, CONSUMER_LOSS,
    "a kernel that validates refuses functions outside the code" },
};

const size_t consumer_rule_count
    = sizeof consumer_rules / sizeof consumer_rules[0];

/* Findings that repair and convert do not mend in images or in objects.  link
   mends damage: it leaves damaged pieces out and takes those of the inputs.
   Rows of objects stay as they are.  */
static const struct
{
  unsigned finding;
  enum consumer_mend image;
  enum consumer_mend object;
} mends[] = {
  { FIND_STALE, CONSUMER_NO_MEND, CONSUMER_NO_MEND },
  { FIND_NO_HEADERS, CONSUMER_NO_MEND, CONSUMER_NO_MEND },
  { FIND_NO_SECTION, CONSUMER_LINK, CONSUMER_NO_MEND },
  { FIND_NOTHING, CONSUMER_LINK, CONSUMER_NO_MEND },
  { FIND_PLT_ONLY, CONSUMER_LINK, CONSUMER_NO_MEND },
  { FIND_CLOBBERED, CONSUMER_LINK, CONSUMER_NO_MEND },
  { FIND_DAMAGED, CONSUMER_LINK, CONSUMER_NO_MEND },
  { FIND_UNBELIEVED, CONSUMER_LINK, CONSUMER_NO_MEND },
  { FIND_LACKING, CONSUMER_LINK, CONSUMER_NO_MEND },
  { FIND_MISSING, CONSUMER_LINK, CONSUMER_NO_MEND },
  { FIND_DIFFERENT, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_EMPTY, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_TRUNCATED, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_MAGIC, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_VERSION, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_FLAGS, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_ABI, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_BOUNDS, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_FIXED, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_FRE_OVERLAP, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_FDE_INFO, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_FDE_ABI_BITS, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_FDE_WRAPS, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_FDE_ZERO_SIZE, CONSUMER_REPAIR, CONSUMER_NO_MEND },
  { SFM_FIND_ROW_ORDER, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_ROW_EQUAL, CONSUMER_REPAIR, CONSUMER_NO_MEND },
  { SFM_FIND_ROW_PAST_END, CONSUMER_REPAIR, CONSUMER_NO_MEND },
  { SFM_FIND_ROW_BEYOND, CONSUMER_REPAIR, CONSUMER_NO_MEND },
  { SFM_FIND_ROW_SIZE_CODE, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_ROW_COUNT, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_ROW_FLEX, CONSUMER_LINK, CONSUMER_NO_MEND },
  { SFM_FIND_ROW_S390X, CONSUMER_LINK, CONSUMER_NO_MEND },
};

const struct consumer_rule *
consumer_rule_find (const struct consumer *consumer, unsigned finding,
                    const struct consumer_subject *subject)
{
  uint32_t bit = UINT32_C (1) << consumer_id (consumer);

  for (size_t i = 0; i < consumer_rule_count; i++)
    {
      const struct consumer_rule *rule = &consumer_rules[i];

      if (rule->finding == finding && (rule->consumers & bit) != 0
          && ((rule->consumers & CONSUMER_BIG_ENDIAN) == 0
              || subject->big_endian))
        return rule;
    }
  return NULL;
}

enum consumer_mend
consumer_mend_of (unsigned finding, bool image)
{
  for (size_t i = 0; i < sizeof mends / sizeof mends[0]; i++)
    if (mends[i].finding == finding)
      return image ? mends[i].image : mends[i].object;
  return CONSUMER_REPAIR;
}
