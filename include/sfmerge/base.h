/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   base.h - what all parts of the library share: versions, statuses and
   diagnostics, and the constants of the format.  */

#ifndef SFMERGE_BASE_H
#define SFMERGE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ */
/* Versions                                                            */

#define SFM_VERSION_MAJOR 0
#define SFM_VERSION_MINOR 2
#define SFM_VERSION_PATCH 0

#if defined __GNUC__
#define SFM_CHECKED __attribute__ ((warn_unused_result))
#else
#define SFM_CHECKED
#endif

/* The version of the library at run time, as "MAJOR.MINOR.PATCH", in static
   memory.  */
const char *sfm_version (void);

/* ------------------------------------------------------------------ */
/* Statuses and diagnostics                                            */

/* clang-format off */
/* X (NAME, VALUE, TEXT).  Values are never reused.  */
#define SFM_STATUSES(X)                                                       \
  X (SFM_OK,          0, "success")                                           \
  X (SFM_END,         1, "no more")                                           \
  X (SFM_ERR_NOMEM,   2, "out of memory")                                     \
  X (SFM_ERR_USAGE,   3, "wrong use of the library")                          \
  X (SFM_ERR_TRUNC,   4, "the data ends too early")                           \
  X (SFM_ERR_CORRUPT, 5, "the data contradicts itself")                       \
  X (SFM_ERR_UNSUPP,  6, "valid perhaps, but not supported")                  \
  X (SFM_ERR_MIXED,   7, "inputs that cannot be merged with each other")      \
  X (SFM_ERR_LIMIT,   8, "a limit of the options is exceeded")                \
  X (SFM_ERR_IO,      9, "a file could not be read or written")
/* clang-format on */

typedef enum sfm_status
{
#define SFM_X(name, value, text) name = (value),
  SFM_STATUSES (SFM_X)
#undef SFM_X
} sfm_status;

/* Why a call failed.  The caller owns the object, and it holds no pointers, so
   even exhausted memory can be reported.  The first failure fills it.  TEXT is
   one sentence, lower case, without a full stop; where two values disagree it
   has both.  OFFSET is in bytes from the start of the section that was read.
   INPUT is the number that the caller gave to the input of a merger or to the
   function of a builder, or 0.  */
struct sfm_diag
{
  sfm_status status;
  uint32_t input;
  uint64_t offset;
  char text[160];
};

/* A short text for STATUS, in static memory, never NULL.  */
const char *sfm_status_text (sfm_status status);

/* ------------------------------------------------------------------ */
/* On-disk constants (SFrame V3, 'SFrame Section')                     */

enum
{
  SFM_MAGIC = 0xdee2,
  SFM_HEADER_SIZE = 28,

  SFM_F_FDE_SORTED = 0x1,
  SFM_F_FRAME_POINTER = 0x2,
  SFM_F_FDE_FUNC_START_PCREL = 0x4,

  SFM_ABI_AARCH64_ENDIAN_BIG = 1,
  SFM_ABI_AARCH64_ENDIAN_LITTLE = 2,
  SFM_ABI_AMD64_ENDIAN_LITTLE = 3,
  SFM_ABI_S390X_ENDIAN_BIG = 4,

  SFM_FRE_TYPE_ADDR1 = 0,
  SFM_FRE_TYPE_ADDR2 = 1,
  SFM_FRE_TYPE_ADDR4 = 2,

  /* Data words of one row, at most: the count field has four bits.  */
  SFM_MAX_WORDS = 15
};

/* The name of ABI ("AMD64", ...) in static memory, or NULL if ABI is
   unknown.  */
const char *sfm_abi_name (uint8_t abi);

/* Whether data of ABI is big-endian.  False for an unknown ABI.  */
bool sfm_abi_big_endian (uint8_t abi);

/* The offset in bytes from the CFA at which ABI saves every return address, or
   0 if it has no fixed place.  The header repeats this value.  No ABI has a
   fixed place for the frame pointer.  */
int sfm_abi_fixed_ra (uint8_t abi);

#ifdef __cplusplus
}
#endif

#endif /* SFMERGE_BASE_H */
