/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   last-calls.c - functions of an image whose last instruction is a call.

   Theory of operation.  The functions of .eh_frame are visited by address, or
   the symbols of an image without one (a kernel) [read_list].  Two cursors
   follow the ends of the functions, one in .eh_frame and one in the symbols:
   each knows how far what begins before the end reaches, and what begins next
   [follow].

   Two things prove that the byte after a function belongs to no other
   [prove_padding].  No FDE and no symbol begins there or reaches over it.  And
   all code up to the next FDE or symbol, or the end of the section or segment,
   is padding: a function of a stripped image that nothing describes may begin
   with a NOP, but it does not consist of them.

   A function that overlaps an earlier one is left out.  So the ends rise, and
   no byte is visited twice.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "function-index.h"
#include "pool.h"
#include "sorted.h"

/* Which code is a call, and which is padding.

   Calls are those that set a return address: on AMD64 CALL with a displacement
   or through a register or memory, on AArch64 BL and BLR with or without
   pointer authentication, on s390x BRAS, BRASL, BAS and BASR.

   Padding is what was seen between functions of GNU as, clang, GNU ld, gold,
   lld and mold: NOPs of all sizes, zeros, and traps: INT3 and, by mold on
   AArch64, BRK.  */

/* The bytes after an AMD64 ModRM byte for its operand; SIB is the byte after
   it, which counts only if MODRM asks for one.  */
static unsigned
operand_size (uint8_t modrm, uint8_t sib)
{
  const unsigned mod = modrm >> 6, rm = modrm & 7;

  if (mod == 3)
    return 0;
  const unsigned has_sib = rm == 4;
  if (mod == 1)
    return has_sib + 1;
  if (mod == 2 || rm == 5 || (has_sib && (sib & 7) == 5))
    return has_sib + 4;
  return has_sib;
}

/* CALL: E8 and a displacement of 32 bits, or FF /2 and an operand.  A prefix
   before it does not matter.  */
static bool
ends_in_call_amd64 (const uint8_t *code, uint64_t size)
{
  const unsigned least = 2, most = 7;

  if (size >= 5 && code[size - 5] == 0xe8)
    return true;
  for (unsigned n = least; n <= most && n <= size; n++)
    {
      const uint8_t *insn = code + size - n;
      const uint8_t sib = n > 2 ? insn[2] : 0;
      if (insn[0] == 0xff && (insn[1] >> 3 & 7) == 2
          && operand_size (insn[1], sib) == n - 2)
        return true;
    }
  return false;
}

/* NOP: 90, or 0F 1F /0 and an operand, each after any number of the prefixes
   that assemblers use to make it longer.  */
static unsigned
padding_amd64 (const uint8_t *code, uint64_t size)
{
  const unsigned most = 15; /* bytes of an instruction */
  unsigned at = 0;

  if (code[0] == 0 || code[0] == 0xcc)
    return 1;
  while (at < most && at < size && (code[at] == 0x66 || code[at] == 0x2e))
    at++;
  if (at < most && at < size && code[at] == 0x90)
    return at + 1;
  if (size - at < 3 || code[at] != 0x0f || code[at + 1] != 0x1f
      || (code[at + 2] >> 3 & 7) != 0)
    return 0;
  const uint8_t sib = size - at > 3 ? code[at + 3] : 0;
  const unsigned all = at + 3 + operand_size (code[at + 2], sib);
  return all <= size && all <= most ? all : 0;
}

/* BL, BLR, BLRAA and its variants.  */
static bool
ends_in_call_aarch64 (const uint8_t *code, uint64_t size)
{
  if (size < 4 || size % 4 != 0)
    return false;
  /* Instructions are little-endian even in a big-endian image.  */
  const uint32_t insn = elf_u32 (code + size - 4, false);
  return (insn & 0xfc000000) == 0x94000000 || (insn & 0xfffffc1f) == 0xd63f0000
         || (insn & 0xfefff800) == 0xd63f0800;
}

/* NOP, UDF #0, and the BRK #1000 that mold writes.  */
static unsigned
padding_aarch64 (const uint8_t *code, uint64_t size)
{
  if (size < 4)
    return 0;
  const uint32_t insn = elf_u32 (code, false);
  return insn == 0xd503201f || insn == 0 || insn == 0xd4207d00 ? 4 : 0;
}

/* BASR and BAS: 0D and 4D; BRAS and BRASL: A7 and C0, both with 5 in the lower
   half of the next byte.  BASR to register 0 only sets the return address.  */
static bool
ends_in_call_s390x (const uint8_t *code, uint64_t size)
{
  if (size % 2 != 0)
    return false;
  return (size >= 2 && code[size - 2] == 0x0d && (code[size - 1] & 0xf) != 0)
         || (size >= 4 && code[size - 4] == 0x4d)
         || (size >= 4 && code[size - 4] == 0xa7
             && (code[size - 3] & 0xf) == 5)
         || (size >= 6 && code[size - 6] == 0xc0
             && (code[size - 5] & 0xf) == 5);
}

/* BCR, BC and BRCL with mask 0, which never branch, and zeros.  */
static unsigned
padding_s390x (const uint8_t *code, uint64_t size)
{
  if (size >= 2
      && ((code[0] == 0x07 && code[1] >> 4 == 0)
          || (code[0] == 0 && code[1] == 0)))
    return 2;
  if (size >= 4 && code[0] == 0x47 && code[1] >> 4 == 0)
    return 4;
  return size >= 6 && code[0] == 0xc0 && code[1] == 0x04 ? 6 : 0;
}

/* What is known of the code of a machine.  */
static const struct call_machine
{
  uint16_t machine;
  bool (*ends_in_call) (const uint8_t *code, uint64_t size);
  unsigned (*padding) (const uint8_t *code, uint64_t size); /* SIZE is not 0 */
} call_machines[] = {
  { EM_X86_64, ends_in_call_amd64, padding_amd64 },
  { EM_AARCH64, ends_in_call_aarch64, padding_aarch64 },
  { EM_S390, ends_in_call_s390x, padding_s390x },
};

/* The entry for MACHINE, or NULL.  */
static const struct call_machine *
machine_of (uint16_t machine)
{
  for (size_t i = 0; i < sizeof call_machines / sizeof *call_machines; i++)
    if (call_machines[i].machine == machine)
      return &call_machines[i];
  return NULL;
}

bool
code_ends_in_call (uint16_t machine, const uint8_t *code, uint64_t size)
{
  const struct call_machine *m = machine_of (machine);

  return m != NULL && m->ends_in_call (code, size);
}

unsigned
padding_instruction (uint16_t machine, const uint8_t *code, uint64_t size)
{
  const struct call_machine *m = machine_of (machine);

  return m != NULL && size != 0 ? m->padding (code, size) : 0;
}

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
  /* What is named is not added, so it does not matter which symbol is
     next.  */
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
