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
   stays wrong in the output, but the functions around it are right.  */

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
#define READERS (ONE (V2_READER) | ONE (V3_READER))
/* Consumers that unwind.  */
#define UNWINDERS (KERNELS | GLIBC | READERS | ONE (V2_PROFILER))
/* Consumers that find SFrame data by PT_GNU_SFRAME, or by the section, also
   through symbols.  */
#define BY_SEGMENT (ONE (KERNEL) | GLIBC)
#define BY_SECTION (LIBSFRAME | READERS | ONE (VMLINUX))
#define FIRST_ONLY                                                            \
  (UNWINDERS | LIBSFRAME | ONE (MOLD_242)) /* of several headers */
#define EH (ONE (EH_FRAME))
#define EVERYONE (UNWINDERS | LIBSFRAME | LINKERS)

/* The readers that were run or read.  */
#define LINUX "Linux user space, May 2026, after v14"
#define LINUX_ARM64 "Linux on arm64, May 2026, v8"
#define LINUX_EH_FRAME "Linux user space by .eh_frame, 2026, posted"
#define GLIBC_242 "glibc 2.42"
#define BINUTILS_244 "binutils 2.44"
#define BINUTILS_245 "binutils 2.45"
#define BINUTILS_247 "binutils 2.47"
#define BINUTILS "binutils 2.44, 2.47"
#define MOLD_3 "mold 3.0"
#define SPECIFICATION "SFrame V2, V3"
#define LINKING_READERS BINUTILS ", " MOLD_3
#define UNWINDING_READERS LINUX ", " GLIBC_242 ", " SPECIFICATION
#define VIEWING_READERS LINUX ", " GLIBC_242 ", " BINUTILS ", " SPECIFICATION
#define ALL_READERS                                                           \
  LINUX ", " GLIBC_242 ", " LINKING_READERS ", " SPECIFICATION

#define COPIED "the linker copies it as it is"
#define AS_IT_IS "shown as it is, but not usable"

