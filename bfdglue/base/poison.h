/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   poison.h - memory that AddressSanitizer lets nobody touch.  Without it these
   do nothing.  */

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

/* Let nobody touch the SIZE bytes at BYTES, as far as whole groups of eight
   are concerned.  */
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

/* Undo that.  */
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
