/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-cursor.c - reading the bytes of .eh_frame and .eh_frame_hdr.  */

#include "config.h"

#include "eh-cursor.h"
#include "cfi-limits.h"

/* A LEB128 number, sign-extended if IS_SIGNED.  Bits beyond 64 are lost, as
   in all readers.  */
static uint64_t
read_leb (struct eh_cursor *cursor, bool is_signed)
{
  uint64_t value = 0;
  unsigned shift = 0, count = 0;
  uint8_t byte;

  do
    {
      byte = (uint8_t) eh_number (cursor, 1);
      if (shift < 64)
        value |= (uint64_t) (byte & 0x7f) << shift;
      shift += shift < 64 ? 7 : 0;
      if (++count > LEB_SIZE_MAX)
        cursor->failed = true;
    }
  while ((byte & 0x80) != 0 && !cursor->failed);
  if (is_signed && (byte & 0x40) != 0 && shift < 64)
    value |= UINT64_MAX << shift;
  return value;
}

uint64_t
eh_value (struct eh_cursor *cursor, uint8_t encoding)
{
  switch (encoding & EH_PE_FORMAT)
    {
    case EH_PE_ABSPTR:
    case EH_PE_UDATA8:
    case EH_PE_SDATA8:
      return eh_number (cursor, 8);
    case EH_PE_ULEB128:
    case EH_PE_SLEB128:
      return read_leb (cursor, (encoding & EH_PE_SIGNED) != 0);
    case EH_PE_UDATA2:
      return eh_number (cursor, 2);
    case EH_PE_SDATA2:
      return (uint64_t) (int16_t) eh_number (cursor, 2);
    case EH_PE_UDATA4:
      return eh_number (cursor, 4);
    case EH_PE_SDATA4:
      return (uint64_t) (int32_t) eh_number (cursor, 4);
    default:
      cursor->failed = true;
      return 0;
    }
}

bool
eh_pointer (struct eh_cursor *cursor, uint8_t encoding, struct eh_base data,
            uint64_t *addr)
{
  if (encoding == EH_PE_OMIT)
    return false;
  if ((encoding & EH_PE_BASE) == EH_PE_ALIGNED)
    eh_skip (cursor, -(cursor->addr + cursor->at) & 7);

  uint64_t field = cursor->addr + cursor->at;
  uint64_t value = eh_value (cursor, encoding);
  if (cursor->failed || (encoding & EH_PE_INDIRECT) != 0)
    return false;
  switch (encoding & EH_PE_BASE)
    {
    case EH_PE_ABSPTR:
    case EH_PE_ALIGNED:
      *addr = value;
      return true;
    case EH_PE_PCREL:
      *addr = field + value;
      return true;
    case EH_PE_DATAREL:
      *addr = data.addr + value;
      return data.known;
    default:
      /* No unwinder of these machines has a text or function base.  */
      return false;
    }
}