const struct consumer_rule consumer_rules[] = {
  /* Section and segment.  */
  { BY_SEGMENT, FIND_SEGMENT_MISSING, CONSUMER_UNUSABLE,
    "it looks for PT_GNU_SFRAME, and there is none", LINUX ", " GLIBC_242 },
  { GLIBC | BY_SECTION, FIND_SEGMENT_SHORT, CONSUMER_USABLE, NULL,
    LINUX_ARM64 ", " GLIBC_242 ", " BINUTILS ", " SPECIFICATION },
  { BY_SECTION, FIND_SEGMENT_STALE, CONSUMER_USABLE, NULL,
    LINUX_ARM64 ", " BINUTILS ", " SPECIFICATION },
  { LIBSFRAME, FIND_NO_HEADERS, CONSUMER_UNUSABLE,
    "it looks for the section, and there are no section headers", BINUTILS },
  { LIBSFRAME, FIND_SECTION_FLAGS, CONSUMER_USABLE, NULL, BINUTILS },
  { ONE (LD_245) | ONE (LD_246), FIND_SECTION_TYPE, CONSUMER_UNUSABLE,
    "it ignores sections that are not of type SHT_GNU_SFRAME",
    BINUTILS_245 ", " BINUTILS_247 },
  { ONE (MOLD_242), FIND_SEVERAL_SECTIONS, CONSUMER_USABLE, NULL, MOLD_3 },
  { GNU_LD, FIND_SEVERAL_SECTIONS, CONSUMER_LOSS,
    "with --gc-sections it keeps all functions of the first", BINUTILS },
  { UNWINDERS | LIBSFRAME, FIND_SEVERAL_SECTIONS, CONSUMER_LOSS,
    "it reads one of them", VIEWING_READERS },
  { ONE (MOLD_242), SFM_FIND_EMPTY, CONSUMER_UNUSABLE,
    "mold 2.42 refuses to link it", MOLD_3 },
  { LINKERS, FIND_NOTHING, CONSUMER_USABLE, NULL, LINKING_READERS },

  /* Pieces.  judge_pieces says how many functions a consumer of the first
     header misses.  */
  { GNU_LD, SFM_FIND_PIECES, CONSUMER_UNUSABLE,
    "it stops at an assertion when relocations are left over", BINUTILS },
  { FIRST_ONLY, SFM_FIND_PIECES, CONSUMER_USABLE, NULL, ALL_READERS },
  { FIRST_ONLY, SFM_FIND_MIXED, CONSUMER_USABLE, NULL, ALL_READERS },
  { FIRST_ONLY, FIND_DAMAGED, CONSUMER_USABLE, NULL, ALL_READERS },
  { EVERYONE, FIND_VERSIONS, CONSUMER_USABLE, NULL, ALL_READERS },
  { EVERYONE, FIND_FLAGS_MIXED, CONSUMER_USABLE, NULL, ALL_READERS },
  { UNWINDERS | LIBSFRAME, FIND_BURIED, CONSUMER_LOSS,
    "it does not see what is past the end of the section", VIEWING_READERS },
  { KERNELS | CONSUMER_WARNS, SFM_FIND_AUX, CONSUMER_UNUSABLE,
    "it refuses an auxiliary header", LINUX ", " LINUX_ARM64 },
  { KERNELS | CONSUMER_WARNS, FACT_EMPTY, CONSUMER_UNUSABLE,
    "it refuses a table without functions or rows", LINUX ", " LINUX_ARM64 },
  { GLIBC | OLD_LD | ONE (LIBSFRAME_244), FACT_GAPS, CONSUMER_UNUSABLE,
    "it expects rows right after functions right after the header",
    GLIBC_242 ", " BINUTILS_244 },
  { ONE (KERNEL), FACT_CODE_SEGMENTS, CONSUMER_UNUSABLE,
    "a kernel that validates refuses several executable segments; link all "
    "code into one",
    LINUX },
  { ONE (VMLINUX), FACT_ELSEWHERE, CONSUMER_UNUSABLE,
    "it looks from __start_sframe to __end_sframe, and .sframe is not there",
    LINUX_ARM64 },
  { ONE (VMLINUX), FACT_INIT_SFRAME, CONSUMER_LOSS,
    "it reads one header, and nothing of .init.sframe", LINUX_ARM64 },
  { LIBSFRAME | CONSUMER_BIG_ENDIAN, SFM_FIND_AUX, CONSUMER_UNUSABLE,
    "it refuses an auxiliary header in data of the other byte order",
    BINUTILS },
  { ONE (LIBSFRAME_245) | ONE (LIBSFRAME_246), SFM_FIND_TILING, CONSUMER_LOSS,
    "its look-ups leave out the gap before the functions",
    BINUTILS_245 ", " BINUTILS_247 },
  { GNU_LD | LIBSFRAME | GLIBC | KERNELS, SFM_FIND_FRE_COUNT, CONSUMER_USABLE,
    NULL, LINUX ", " GLIBC_242 ", " BINUTILS },
  { READERS | ONE (MOLD_242) | ONE (V2_PROFILER), SFM_FIND_FRE_COUNT,
    CONSUMER_LOSS, "a reader that trusts the header reserves too little",
    MOLD_3 ", " SPECIFICATION },
  { LIBSFRAME | CONSUMER_BIG_ENDIAN, SFM_FIND_FRE_SHARED, CONSUMER_UNUSABLE,
    "it swaps the bytes of shared rows twice", BINUTILS },

  { LIBSFRAME | CONSUMER_BIG_ENDIAN, SFM_FIND_SHARED_OBJECT, CONSUMER_UNUSABLE,
    "it swaps the bytes of shared rows twice", BINUTILS },
  { LIBSFRAME | UNWINDERS | ONE (MOLD_242), SFM_FIND_SHARED_OBJECT,
    CONSUMER_USABLE, NULL, ALL_READERS },
  { GNU_LD, SFM_FIND_SHARED_OBJECT, CONSUMER_UNUSABLE,
    "it writes shared rows once a function, over what comes after them",
    BINUTILS },
  { GNU_LD, SFM_FIND_FIXED, CONSUMER_LOSS,
    "it takes the first object's offsets for all", BINUTILS },
  { ONE (MOLD_242), SFM_FIND_FIXED, CONSUMER_UNUSABLE,
    "it writes the ABI's offsets in place of these", MOLD_3 },
  { LIBSFRAME, SFM_FIND_FIXED, CONSUMER_LOSS, AS_IT_IS, BINUTILS },
  { KERNELS, SFM_FIND_FIXED, CONSUMER_UNUSABLE,
    "it refuses other fixed offsets than the ABI's", LINUX },

  /* Functions.  */
  { ONE (MODULES) | LINKERS, SFM_FIND_UNSORTED, CONSUMER_USABLE, NULL,
    LINUX_ARM64 ", " BINUTILS ", " MOLD_3 },
  { LIBSFRAME, SFM_FIND_UNSORTED, CONSUMER_LOSS,
    "it shows them, but finds few by address", BINUTILS },
  { LIBSFRAME, SFM_FIND_OVERLAP, CONSUMER_LOSS,
    "it shows them, but may find the wrong one by address", BINUTILS },
  { LINKERS, SFM_FIND_OVERLAP, CONSUMER_LOSS, COPIED, LINKING_READERS },
  { KERNELS, SFM_FIND_DUPLICATE, CONSUMER_UNUSABLE,
    "a kernel that validates refuses equal starts", LINUX },
  { ONE (KERNEL) | ONE (VMLINUX), FIND_DEAD, CONSUMER_UNUSABLE,
    "a kernel that validates refuses functions outside the code", LINUX },
  { ONE (MODULES), FIND_DEAD, CONSUMER_LOSS,
    "a kernel that validates refuses functions outside the code",
    LINUX_ARM64 },
  { ONE (KERNEL), FACT_OUTSIDE, CONSUMER_UNUSABLE,
    "it drops the section at a function that is not wholly in the code's "
    "segment",
    LINUX },
  { KERNELS, SFM_FIND_FDE_ZERO_SIZE, CONSUMER_UNUSABLE,
    "it drops the section at a row that is not in its function", LINUX },
  { GLIBC | ONE (V2_PROFILER), SFM_FIND_FDE_ZERO_SIZE, CONSUMER_LOSS,
    "it can hide the function that begins there",
    GLIBC_242 ", " SPECIFICATION },
  { KERNELS, SFM_FIND_FDE_ROWLESS, CONSUMER_UNUSABLE,
    "it drops the section at a function without rows", LINUX },
  { KERNELS, SFM_FIND_FIRST_ROW, CONSUMER_UNUSABLE,
    "it drops the section at an address before the first row", LINUX },
  { KERNELS, FACT_MANY_ROWS, CONSUMER_UNUSABLE,
    "it drops the section at a function with more rows than bytes", LINUX },
  { ARM64, FACT_FLEX, CONSUMER_UNUSABLE,
    "it drops the section at a function of type FLEX", LINUX_ARM64 },
  { ONE (V2_PROFILER), FACT_MASK, CONSUMER_LOSS,
    "it skips functions of type MASK, which are of linker-generated code",
    SPECIFICATION },
  { ONE (LIBSFRAME_244), FACT_MASK_BELOW, CONSUMER_LOSS,
    "its look-ups find no row in the second half of such blocks",
    BINUTILS_244 },
  { LINKERS, SFM_FIND_REP_SIZE, CONSUMER_LOSS, COPIED, LINKING_READERS },
  { LIBSFRAME, SFM_FIND_REP_SIZE, CONSUMER_LOSS, AS_IT_IS, BINUTILS },
  { LINKERS, SFM_FIND_FDE_ABI_BITS, CONSUMER_LOSS, COPIED, LINKING_READERS },
  { LINKERS, SFM_FIND_FDE_WRAPS, CONSUMER_LOSS, COPIED, LINKING_READERS },
  { UNWINDERS, FIND_LACKING, CONSUMER_LOSS, "no frame of them is unwound",
    UNWINDING_READERS },
  { UNWINDERS, FIND_PLT_UNCOVERED, CONSUMER_LOSS,
    "no frame in linker-generated code is unwound there", UNWINDING_READERS },
  { UNWINDERS, FIND_PLT_ROWS, CONSUMER_LOSS,
    "the caller of linker-generated code is wrong there", UNWINDING_READERS },
  { LIBSFRAME, FIND_PLT_ROWS, CONSUMER_USABLE, NULL, BINUTILS },
  { UNWINDERS | LIBSFRAME, FIND_MISSING, CONSUMER_LOSS,
    "no frame of them is unwound", VIEWING_READERS },
  { UNWINDERS, FIND_ROWS_CONTRADICT, CONSUMER_LOSS,
    "the caller of such a function is wrong", UNWINDING_READERS },
  { LIBSFRAME, FIND_ROWS_CONTRADICT, CONSUMER_USABLE, NULL, BINUTILS },
  { UNWINDERS, FIND_ROWS_UNJUDGED, CONSUMER_LOSS,
    "the caller of such a function may be wrong", UNWINDING_READERS },
  { LIBSFRAME, FIND_ROWS_UNJUDGED, CONSUMER_USABLE, NULL, BINUTILS },
  { UNWINDERS, FIND_MARKS, CONSUMER_LOSS,
    "the row before or after the right one is taken, or the wrong key",
    UNWINDING_READERS },
  { LIBSFRAME, FIND_MARKS, CONSUMER_USABLE, NULL, BINUTILS },
  { UNWINDERS, FIND_ROWS_OUTERMOST, CONSUMER_LOSS,
    "it does not stop at the outermost frame", UNWINDING_READERS },

  /* Rows.  */
  { KERNELS, SFM_FIND_ROW_EQUAL, CONSUMER_UNUSABLE,
    "it drops the section at rows that do not ascend", LINUX },
  { KERNELS, SFM_FIND_ROW_PAST_END, CONSUMER_UNUSABLE,
    "it drops the section at a row at the end of its function", LINUX },
  { GLIBC, SFM_FIND_ROW_EQUAL, CONSUMER_LOSS,
    "of two rows at the start it takes the first everywhere", GLIBC_242 },
  { ONE (LD_244) | ONE (LIBSFRAME_244), SFM_FIND_ROW_PAST_END,
    CONSUMER_UNUSABLE, "it stops at an assertion", BINUTILS_244 },
  { ONE (LD_245) | ONE (LIBSFRAME_245), SFM_FIND_ROW_PAST_END, CONSUMER_LOSS,
    "releases of it stop at an assertion", BINUTILS_245 },
  { GNU_LD | LIBSFRAME, SFM_FIND_ROW_BEYOND, CONSUMER_UNUSABLE,
    "it stops at an assertion", BINUTILS },
  { KERNELS, SFM_FIND_ROW_BEYOND, CONSUMER_UNUSABLE,
    "it drops the section at such a row", LINUX },
  { ONE (KERNEL), FACT_FLEX_PADDING, CONSUMER_UNUSABLE,
    "it drops the section at a FLEX row that ends with a padding word",
    LINUX },
  { ONE (LIBSFRAME_244), FACT_NO_WORDS, CONSUMER_LOSS,
    "it shows fp+-1 there, and says that RA is at CFA-8", BINUTILS_244 },
  { GLIBC, FACT_NO_WORDS, CONSUMER_LOSS,
    "it walks the whole stack again with .eh_frame there", GLIBC_242 },
  { ONE (MOLD_242), SFM_FIND_ROW_BEYOND, CONSUMER_LOSS, COPIED, MOLD_3 },
  { LINKERS, SFM_FIND_ROW_ORDER, CONSUMER_LOSS, COPIED, LINKING_READERS },
  { LIBSFRAME, SFM_FIND_ROW_ORDER, CONSUMER_LOSS, AS_IT_IS, BINUTILS },
  { ONE (MOLD_242), SFM_FIND_ROW_COUNT, CONSUMER_LOSS, COPIED, MOLD_3 },
  { LINKERS, SFM_FIND_ROW_FLEX, CONSUMER_LOSS, COPIED, LINKING_READERS },
  { LIBSFRAME, SFM_FIND_ROW_FLEX, CONSUMER_LOSS, AS_IT_IS, BINUTILS },
  { LINKERS, SFM_FIND_ROW_S390X, CONSUMER_LOSS, COPIED, LINKING_READERS },
  { LIBSFRAME, SFM_FIND_ROW_S390X, CONSUMER_LOSS, AS_IT_IS, BINUTILS },

  /* Relocations.  */
  { ONE (LD_244), FIND_RELOC_OFFSET, CONSUMER_LOSS,
    "it pairs them with functions by their order", BINUTILS_244 },
  { ONE (LD_244), FIND_RELOC_NONE, CONSUMER_LOSS,
    "it stops at an assertion if there are more than functions",
    BINUTILS_244 },
  { ONE (LD_245) | ONE (LD_246), FIND_RELOC_NONE, CONSUMER_UNUSABLE,
    "it stops where functions have no relocation",
    BINUTILS_245 ", " BINUTILS_247 },
  { GNU_LD, FIND_RELOC_MISSING, CONSUMER_UNUSABLE,
    "it stops where functions have no relocation", BINUTILS },
  { ONE (MODULES), FIND_RELOC_NONE, CONSUMER_LOSS,
    "a kernel that validates refuses functions outside the code",
    LINUX_ARM64 },
  { ONE (MODULES), FIND_RELOC_MISSING, CONSUMER_LOSS,
    "a kernel that validates refuses functions outside the code",
    LINUX_ARM64 },

  /* .eh_frame.  What the reader cannot read makes it stop using the section,
     what it does not support only that frame.  */
  { EH, FIND_EH_DAMAGED, CONSUMER_UNUSABLE,
    "it drops the section at a record that cannot be read", LINUX_EH_FRAME },
  { EH, FIND_EH_OVERLAP, CONSUMER_LOSS,
    "of two FDEs for an address it takes one", LINUX_EH_FRAME },
  { EH, FIND_EH_HDR_MISSING, CONSUMER_UNUSABLE,
    "it looks FDEs up in that table alone", LINUX_EH_FRAME },
  { EH, FIND_EH_HDR_ENCODING, CONSUMER_UNUSABLE,
    "it searches in the table that linkers write", LINUX_EH_FRAME },
  { EH, FIND_EH_HDR_ORDER, CONSUMER_UNUSABLE,
    "its search needs a sorted table", LINUX_EH_FRAME },
  { EH, FIND_EH_HDR_LACKS, CONSUMER_LOSS, "no frame of them is unwound",
    LINUX_EH_FRAME },
  { EH, FIND_EH_HDR_WRONG, CONSUMER_UNUSABLE,
    "it drops the section at such an entry", LINUX_EH_FRAME },
  { EH, FIND_FRAME_REFUTED, CONSUMER_LOSS,
    "the caller of such a function is wrong", LINUX_EH_FRAME },
  { EH, FACT_CFI_BROKEN, CONSUMER_UNUSABLE,
    "it drops the section at instructions that mean nothing", LINUX_EH_FRAME },
  { EH, FACT_CIE_LONG, CONSUMER_UNUSABLE, "it reads CIEs of 128 bytes at most",
    LINUX_EH_FRAME },
  { EH, FACT_FDE_LONG, CONSUMER_UNUSABLE,
    "it reads FDEs of 32,768 bytes at most", LINUX_EH_FRAME },
  { EH, FACT_STATES, CONSUMER_LOSS, "it keeps one remembered state",
    LINUX_EH_FRAME },
  { EH, FACT_CFI_OTHER, CONSUMER_LOSS,
    "it does not unwind a frame with such rules", LINUX_EH_FRAME },
};

