/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-rules.c - what a finding or a fact means to a consumer, and which
   command fixes it.

   Without a rule, a finding of severity error makes a file unusable, and any
   other finding or fact does not matter.  The rules are the exceptions: a
   finding is harmless to a consumer that does not look there, and a warning
   is fatal to one that stops there.

   The kernel drops a section for good at the first row or function that it
   does not accept, when a look-up meets it, or, if it validates, all at once
   before the program runs.  A verdict is that of a kernel that validates.
   glibc checks nothing: it uses wrong rows, and goes on with .eh_frame if it
   finds no function.  Linkers copy rows without looking at them: a wrong row
   stays wrong in the output, but the functions around it are right.

   What was run or read: Linux for user space in May 2026 (after v14), for
   arm64 (v8), and for .eh_frame (posted); glibc 2.42; binutils 2.44, 2.45 and
   2.47; mold 3.0; for other readers, the specification of versions 2 and 3.
   The first rule that matches applies.  */

#include "config.h"

#include "consumers.h"

#define ONE(name) (UINT32_C (1) << CONSUMER_##name)

#define GLIBC (ONE (GLIBC_242) | ONE (GLIBC_243))
#define ARM64 (ONE (MODULES) | ONE (VMLINUX))
#define KERNELS (ONE (KERNEL) | ARM64)
#define OLD_LD (ONE (LD_244) | ONE (LD_245))
#define GNU_LD (OLD_LD | ONE (LD_246))
#define LINKERS (GNU_LD | ONE (MOLD_242))
#define LIBSFRAME                                                             \
  (ONE (LIBSFRAME_244) | ONE (LIBSFRAME_245) | ONE (LIBSFRAME_246))
/* Readers that follow the specification.  */
#define SPECIFIED (ONE (V2_READER) | ONE (V3_READER))
/* Consumers that unwind.  */
#define UNWINDERS (KERNELS | GLIBC | SPECIFIED | ONE (V2_PROFILER))
/* Consumers that find SFrame data by PT_GNU_SFRAME, or by the section, also
   through symbols.  */
#define BY_SEGMENT (ONE (KERNEL) | GLIBC)
#define BY_SECTION (LIBSFRAME | SPECIFIED | ONE (VMLINUX))
#define FIRST_ONLY                                                            \
  (UNWINDERS | LIBSFRAME | ONE (MOLD_242)) /* of several headers */
#define EH (ONE (EH_FRAME))
#define EVERYONE (UNWINDERS | LIBSFRAME | LINKERS)

#define COPIED "the linker copies it as it is"
#define AS_IT_IS "shown as it is, but not usable"

