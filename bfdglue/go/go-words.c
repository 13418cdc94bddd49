/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   go-words.c - what is in the memory of an image when it begins to run.

   Where the loader decides the addresses, the file has a pointer in a
   relocation, or in its place, or in both.  */

#include "config.h"

#include <stdlib.h>

#include "elf-abi.h"
#include "elf-relocs.h"
#include "go-internal.h"
#include "pool.h"
#include "sorted.h"

enum
{
  WORD = 8
};

bool
loaded_words_read (struct loaded_words *words, const struct image *image)
{
  const bool big = image->big_endian;
  const uint32_t type = reloc_type_of_base (image->machine);
  uint64_t size;
  const uint8_t *rela = dynamic_rela (image, &size);

  words->image = image;
  for (; rela != NULL && size >= ELF_RELA_SIZE; size -= ELF_RELA_SIZE)
    {
      if ((uint32_t) elf_u64 (rela + 8, big) == type)
        {
          if (!array_grow (&words->words, &words->capacity, words->count,
                           sizeof *words->words))
            return false;
          words->words[words->count++]
              = (struct loaded_word){ .addr = elf_u64 (rela, big),
                                      .value = elf_u64 (rela + 16, big) };
        }
      rela += ELF_RELA_SIZE;
    }
  if (words->count != 0)
    sort_if_needed (words->words, words->count, sizeof *words->words,
                    compare_u64_pairs);
  return true;
}

void
loaded_words_free (struct loaded_words *words)
{
  free (words->words);
}

bool
loaded_word (const struct loaded_words *words, uint64_t addr, uint64_t *value)
{
  const uint8_t *bytes = image_loaded (words->image, addr, WORD);
  const size_t idx = sorted_from (words->words, words->count,
                                  sizeof *words->words, 0, addr);

  if (bytes == NULL)
    return false;
  *value = idx < words->count && words->words[idx].addr == addr
               ? words->words[idx].value
               : elf_u64 (bytes, words->image->big_endian);
  return true;
}

/* Do it for the bytes in the file of SEGMENT.  */
static bool
visit_segment (const struct image *image, const struct image_segment *segment,
               uint64_t value, bool (*visit) (void *data, uint64_t addr),
               void *data)
{
  const uint64_t skip = -segment->vaddr % WORD;

  if (segment->filesz < skip)
    return false;
  const uint8_t *bytes = image_segment_bytes (image, segment);
  for (uint64_t at = skip; segment->filesz - at >= WORD; at += WORD)
    if (elf_u64 (bytes + at, image->big_endian) == value
        && visit (data, segment->vaddr + at))
      return true;
  return false;
}

bool
loaded_words_each (const struct loaded_words *words, uint64_t value,
                   bool (*visit) (void *data, uint64_t addr), void *data)
{
  const struct image *image = words->image;

  for (size_t i = 0; i < words->count; i++)
    if (words->words[i].value == value && words->words[i].addr % WORD == 0
        && visit (data, words->words[i].addr))
      return true;
  for (uint32_t i = 0; i < image->load_count; i++)
    {
      const struct image_segment *segment
          = &image->segments[image->loads[i].segment];
      if ((segment->flags & PF_W) != 0
          && visit_segment (image, segment, value, visit, data))
        return true;
    }
  return false;
}
