/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-dynamic.c - the dynamic section of an image.  */

#include "config.h"

#include <elf.h>

#include "elf-codec.h"
#include "elf-dynamic.h"

bool
dynamic_find (const struct image *image, uint64_t tag, uint64_t *value)
{
  const struct image_segment *dynamic = image_find_segment (image, PT_DYNAMIC);

  if (dynamic == NULL)
    return false;
  const uint8_t *bytes = image->bytes + dynamic->offset;
  for (uint64_t left = dynamic->filesz / ELF_DYN_SIZE; left != 0;
       left--, bytes += ELF_DYN_SIZE)
    {
      uint64_t found = elf_u64 (bytes, image->big_endian);
      if (found == tag)
        {
          *value = elf_u64 (bytes + 8, image->big_endian);
          return true;
        }
      if (found == DT_NULL)
        break;
    }
  return false;
}

bool
dynamic_linked (const struct image *image)
{
  uint64_t value;

  if (image_find_segment (image, PT_INTERP) != NULL
      || dynamic_find (image, DT_NEEDED, &value))
    return true;
  /* A static PIE is marked as such, a library is not.  */
  return image->type == ET_DYN
         && image_find_segment (image, PT_DYNAMIC) != NULL
         && !(dynamic_find (image, DT_FLAGS_1, &value) && (value & DF_1_PIE));
}
