/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumers.c - the consumers of .sframe: which versions, flags and layouts
   each reads.

   consumer-rules.c says what findings mean to a consumer.  The table was
   measured with the linkers and readelf of binutils 2.44 and 2.47 and with
   mold 3.0.  For the kernel's series of 2026, glibc and binutils 2.45 it
   follows the published source.

   glibc reads version 2 with and without the flag of errata 1.  Its target has
   the flag, because every later consumer of version 2 takes that as well.
   GNU ld 2.44 and earlier refuse that flag, GNU ld 2.45 refuses to link
   without it.

   Unwinders find the rows of each function by its offset, so that functions
   can share rows.  GNU ld allocates the size of the input, writes the rows of
   each function separately, and overwrites the bytes that follow.  libsframe,
   which readelf and objdump use, swaps data of the other byte order in place,
   shared rows twice.  As most machines that inspect images are little-endian,
   rows of big-endian data are shared only if the user names a consumer that
   takes them.

   No consumer for which version 2 is written stops at a row without data words
   (SFM_READER_STOPS).  Run: readelf 2.44 shows such a row as fp+-1, and its
   library returns RA = CFA - 8 for it.  Read: glibc 2.42 walks the stack again
   with .eh_frame.  The library of binutils 2.47 does stop, but version 3 is
   written for it.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "consumers.h"
#include "options.h"

/* Versions, as bits.  */
enum
{
  V2 = 1 << 2,
  V3 = 1 << 3
};

enum
{
  SORTED = SFM_F_FDE_SORTED,
  PCREL = SFM_F_FDE_FUNC_START_PCREL,
  RELOCATABLE = CONSUMER_OBJECT | CONSUMER_MODULE,
  ANY_KIND = CONSUMER_IMAGE | RELOCATABLE
};

/* What --for=kernel and similar names mean.  By itself the kernel finds the
   tables of the executable and of its interpreter.  */
#define REGISTERED                                                            \
  "it sees a shared object only if ld.so registers it (sframe_register)"
#define POSTED(data)                                                          \
  "it is a posted series of patches: no released kernel up to 7.2 "           \
  "reads " data

