/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   last-calls.c - functions of an image whose last instruction is a call.

   Theory of operation.  The functions of .eh_frame are visited by address, or
   the symbols of an image without one (a kernel) [read_list].  Two cursors
   follow the ends of the functions, one in .eh_frame and one in the symbols:
   each knows how far what begins before the end reaches, and what begins next
   [follow].

   That the byte after a function belongs to none is proven by two things
   [prove_padding].  No FDE and no symbol begins there or reaches over it.  And
   all code up to the next FDE or symbol, or the end of the section or segment,
   is padding: a function of a stripped image that nothing describes may begin
   with a NOP, but it does not consist of them.

   A function that overlaps an earlier one is left out.  So the ends rise, and
   no byte is visited twice.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "function-index.h"
#include "pool.h"
#include "sorted.h"

/* What LIST has around an address.  */
struct cursor
{
  const struct function_list *list;
  size_t at;      /* the first function not below the address */
  uint64_t reach; /* the end of those below it */
};

struct call_reader
{
  const struct function_index *index;
  struct last_calls *calls;
  struct cursor frames;
  struct cursor symbols;
};

/* The first address after F.  */
static uint64_t
end_of (const struct function *f)
{
  return f->size > UINT64_MAX - f->addr ? UINT64_MAX : f->addr + f->size;
}

/* Move CURSOR up to ADDR, which is not below the address before.  */
static void
follow (struct cursor *cursor, uint64_t addr)
{
  const struct function_list *list = cursor->list;

  for (; cursor->at < list->count && list->at[cursor->at].addr < addr;
       cursor->at++)
    if (end_of (&list->at[cursor->at]) > cursor->reach)
      cursor->reach = end_of (&list->at[cursor->at]);
}

/* The address of the function at CURSOR.  */
static uint64_t
next_of (const struct cursor *cursor)
{
  return cursor->at < cursor->list->count ? cursor->list->at[cursor->at].addr
                                          : UINT64_MAX;
}

/* The size of the first instruction of the SIZE bytes at CODE if they are
   padding instructions, else 0.  */
static uint8_t
padding_first (uint16_t machine, const uint8_t *code, uint64_t size)
{
  uint64_t at = 0;

  while (at < size)
    {
      unsigned more = padding_instruction (machine, code + at, size - at);
      if (more == 0)
        return 0;
      at += more;
    }
  return (uint8_t) padding_instruction (machine, code, size);
}

/* Fill in what is proven of the first byte after CALL.  */
static void
prove_padding (struct call_reader *r, struct last_call *call)
{
  const struct code_ranges *code = &r->index->code;
  const uint64_t end = call->addr + call->size;

  follow (&r->frames, end);
  follow (&r->symbols, end);
  call->named = r->symbols.reach > end || next_of (&r->symbols) == end;
  /* What is named is not added, so that the next symbol may be any.  */
  follow (&r->symbols, end + 1);
  uint64_t next = code_ranges_end (code, call->addr);
  if (next_of (&r->frames) < next)
    next = next_of (&r->frames);
  if (next_of (&r->symbols) < next)
    next = next_of (&r->symbols);
  const uint8_t *bytes
      = r->frames.reach > end || next <= end
            ? NULL
            : code_ranges_bytes (code, call->addr, next - call->addr);
  if (bytes == NULL)
    return;
  call->pads
      = padding_instruction (code->machine, bytes + call->size, next - end)
        != 0;
  call->padding
      = padding_first (code->machine, bytes + call->size, next - end);
}

/* Add the function F if it ends in a call.  */
static bool
add_function (struct call_reader *r, const struct function *f)
{
  const struct code_ranges *code = &r->index->code;
  struct last_calls *calls = r->calls;

  if (f->size == 0 || f->size >= UINT32_MAX)
    return true;
  const uint8_t *bytes = code_ranges_bytes (code, f->addr, f->size);
  if (bytes == NULL || !code_ends_in_call (code->machine, bytes, f->size)
      || code_ranges_plt_section (code, f->addr, f->size) != NULL)
    return true;
  if (!array_grow (&calls->at, &calls->capacity, calls->count,
                   sizeof *calls->at))
    return false;
  struct last_call *call = &calls->at[calls->count++];
  *call = (struct last_call){ .addr = f->addr, .size = (uint32_t) f->size };
  prove_padding (r, call);
  return true;
}

/* Add the functions of LIST that end in a call.  Of several at one address
   the longest counts, which is the last.  */
static bool
read_list (struct call_reader *r, const struct function_list *list)
{
  uint64_t reach = 0;

  for (size_t i = 0; i < list->count; i++)
    {
      const struct function *f = &list->at[i];
      if (i + 1 < list->count && list->at[i + 1].addr == f->addr)
        continue;
      if (f->addr >= reach && !add_function (r, f))
        return false;
      if (end_of (f) > reach)
        reach = end_of (f);
    }
  return true;
}

sfm_status
last_calls_read (const struct function_index *index, struct last_calls *calls,
                 const struct diag_sink *sink)
{
  struct call_reader r = { .index = index,
                           .calls = calls,
                           .frames = { .list = &index->eh.functions },
                           .symbols = { .list = &index->symbols } };
  const struct function_list *list = NULL;

  calls->read = true;
  /* What a damaged table does not say may be anywhere.  */
  if (index->eh.complete)
    list = &index->eh.functions;
  else if (index->eh.section_count == 0 && index->has_symtab)
    list = &index->symbols;
  if (list == NULL || read_list (&r, list))
    return SFM_OK;
  last_calls_free (calls);
  return diag_nomem (sink, index->image->path);
}

struct last_call *
last_calls_find (const struct last_calls *calls, uint64_t addr, uint64_t size)
{
  const size_t at = sorted_from (calls->at, calls->count, sizeof *calls->at,
                                 offsetof (struct last_call, addr), addr);

  return at < calls->count && calls->at[at].addr == addr
                 && calls->at[at].size == size
             ? &calls->at[at]
             : NULL;
}

void
last_calls_free (struct last_calls *calls)
{
  free (calls->at);
  *calls = (struct last_calls){ .at = NULL };
}
