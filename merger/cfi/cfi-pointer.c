/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-pointer.c - numbers and encoded pointers in call frame information.  */

#include "config.h"

#include "cfi-state.h"

uint64_t
sfm_cfi_leb (struct cursor *c, bool is_signed)
{
  uint64_t value = 0;
  unsigned shift = 0, count = 0;
  uint8_t byte;

  do
    {
      byte = cursor_u8 (c);
      if (shift < 64)
        value |= (uint64_t) (byte & 0x7f) << shift;
      shift += shift < 64 ? 7 : 0;
      if (++count > LEB_SIZE_MAX)
        c->failed = true;
    }
  while ((byte & 0x80) != 0); /* after a failure it is 0 */
  if (is_signed && (byte & 0x40) != 0 && shift < 64)
    value |= UINT64_MAX << shift;
  return value;
}

uint64_t
sfm_cfi_value (struct cursor *c, uint8_t encoding)
{
  switch (encoding & SFM_PE_FORMAT)
    {
    case SFM_PE_ABSPTR:
    case SFM_PE_UDATA8:
    case SFM_PE_SDATA8:
      return cursor_u64 (c);
    case SFM_PE_ULEB128:
      return cfi_uleb (c);
    case SFM_PE_SLEB128:
      return sfm_cfi_leb (c, true);
    case SFM_PE_UDATA2:
      return cursor_u16 (c);
    case SFM_PE_SDATA2:
      return (uint64_t) sign_extend (cursor_u16 (c), 16);
    case SFM_PE_UDATA4:
      return cursor_u32 (c);
    case SFM_PE_SDATA4:
      return (uint64_t) sign_extend (cursor_u32 (c), 32);
    default:
      c->failed = true;
      return 0;
    }
}

bool
sfm_cfi_read_pointer (struct cursor *c, const struct sfm_cfi_section *section,
                      uint8_t encoding, uint64_t *addr)
{
  uint64_t resolved;

  if (encoding == SFM_PE_OMIT)
    return false;
  if ((encoding & SFM_PE_BASE) == SFM_PE_ALIGNED)
    cursor_take (c, -(section->addr + c->pos) & 7);

  const uint64_t at = c->pos;
  const uint64_t value = sfm_cfi_value (c, encoding);
  if (c->failed)
    return false;
  if (section->resolve != NULL
      && section->resolve (section->data, at, encoding, &resolved))
    {
      *addr = resolved;
      return true;
    }
  if ((encoding & SFM_PE_INDIRECT) != 0)
    return false;
  switch (encoding & SFM_PE_BASE)
    {
    case SFM_PE_ABSPTR:
    case SFM_PE_ALIGNED:
      *addr = value;
      return true;
    case SFM_PE_PCREL:
      *addr = section->addr + at + value;
      return true;
    case SFM_PE_DATAREL:
      *addr = section->data_base + value;
      return section->has_data_base;
    case SFM_PE_TEXTREL:
      *addr = section->text_base + value;
      return section->has_text_base;
    default:
      return false;
    }
}

bool
sfm_cfi_pointer (const struct sfm_cfi_section *section, uint64_t *at,
                 uint8_t encoding, uint64_t *addr)
{
  struct cursor c = cfi_cursor (section, *at, section->size);

  c.failed = *at > section->size;
  const bool known = sfm_cfi_read_pointer (&c, section, encoding, addr);
  if (!c.failed)
    *at = c.pos;
  return known;
}
