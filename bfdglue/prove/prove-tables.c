/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-tables.c - where jumps through tables lead.

   A table is believed if the index was compared with a bound on every way,
   nobody can write to it, and all of its entries are addresses of code.
   Without a bound its entries are guesses, which say where a function may
   begin, and nothing else.  */

#include "config.h"

#include "elf-abi.h"
#include "prove-internal.h"

/* Whether the loader or the program may change what is at ADDR.  */
static bool
may_change (const struct image *image, uint64_t addr, unsigned width)
{
  const struct image_segment *load = image_load_of (image, addr);

  return load == NULL || (load->flags & PF_W) != 0
         || (width == 64 && image->type != ET_EXEC);
}

/* Where the jump leads for which ENTRY of the table VALUE is taken.  */
static uint64_t
target (const struct image *image, const struct value *value,
        const uint8_t *entry)
{
  uint64_t n;

  switch (value->width)
    {
    case 8:
      n = value->sign ? (uint64_t) (int64_t) (int8_t) *entry : *entry;
      break;
    case 16:
      n = elf_u16 (entry, image->big_endian);
      n = value->sign ? (uint64_t) (int64_t) (int16_t) n : n;
      break;
    case 32:
      n = elf_u32 (entry, image->big_endian);
      n = value->sign ? (uint64_t) (int64_t) (int32_t) n : n;
      break;
    default:
      return elf_u64 (entry, image->big_endian);
    }
  return (uint64_t) value->base + (n << value->reg);
}

size_t
table_targets (const struct proving *v, const struct value *value,
               uint64_t *targets)
{
  const struct image *image = v->code->image;
  const uint64_t table = (uint64_t) value->c;
  const unsigned bytes = value->width / 8;

  if (value->kind == VALUE_CONST)
    {
      targets[0] = table;
      return 1;
    }
  if (value->kind != VALUE_TARGETS || may_change (image, table, value->width))
    return 0;
  const uint8_t *entries = image_loaded (image, table, value->id * bytes);
  if (entries == NULL)
    return 0;
  for (size_t i = 0; i < value->id; i++, entries += bytes)
    {
      targets[i] = target (image, value, entries);
      if (!proving_has (v, targets[i]))
        return 0;
    }
  return value->id;
}

size_t
table_guesses (const struct proving *v, const struct value *value,
               uint64_t end, uint64_t *targets)
{
  const struct image *image = v->code->image;
  const uint64_t table = (uint64_t) value->c;
  const unsigned bytes = value->width / 8;
  size_t count = 0;

  if (value->kind != VALUE_GUESS || may_change (image, table, value->width))
    return 0;
  for (; count < PROVE_GUESSES && table + (count + 1) * bytes <= end; count++)
    {
      const uint8_t *entry
          = image_loaded (image, table + count * bytes, bytes);
      if (entry == NULL)
        break;
      targets[count] = target (image, value, entry);
      if (!proving_has (v, targets[count]))
        break;
    }
  return count;
}
