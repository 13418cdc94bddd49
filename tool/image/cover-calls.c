/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cover-calls.c - describe one byte more of functions that end in a call.

   The byte is the return address of the call, which matters to a reader that
   looks it up as it is.  It is added only where it is padding
   (function-index.h).  */

#include "config.h"

#include "image-edit.h"

/* For sfm_merger_set_extend: one byte for the function [ADDR, ADDR + SIZE) if
   it is to be covered, and the padding there ends before NEXT.  */
static uint8_t
extend (void *data, uint64_t addr, uint32_t size, uint64_t next)
{
  struct image_edit *edit = data;
  const struct last_calls *calls = &edit->context.existing.calls;

  /* Each plan asks by rising addresses.  */
  if (edit->call_at != 0 && calls->at[edit->call_at - 1].addr >= addr)
    edit->call_at = 0;
  while (edit->call_at < calls->count && calls->at[edit->call_at].addr < addr)
    edit->call_at++;
  if (edit->call_at == calls->count)
    return 0;
  const struct last_call *call = &calls->at[edit->call_at];
  return call->addr == addr && call->size == size && last_call_may_cover (call)
         && next - addr - size >= call->padding
         && (call->covered || edit->cover == COVER_ALWAYS);
}

sfm_status
image_edit_cover (struct image_edit *edit)
{
  struct existing_sframe *existing = &edit->context.existing;

  edit->cover = common_options_cover (edit->options);
  if (edit->cover == COVER_NEVER)
    return SFM_OK;
  if (edit->cover == COVER_ALWAYS)
    TRY (pieces_read_calls (&edit->context.index, existing, edit->sink));
  if (existing->calls.count != 0)
    sfm_merger_set_extend (edit->merger, extend, edit);
  return SFM_OK;
}
