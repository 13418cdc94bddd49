/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   poison.h - memory that must not be touched, for AddressSanitizer.  Without
   it these functions do nothing.  */

#ifndef BFDGLUE_POISON_H
#define BFDGLUE_POISON_H

#include <stddef.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define POISON_MEMORY
#endif
#endif
#if defined __SANITIZE_ADDRESS__ && !defined POISON_MEMORY
#define POISON_MEMORY
#endif

#ifdef POISON_MEMORY
#include <sanitizer/asan_interface.h>
#endif

/* Forbid access to the SIZE bytes at BYTES, in whole groups of eight.  */
static inline void
poison_range (const void *bytes, size_t size)
{
#ifdef POISON_MEMORY
  ASAN_POISON_MEMORY_REGION (bytes, size);
#else
  (void) bytes;
  (void) size;
#endif
}

/* Allow access again.  */
static inline void
poison_remove (const void *bytes, size_t size)
{
#ifdef POISON_MEMORY
  ASAN_UNPOISON_MEMORY_REGION (bytes, size);
#else
  (void) bytes;
  (void) size;
#endif
}

#endif /* BFDGLUE_POISON_H */