const size_t consumer_rule_count
    = sizeof consumer_rules / sizeof consumer_rules[0];

/* Grounds that repair and convert do not fix in images or in objects.  Only
   --for drops rows and functions of objects that a consumer refuses.  link
   fixes damage: it leaves damaged pieces out and takes those of the inputs.
   Rows of objects stay as they are.  */
static const struct
{
  unsigned ground;
  enum consumer_fix image;
  enum consumer_fix object;
} fixes[] = {
  { FIND_NO_HEADERS, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { FIND_NO_SECTION, CONSUMER_LINK, CONSUMER_NO_FIX },
  { FIND_CLOBBERED, CONSUMER_LINK, CONSUMER_NO_FIX },
  { FIND_DAMAGED, CONSUMER_LINK, CONSUMER_NO_FIX },
  { FIND_UNBELIEVED, CONSUMER_LINK, CONSUMER_NO_FIX },
  { FIND_MISSING, CONSUMER_LINK, CONSUMER_NO_FIX },
  { FIND_DIFFERENT, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_EMPTY, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_TRUNCATED, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_MAGIC, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_VERSION, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { SFM_FIND_FLAGS, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { SFM_FIND_ABI, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_BOUNDS, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_FIXED, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_FRE_OVERLAP, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_FDE_INFO, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_FDE_ABI_BITS, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_FDE_WRAPS, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_FDE_ZERO_SIZE, CONSUMER_FOR, CONSUMER_FOR },
  { SFM_FIND_FDE_ROWLESS, CONSUMER_FOR, CONSUMER_FOR },
  { SFM_FIND_FIRST_ROW, CONSUMER_FOR, CONSUMER_FOR },
  { SFM_FIND_ROW_ORDER, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_ROW_EQUAL, CONSUMER_REPAIR, CONSUMER_FOR },
  { SFM_FIND_ROW_PAST_END, CONSUMER_REPAIR, CONSUMER_FOR },
  { SFM_FIND_ROW_BEYOND, CONSUMER_REPAIR, CONSUMER_FOR },
  { SFM_FIND_ROW_SIZE_CODE, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_ROW_COUNT, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_ROW_FLEX, CONSUMER_LINK, CONSUMER_NO_FIX },
  { SFM_FIND_ROW_S390X, CONSUMER_LINK, CONSUMER_NO_FIX },
  { FACT_EMPTY, CONSUMER_LINK, CONSUMER_NO_FIX },
  { FACT_FLEX, CONSUMER_FOR, CONSUMER_FOR },
  { FACT_FLEX_PADDING, CONSUMER_FOR, CONSUMER_FOR },
  { FACT_MASK, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { FACT_MASK_BELOW, CONSUMER_FOR, CONSUMER_NO_FIX },
  { FACT_MANY_ROWS, CONSUMER_FOR, CONSUMER_FOR },
  { FACT_NO_WORDS, CONSUMER_FOR, CONSUMER_FOR },
  { FACT_OUTSIDE, CONSUMER_FOR, CONSUMER_NO_FIX },
  { FACT_CODE_SEGMENTS, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { FACT_INIT_SFRAME, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { FACT_ELSEWHERE, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { FIND_EH_DAMAGED, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { FIND_EH_OVERLAP, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { FIND_EH_HDR_MISSING, CONSUMER_HDR, CONSUMER_NO_FIX },
  { FIND_EH_HDR_DAMAGED, CONSUMER_HDR, CONSUMER_NO_FIX },
  { FIND_EH_HDR_ENCODING, CONSUMER_HDR, CONSUMER_NO_FIX },
  { FIND_EH_HDR_SEGMENT, CONSUMER_HDR, CONSUMER_NO_FIX },
  { FIND_EH_HDR_POINTER, CONSUMER_HDR, CONSUMER_NO_FIX },
  { FIND_EH_HDR_ORDER, CONSUMER_HDR, CONSUMER_NO_FIX },
  { FIND_EH_HDR_LACKS, CONSUMER_HDR, CONSUMER_NO_FIX },
  { FIND_EH_HDR_WRONG, CONSUMER_HDR, CONSUMER_NO_FIX },
  { FIND_FRAME_REFUTED, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { FACT_CFI_BROKEN, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { FACT_CIE_LONG, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { FACT_FDE_LONG, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { FACT_STATES, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
  { FACT_CFI_OTHER, CONSUMER_NO_FIX, CONSUMER_NO_FIX },
};

const struct consumer_rule *
consumer_rule_find (const struct consumer *consumer, unsigned ground,
                    const struct consumer_subject *subject)
{
  uint32_t bit = UINT32_C (1) << consumer_id (consumer);

  for (size_t i = 0; i < consumer_rule_count; i++)
    {
      const struct consumer_rule *rule = &consumer_rules[i];

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
    if (fixes[i].ground == ground)
      return image ? fixes[i].image : fixes[i].object;
  return CONSUMER_REPAIR;
}
