/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   engine.h - what mergers, builders and the checker share: limits, memory,
   threads, structs with a size, diagnostics, and inlining.  */

#ifndef MERGER_ENGINE_H
#define MERGER_ENGINE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"

/* Indices of functions are 32-bit, and sums of two must stay so.  */
#define OUTPUT_MAX_FUNCTIONS UINT64_C (0x7fffffff)

/* The header's lengths and offsets are 32-bit.  */
#define OUTPUT_MAX_BYTES UINT64_C (0xffffffff)

/* Check members that all options have.  ALLOC and RELEASE: whether the
   function is given.  Statuses: USAGE, UNSUPP.  */
sfm_status sfm_output_options_check (enum sfm_target target, uint64_t reader,
                                     bool alloc, bool release,
                                     struct sfm_diag *diag);

/* The limit GIVEN, or MOST if that is smaller or GIVEN is 0.  */
static inline uint64_t
output_limit (uint64_t given, uint64_t most)
{
  return given != 0 && given < most ? given : most;
}

/* The engine's memory.  */

/* The caller's allocator, or malloc and free.  */
struct memory
{
  void *(*alloc) (void *data, size_t size);
  void (*release) (void *data, void *pointer);
  void *data;
};

/* Memory from ALLOC and RELEASE, which take DATA; from malloc if they are
   NULL.  */
struct memory sfm_memory_of (void *(*alloc) (void *, size_t),
                             void (*release) (void *, void *), void *data);

/* Allocate COUNT elements of SIZE bytes, not cleared.  NULL only if there is
   no memory, not for a COUNT of 0.  */
void *sfm_memory_array (const struct memory *memory, size_t count,
                        size_t size);

/* Release POINTER, which may be NULL.  */
void sfm_memory_free (const struct memory *memory, void *pointer);

/* Make room for MORE elements of SIZE bytes in the array that the pointer at
   ARRAY points to, which has COUNT elements and room for *CAPACITY.  The
   capacity at least doubles, so that growing is linear.  False if there is no
   memory: the array is then unchanged.  */
bool sfm_memory_grow (const struct memory *memory, void *array,
                      size_t *capacity, size_t count, size_t more,
                      size_t size);

/* One pass in several threads.  */

enum
{
  PARALLEL_MAX = 16
};

/* The number of threads, at most THREADS, that COUNT functions are worth:
   between 1 and PARALLEL_MAX.  */
unsigned sfm_parallel_parts (unsigned threads, size_t count);

/* Call RUN for each part below PARTS, which is at most PARALLEL_MAX, and
   return when all are done.  The parts must not write to the same bytes.  If
   the system has no thread for a part, it runs in the caller's.  */
void sfm_parallel_run (unsigned parts, void (*run) (void *data, unsigned part),
                       void *data);

/* The index of the first of COUNT elements in PART of PARTS; COUNT if PART is
   PARTS.  */
static inline size_t
parallel_first (size_t count, unsigned part, unsigned parts)
{
  return count / parts * part + count % parts * part / parts;
}

/* Structs of the interface whose size the caller gives.  */

/* A struct that begins with its size, as this library knows it.  */
struct sized_form
{
  size_t size;
  size_t align;
  const char *name; /* for messages: "options" */
};

/* Copy the struct GIVEN, whose first member is its size, over KNOWN, which has
   FORM and holds the defaults.  Statuses: USAGE (a size that no such struct
   can have), UNSUPP (bytes past FORM are not zero).  */
sfm_status sfm_sized_take (const struct sized_form *form, void *known,
                           const void *given, struct sfm_diag *diag);

/* Check that the SIZE bytes at RESERVED, in a struct for which messages have
   NAME, are zero.  UNSUPP if not.  */
sfm_status sfm_sized_reserved (const uint8_t *reserved, size_t size,
                               const char *name, struct sfm_diag *diag);

/* Copy KNOWN, of SIZE bytes, to the struct GIVEN, up to the size that GIVEN's
   first member has, and clear the rest of GIVEN.  */
void sfm_sized_give (const void *known, size_t size, void *given);

/* The engine without its short cuts.

   Usual functions are merged and checked by quicker code, which must give the
   same results.  Tests compare the two ways; nobody else has a use for the
   longer one, so these functions are not exported.  */

/* Make M handle in full every function that is added from now on.  */
void sfm_plain_merger (struct sfm_merger *m);

/* sfm_check that checks every rule on every function.  */
sfm_status sfm_plain_check (const void *bytes, size_t size,
                            const struct sfm_check_options *options,
                            void (*found) (void *data,
                                           const struct sfm_finding *finding),
                            void *data, struct sfm_diag *diag) SFM_CHECKED;

/* Filling in a diagnostic.  */

#if defined __GNUC__
#define STATUS_PRINTF(f, a) __attribute__ ((format (printf, f, a)))
#else
#define STATUS_PRINTF(f, a)
#endif

/* Fill DIAG, unless it is NULL, and return STATUS.  INPUT is set to 0; a
   caller that knows it sets it with status_of_input.  */
sfm_status sfm_fail (struct sfm_diag *diag, sfm_status status, uint64_t offset,
                     const char *format, ...) STATUS_PRINTF (4, 5);

/* Fail for lack of memory.  */
sfm_status sfm_no_memory (struct sfm_diag *diag);

/* Record in DIAG, unless it is NULL, that STATUS is due to INPUT.  Returns
   STATUS.  */
static inline sfm_status
status_of_input (struct sfm_diag *diag, sfm_status status, uint32_t input)
{
  if (diag != NULL)
    diag->input = input;
  return status;
}

/* Return from the calling function unless EXPR is SFM_OK.  */
#define TRY(expr)                                                             \
  do                                                                          \
    {                                                                         \
      sfm_status try_status = (expr);                                         \
      if (try_status != SFM_OK)                                               \
        return try_status;                                                    \
    }                                                                         \
  while (0)

/* Sentences of diagnostics, in a signal handler too.  */

#if defined __GNUC__
#define TEXT_PRINTF(f, a) __attribute__ ((format (printf, f, a)))
#else
#define TEXT_PRINTF(f, a)
#endif

/* Write FORMAT with the arguments AP to the SIZE bytes at BUFFER, which are
   not 0, cut to fit and ended by a null byte.  FORMAT is that of printf, with
   these conversions: d, i, u, x, s, c and %; lengths l, ll, j, t and z; a
   width, filled with zeros (flag 0) or blanks.  Unlike vsnprintf the function
   is async-signal-safe: it takes no lock, allocates nothing and does not look
   at the locale.  */
void sfm_text_print (char *buffer, size_t size, const char *format, va_list ap)
    TEXT_PRINTF (3, 0);

/* Inlining and prefetching where a walk must be fast.  */

/* Goes before the type of a function that is compiled once for each
   combination of its constant arguments (byte order, version, width).  */
#if defined __GNUC__
#define ALWAYS_INLINE inline __attribute__ ((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

/* Fetch the bytes at P into the cache.  Always inline: GCC 12 considers a
   function that only prefetches to have no effect, and drops calls of it.  */
static ALWAYS_INLINE void
prefetch (const void *p)
{
#if defined __GNUC__
  __builtin_prefetch (p);
#else
  (void) p;
#endif
}

#endif /* MERGER_ENGINE_H */