static const struct consumer_rule rules[] = {
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
    "it does not see what is past the end of the section" },
  { KERNELS | CONSUMER_WARNS, SFM_FIND_AUX, CONSUMER_UNUSABLE,
    "it refuses an auxiliary header" },
  { KERNELS | CONSUMER_WARNS, FACT_EMPTY, CONSUMER_UNUSABLE,
    "it refuses a table without functions or rows" },
  { GLIBC | OLD_LD | ONE (LIBSFRAME_244), FACT_GAPS, CONSUMER_UNUSABLE,
    "it expects rows right after functions right after the header" },
  { ONE (KERNEL), FACT_CODE_SEGMENTS, CONSUMER_UNUSABLE,
    "a kernel that validates refuses several executable segments; link all "
    "code into one" },
  { ONE (VMLINUX), FACT_ELSEWHERE, CONSUMER_UNUSABLE,
    "it looks from __start_sframe to __end_sframe, and .sframe is not there" },
  { ONE (VMLINUX), FACT_INIT_SFRAME, CONSUMER_LOSS,
    "it reads one header, and nothing of .init.sframe" },
  { LIBSFRAME | CONSUMER_BIG_ENDIAN, SFM_FIND_AUX, CONSUMER_UNUSABLE,
    "it refuses an auxiliary header in data of the other byte order" },
  { ONE (LIBSFRAME_245) | ONE (LIBSFRAME_246), SFM_FIND_TILING, CONSUMER_LOSS,
    "its look-ups leave out the gap before the functions" },
  { GNU_LD | LIBSFRAME | GLIBC | KERNELS, SFM_FIND_FRE_COUNT, CONSUMER_USABLE,
    NULL },
  { SPECIFIED | ONE (MOLD_242) | ONE (V2_PROFILER), SFM_FIND_FRE_COUNT,
    CONSUMER_LOSS, "a reader that trusts the header reserves too little" },
  { LIBSFRAME | CONSUMER_BIG_ENDIAN, SFM_FIND_FRE_SHARED, CONSUMER_UNUSABLE,
    "it swaps the bytes of shared rows twice" },

  { LIBSFRAME | CONSUMER_BIG_ENDIAN, SFM_FIND_SHARED_OBJECT, CONSUMER_UNUSABLE,
    "it swaps the bytes of shared rows twice" },
  { LIBSFRAME | UNWINDERS | ONE (MOLD_242), SFM_FIND_SHARED_OBJECT,
    CONSUMER_USABLE, NULL },
  { GNU_LD, SFM_FIND_SHARED_OBJECT, CONSUMER_UNUSABLE,
    "it writes shared rows once a function, over what comes after them" },
  { GNU_LD, SFM_FIND_FIXED, CONSUMER_LOSS,
    "it takes the first object's offsets for all" },
  { ONE (MOLD_242), SFM_FIND_FIXED, CONSUMER_UNUSABLE,
    "it writes the ABI's offsets in place of these" },
  { LIBSFRAME, SFM_FIND_FIXED, CONSUMER_LOSS, AS_IT_IS },
  { KERNELS, SFM_FIND_FIXED, CONSUMER_UNUSABLE,
    "it refuses other fixed offsets than the ABI's" },

  /* Functions.  */
  { ONE (MODULES) | LINKERS, SFM_FIND_UNSORTED, CONSUMER_USABLE, NULL },
  { LIBSFRAME, SFM_FIND_UNSORTED, CONSUMER_LOSS,
    "it shows them, but finds few by address" },
  { LIBSFRAME, SFM_FIND_OVERLAP, CONSUMER_LOSS,
    "it shows them, but may find the wrong one by address" },
  { LINKERS, SFM_FIND_OVERLAP, CONSUMER_LOSS, COPIED },
  { KERNELS, SFM_FIND_DUPLICATE, CONSUMER_UNUSABLE,
    "a kernel that validates refuses equal starts" },
  { ONE (KERNEL) | ONE (VMLINUX), FIND_DEAD, CONSUMER_UNUSABLE,
    "a kernel that validates refuses functions outside the code" },
  { ONE (MODULES), FIND_DEAD, CONSUMER_LOSS,
    "a kernel that validates refuses functions outside the code" },
  { ONE (KERNEL), FACT_OUTSIDE, CONSUMER_UNUSABLE,
    "it drops the section at a function that is not wholly in the code's "
    "segment" },
  { KERNELS, SFM_FIND_FDE_ZERO_SIZE, CONSUMER_UNUSABLE,
    "it drops the section at a row that is not in its function" },
  { GLIBC | ONE (V2_PROFILER), SFM_FIND_FDE_ZERO_SIZE, CONSUMER_LOSS,
    "it can hide the function that begins there" },
  { KERNELS, SFM_FIND_FDE_ROWLESS, CONSUMER_UNUSABLE,
    "it drops the section at a function without rows" },
  { KERNELS, SFM_FIND_FIRST_ROW, CONSUMER_UNUSABLE,
    "it drops the section at an address before the first row" },
  { KERNELS, FACT_MANY_ROWS, CONSUMER_UNUSABLE,
    "it drops the section at a function with more rows than bytes" },
  { ARM64, FACT_FLEX, CONSUMER_UNUSABLE,
    "it drops the section at a function of type FLEX" },
  { ONE (V2_PROFILER), FACT_MASK, CONSUMER_LOSS,
    "it skips functions of type MASK, which are of linker-generated code" },
  { ONE (LIBSFRAME_244), FACT_MASK_BELOW, CONSUMER_LOSS,
    "its look-ups find no row in the second half of such blocks" },
  { LINKERS, SFM_FIND_REP_SIZE, CONSUMER_LOSS, COPIED },
  { LIBSFRAME, SFM_FIND_REP_SIZE, CONSUMER_LOSS, AS_IT_IS },
  { LINKERS, SFM_FIND_FDE_ABI_BITS, CONSUMER_LOSS, COPIED },
  { LINKERS, SFM_FIND_FDE_WRAPS, CONSUMER_LOSS, COPIED },
  { UNWINDERS, FIND_LACKING, CONSUMER_LOSS, "no frame of them is unwound" },
  { UNWINDERS, FIND_PLT_UNCOVERED, CONSUMER_LOSS,
    "no frame in linker-generated code is unwound there" },
  { UNWINDERS, FIND_PLT_ROWS, CONSUMER_LOSS,
    "the caller of linker-generated code is wrong there" },
  { LIBSFRAME, FIND_PLT_ROWS, CONSUMER_USABLE, NULL },
  { UNWINDERS | LIBSFRAME, FIND_MISSING, CONSUMER_LOSS,
    "no frame of them is unwound" },
  { UNWINDERS, FIND_ROWS_CONTRADICT, CONSUMER_LOSS,
    "the caller of such a function is wrong" },
  { LIBSFRAME, FIND_ROWS_CONTRADICT, CONSUMER_USABLE, NULL },
  { UNWINDERS, FIND_ROWS_UNJUDGED, CONSUMER_LOSS,
    "the caller of such a function may be wrong" },
  { LIBSFRAME, FIND_ROWS_UNJUDGED, CONSUMER_USABLE, NULL },
  { UNWINDERS, FIND_MARKS, CONSUMER_LOSS,
    "the row before or after the right one is taken, or the wrong key" },
  { LIBSFRAME, FIND_MARKS, CONSUMER_USABLE, NULL },
  { UNWINDERS, FIND_ROWS_OUTERMOST, CONSUMER_LOSS,
    "it does not stop at the outermost frame" },

  /* Rows.  */
  { KERNELS, SFM_FIND_ROW_EQUAL, CONSUMER_UNUSABLE,
    "it drops the section at rows that do not ascend" },
  { KERNELS, SFM_FIND_ROW_PAST_END, CONSUMER_UNUSABLE,
    "it drops the section at a row at the end of its function" },
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
  { ONE (KERNEL), FACT_FLEX_PADDING, CONSUMER_UNUSABLE,
    "it drops the section at a FLEX row that ends with a padding word" },
  { ONE (LIBSFRAME_244), FACT_NO_WORDS, CONSUMER_LOSS,
    "it shows fp+-1 there, and says that RA is at CFA-8" },
  { GLIBC, FACT_NO_WORDS, CONSUMER_LOSS,
    "it walks the whole stack again with .eh_frame there" },
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

  /* .eh_frame.  A record that the reader cannot read makes it drop the
     section; one that it does not support costs only that frame.  */
  { EH, FIND_EH_DAMAGED, CONSUMER_UNUSABLE,
    "it drops the section at a record that cannot be read" },
  { EH, FIND_EH_OVERLAP, CONSUMER_LOSS,
    "of two FDEs for an address it takes one" },
  { EH, FIND_EH_HDR_MISSING, CONSUMER_UNUSABLE,
    "it looks FDEs up in that table alone" },
  { EH, FIND_EH_HDR_ENCODING, CONSUMER_UNUSABLE,
    "it searches in the table that linkers write" },
  { EH, FIND_EH_HDR_ORDER, CONSUMER_UNUSABLE,
    "its search needs a sorted table" },
  { EH, FIND_EH_HDR_LACKS, CONSUMER_LOSS, "no frame of them is unwound" },
  { EH, FIND_EH_HDR_WRONG, CONSUMER_UNUSABLE,
    "it drops the section at such an entry" },
  { EH, FIND_FRAME_REFUTED, CONSUMER_LOSS,
    "the caller of such a function is wrong" },
  { EH, FACT_CFI_BROKEN, CONSUMER_UNUSABLE,
    "it drops the section at instructions that mean nothing" },
  { EH, FACT_CIE_LONG, CONSUMER_UNUSABLE,
    "it reads CIEs of 128 bytes at most" },
  { EH, FACT_FDE_LONG, CONSUMER_UNUSABLE,
    "it reads FDEs of 32,768 bytes at most" },
  { EH, FACT_STATES, CONSUMER_LOSS, "it keeps one remembered state" },
  { EH, FACT_CFI_OTHER, CONSUMER_LOSS,
    "it does not unwind a frame with such rules" },
};