static const struct consumer consumers[CONSUMER_COUNT] = {
  [CONSUMER_KERNEL] = {
    .name = "kernel",
    .target = SFM_TO_V3,
    .shares = true,
    .text = "Linux, unwinding user space",
    .release = POSTED (".sframe"),
    .shared = REGISTERED,
    .kinds = CONSUMER_IMAGE,
    .versions = V3,
    .needs = SORTED | PCREL,
    .plain_returns = true,
    .first = true,
    .one_text = true,
    .reader = SFM_READER_STRICT,
  },
  /* The kernel sorts a module's functions when it loads it, but not its
     own.  */
  [CONSUMER_MODULES] = {
    .name = "kernel-modules",
    .target = SFM_TO_V3,
    .shares = true,
    .text = "Linux on arm64, unwinding its modules",
    .release = POSTED (".sframe"),
    .kinds = CONSUMER_MODULE,
    .versions = V3,
    .needs = PCREL,
    .first = true,
    .machines = { EM_AARCH64 },
    .only = "arm64",
    .one_section = true,
    .reader = SFM_READER_STRICT | SFM_READER_NO_FLEX,
    .warns = "; WARN at insmod, fatal with panic_on_warn",
  },
  [CONSUMER_VMLINUX] = {
    .name = "kernel-vmlinux",
    .target = SFM_TO_V3,
    .shares = true,
    .text = "Linux on arm64, unwinding itself",
    .release = POSTED (".sframe"),
    .kinds = CONSUMER_IMAGE,
    .versions = V3,
    .needs = SORTED | PCREL,
    .first = true,
    .machines = { EM_AARCH64 },
    .only = "arm64",
    .kernel = true,
    .reader = SFM_READER_STRICT | SFM_READER_NO_FLEX,
    .warns = "; WARN at boot, fatal with panic_on_warn",
  },
  [CONSUMER_GLIBC_242] = {
    .name = "glibc-2.42",
    .target = SFM_TO_V2_PCREL,
    .shares = true,
    .text = "backtrace () of glibc 2.42",
    .kinds = CONSUMER_IMAGE,
    .versions = V2,
    .needs = SORTED,
    .plain_returns = true,
    .first = true,
    .machines = { EM_X86_64, EM_AARCH64 },
    .only = "x86-64 and arm64",
  },
  [CONSUMER_GLIBC_243] = {
    .name = "glibc-2.43",
    .target = SFM_TO_V2_PCREL,
    .shares = true,
    .text = "backtrace () of glibc 2.43",
    .kinds = CONSUMER_IMAGE,
    .versions = V2,
    .needs = SORTED,
    .plain_returns = true,
    .first = true,
  },
  [CONSUMER_LD_244] = {
    .name = "ld-2.44",
    .target = SFM_TO_V2,
    .text = "GNU ld 2.41 to 2.44, as an input object",
    .kinds = RELOCATABLE,
    .versions = V2,
    .refuses = PCREL,
    .one_section = true,
    .reader = SFM_READER_NO_EMPTY,
  },
  [CONSUMER_LD_245] = {
    .name = "ld-2.45",
    .target = SFM_TO_V2_PCREL,
    .text = "GNU ld 2.45, as an input object",
    .kinds = RELOCATABLE,
    .versions = V2,
    .needs = PCREL,
    .one_section = true,
    .reader = SFM_READER_NO_EMPTY,
  },
  [CONSUMER_LD_246] = {
    .name = "ld-2.46",
    .target = SFM_TO_V3,
    .text = "GNU ld 2.46 and later, as an input object",
    .kinds = RELOCATABLE,
    .versions = V3,
    .needs = PCREL,
    .one_section = true,
    .reader = SFM_READER_NO_EMPTY,
  },
  [CONSUMER_MOLD_242] = {
    .name = "mold-2.42",
    .target = SFM_TO_V3,
    .text = "mold 2.42 and later, as an input object",
    .kinds = RELOCATABLE,
    .versions = V3,
    .first = true,
    .reader = SFM_READER_NO_EMPTY,
  },
  [CONSUMER_LIBSFRAME_244] = {
    .name = "libsframe-2.44",
    .target = SFM_TO_V2,
    .shares = true,
    .text = "readelf and objdump of binutils 2.41 to 2.44",
    .kinds = ANY_KIND,
    .versions = V2,
    .likes = SORTED,
    .refuses = PCREL,
    .swaps = true,
    .first = true,
    .reader = SFM_READER_NO_MASK | SFM_READER_NO_EMPTY,
  },
  [CONSUMER_LIBSFRAME_245] = {
    .name = "libsframe-2.45",
    .target = SFM_TO_V2_PCREL,
    .shares = true,
    .text = "readelf and objdump of binutils 2.45",
    .kinds = ANY_KIND,
    .versions = V2,
    .likes = SORTED,
    .swaps = true,
    .first = true,
    .reader = SFM_READER_NO_EMPTY,
  },
  [CONSUMER_LIBSFRAME_246] = {
    .name = "libsframe-2.46",
    .target = SFM_TO_V3,
    .shares = true,
    .text = "readelf and objdump of binutils 2.46 and later",
    .kinds = ANY_KIND,
    .versions = V2 | V3,
    .likes = SORTED | PCREL,
    .swaps = true,
    .first = true,
    .reader = SFM_READER_NO_EMPTY,
  },
  [CONSUMER_V2_READER] = {
    .name = "v2-reader",
    .target = SFM_TO_V2_PCREL,
    .shares = true,
    .text = "any that follows the specification of version 2",
    .kinds = ANY_KIND,
    .versions = V2,
    .first = true,
  },
  [CONSUMER_V3_READER] = {
    .name = "v3-reader",
    .target = SFM_TO_V3,
    .shares = true,
    .text = "any that follows the specification of version 3",
    .kinds = ANY_KIND,
    .versions = V3,
    .first = true,
  },
  [CONSUMER_V2_PROFILER] = {
    .name = "v2-profiler",
    .target = SFM_TO_V2,
    .shares = true,
    .text = "a profiler that knows binutils 2.41 to 2.44 only",
    .kinds = CONSUMER_IMAGE,
    .versions = V2,
    .needs = SORTED,
    .refuses = PCREL,
    .first = true,
  },
  [CONSUMER_EH_FRAME] = {
    .name = "kernel-eh-frame",
    .text = "Linux, unwinding user space by .eh_frame; for check",
    .release = POSTED (".eh_frame"),
    .kinds = CONSUMER_IMAGE,
    .machines = { EM_X86_64, EM_S390 },
    .only = "x86-64 and s390x",
    .eh_frame = true,
  },
};

