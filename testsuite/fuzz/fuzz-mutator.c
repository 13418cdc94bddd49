/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-mutator.c - libFuzzer's mutators, for targets with inputs of
   script.h.  */

#include "config.h"

#include <string.h>

#include "mutate.h"
#include "script.h"

/* Of libFuzzer.  */
size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t room,
                                unsigned seed);
size_t LLVMFuzzerCustomCrossOver (const uint8_t *one, size_t one_size,
                                  const uint8_t *two, size_t two_size,
                                  uint8_t *out, size_t room, unsigned seed);

/* Let libFuzzer change a file of the SIZE bytes at DATA, as it knows what
   comparisons the last inputs failed.  */
static size_t
mutate_blindly (struct gen *g, uint8_t *data, size_t size, size_t room)
{
  struct script script;

  script_read (data, size, &script);
  if (script.file_count == 0)
    return LLVMFuzzerMutate (data, size, room);
  struct script_file *file
      = &script.files[gen_below (g, (uint32_t) script.file_count)];
  uint8_t *bytes = (uint8_t *) (uintptr_t) file->bytes;
  size_t from = file->size == 0 ? 0 : gen_below (g, (uint32_t) file->size);
  size_t window = file->size - from < 64 ? file->size - from : 64;
  LLVMFuzzerMutate (bytes + from, window, window);
  return size;
}

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t room,
                         unsigned seed)
{
  struct gen g;

  gen_seed (&g, seed);
  if (gen_once_in (&g, 5))
    return mutate_blindly (&g, data, size, room);
  return mutate (&g, data, size, room);
}

/* The lines of one, with files of both.  */
size_t
LLVMFuzzerCustomCrossOver (const uint8_t *one, size_t one_size,
                           const uint8_t *two, size_t two_size, uint8_t *out,
                           size_t room, unsigned seed)
{
  struct script first, second;
  struct gen g;

  gen_seed (&g, seed);
  script_read (one, one_size, &first);
  script_read (two, two_size, &second);
  for (size_t i = 0; i < first.file_count && i < second.file_count; i++)
    if (gen_once_in (&g, 2))
      first.files[i] = second.files[i];
  if (script_size (&first) > room)
    return 0;
  script_write (&first, out);
  return script_size (&first);
}