/* Grounds that repair and convert do not fix in images or in objects.  Only
   --for drops rows and functions of objects that a consumer refuses.  link
   fixes damage: it leaves damaged pieces out and takes those of the inputs.
   Rows of objects stay as they are.  */
#define FIX(image, object, ...)                                               \
  {                                                                           \
    image, object, (const unsigned[]) { __VA_ARGS__, CONSUMER_GROUNDS }       \
  }

static const struct
{
  enum consumer_fix image;
  enum consumer_fix object;
  const unsigned *grounds; /* CONSUMER_GROUNDS is the last */
} fixes[] = {
  FIX (CONSUMER_NO_FIX, CONSUMER_NO_FIX, FIND_NO_HEADERS, SFM_FIND_VERSION,
       SFM_FIND_FLAGS, FACT_MASK, FACT_CODE_SEGMENTS, FACT_INIT_SFRAME,
       FACT_ELSEWHERE, FIND_EH_DAMAGED, FIND_EH_OVERLAP, FIND_FRAME_REFUTED,
       FACT_CFI_BROKEN, FACT_CIE_LONG, FACT_FDE_LONG, FACT_STATES,
       FACT_CFI_OTHER),
  FIX (CONSUMER_LINK, CONSUMER_NO_FIX, FIND_NO_SECTION, FIND_CLOBBERED,
       FIND_DAMAGED, FIND_UNBELIEVED, FIND_MISSING, FIND_DIFFERENT,
       SFM_FIND_EMPTY, SFM_FIND_TRUNCATED, SFM_FIND_MAGIC, SFM_FIND_ABI,
       SFM_FIND_BOUNDS, SFM_FIND_FIXED, SFM_FIND_FRE_OVERLAP,
       SFM_FIND_FDE_INFO, SFM_FIND_FDE_ABI_BITS, SFM_FIND_FDE_WRAPS,
       SFM_FIND_ROW_ORDER, SFM_FIND_ROW_SIZE_CODE, SFM_FIND_ROW_COUNT,
       SFM_FIND_ROW_FLEX, SFM_FIND_ROW_S390X, FACT_EMPTY),
  FIX (CONSUMER_FOR, CONSUMER_FOR, SFM_FIND_FDE_ZERO_SIZE,
       SFM_FIND_FDE_ROWLESS, SFM_FIND_FIRST_ROW, FACT_FLEX, FACT_FLEX_PADDING,
       FACT_MANY_ROWS, FACT_NO_WORDS),
  FIX (CONSUMER_REPAIR, CONSUMER_FOR, SFM_FIND_ROW_EQUAL,
       SFM_FIND_ROW_PAST_END, SFM_FIND_ROW_BEYOND),
  FIX (CONSUMER_FOR, CONSUMER_NO_FIX, FACT_MASK_BELOW, FACT_OUTSIDE),
  FIX (CONSUMER_HDR, CONSUMER_NO_FIX, FIND_EH_HDR_MISSING, FIND_EH_HDR_DAMAGED,
       FIND_EH_HDR_ENCODING, FIND_EH_HDR_SEGMENT, FIND_EH_HDR_POINTER,
       FIND_EH_HDR_ORDER, FIND_EH_HDR_LACKS, FIND_EH_HDR_WRONG),
};

const struct consumer_rule *
consumer_rule_find (const struct consumer *consumer, unsigned ground,
                    const struct consumer_subject *subject)
{
  uint32_t bit = UINT32_C (1) << consumer_id (consumer);

  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    {
      const struct consumer_rule *rule = &rules[i];

      if (rule->ground == ground && (rule->consumers & bit) != 0
          && ((rule->consumers & CONSUMER_BIG_ENDIAN) == 0
              || subject->big_endian))
        return rule;
    }
  return NULL;
}

enum consumer_fix
consumer_fix_of (unsigned ground, bool image)
{
  for (size_t i = 0; i < sizeof fixes / sizeof fixes[0]; i++)
    for (const unsigned *g = fixes[i].grounds; *g != CONSUMER_GROUNDS; g++)
      if (*g == ground)
        return image ? fixes[i].image : fixes[i].object;
  return CONSUMER_REPAIR;
}