const char *const target_names[] = {
  [SFM_TO_V2] = "v2",
  [SFM_TO_V2_PCREL] = "v2-pcrel",
  [SFM_TO_V3] = "v3",
  [SFM_TO_V3 + 1] = NULL,
};

const struct consumer *
consumer_at (enum consumer_id id)
{
  return &consumers[id];
}

enum consumer_id
consumer_id (const struct consumer *consumer)
{
  return (enum consumer_id) (consumer - consumers);
}

/* The consumer whose name is the SIZE bytes at NAME, or NULL.  */
static const struct consumer *
find (const char *name, size_t size)
{
  for (size_t i = 0; i < CONSUMER_COUNT; i++)
    if (strlen (consumers[i].name) == size
        && memcmp (consumers[i].name, name, size) == 0)
      return &consumers[i];
  return NULL;
}

const struct consumer *
consumer_find (const char *name)
{
  return find (name, strlen (name));
}

bool
consumer_reads (const struct consumer *consumer, uint16_t machine)
{
  bool any = consumer->machines[0] == 0;

  for (size_t i = 0; i < CONSUMER_MACHINES && !any; i++)
    any = consumer->machines[i] == machine;
  return any;
}

bool
consumer_shares (const struct consumer *consumer, bool big_endian)
{
  return consumer != NULL
             ? consumer->shares && !(consumer->swaps && big_endian)
             : !big_endian;
}

bool
consumers_read_eh_frame (const struct consumer_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->consumers[i]->eh_frame)
      return true;
  return false;
}

static void
add (struct consumer_list *list, const struct consumer *consumer)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->consumers[i] == consumer)
      return;
  list->consumers[list->count++] = consumer;
}

void
consumer_unknown (const char *name, size_t size, char error[CONSUMER_ERROR])
{
  /* The user's text may be of any length.  */
  const int shown = size < 40 ? (int) size : 40;
  char text[2 * SUGGEST_SIZE];
  struct suggest suggest;

  suggest_begin (&suggest, name, size);
  for (size_t i = 0; i < CONSUMER_COUNT; i++)
    suggest_offer (&suggest, consumers[i].name);
  snprintf (error, CONSUMER_ERROR, "unknown consumer '%.*s'%s", shown, name,
            suggest_text (&suggest, "", "; --list-consumers prints the names",
                          text));
}

bool
consumers_parse (const char *text, struct consumer_list *list,
                 char error[CONSUMER_ERROR])
{
  *list = (struct consumer_list){ 0 };
  for (const char *name = text;; name++)
    {
      size_t size = strcspn (name, ",");
      const struct consumer *found = find (name, size);

      if (found != NULL)
        add (list, found);
      else if (size == 3 && memcmp (name, "all", size) == 0)
        {
          list->all = true;
          for (size_t i = 0; i < CONSUMER_COUNT; i++)
            add (list, &consumers[i]);
        }
      else
        {
          consumer_unknown (name, size, error);
          return false;
        }
      name += size;
      if (*name == '\0')
        return true;
    }
}

void
consumers_list (void)
{
  for (size_t i = 0; i < CONSUMER_COUNT; i++)
    printf ("%-15s  %-8s  %s\n", consumers[i].name,
            consumers[i].eh_frame ? "-" : target_name (consumers[i].target),
            consumers[i].text);
}

bool
target_find (const char *name, enum sfm_target *target)
{
  /* "3" is as good as "v3".  */
  for (size_t i = 0; target_names[i] != NULL; i++)
    if (strcmp (target_names[i], name) == 0
        || strcmp (target_names[i] + 1, name) == 0)
      {
        *target = (enum sfm_target) i;
        return true;
      }
  return false;
}

const char *
target_name (enum sfm_target target)
{
  return target_names[target];
}
