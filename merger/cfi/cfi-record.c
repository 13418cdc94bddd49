/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-record.c - records of .eh_frame and .debug_frame: the next FDE (DWARF 5,
   section 6.4.1; Linux Standard Base, 'Exception Frames').

   In the Linux Standard Base an id has 4 bytes also after a 64-bit length; in
   .debug_frame it has 8 there, and producers of .eh_frame follow either.  The
   version of a CIE, which is never 0, tells them apart: an 8-byte id of 0 has
   a 0 where a 4-byte one is followed by the version.  FDEs follow their CIE.

   A zero length is a terminator.  It is not the end of a section: crtend.o's
   is in the middle if a linker puts other objects after it.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "cfi-state.h"
#include "engine.h"

enum
{
  /* Bytes of an augmentation string with its NUL.  The longest in use is
     "zPLRSBG".  */
  AUGMENTATION_MAX = 16,

  /* Bytes of a CIE's instructions, which are executed for each of its FDEs:
     without a limit the work would be the square of a section's size.  The
     longest CIE of Debian 12's programs and libraries has 40 bytes.  */
  PROGRAM_MAX = 1024
};

/* The header of a record.  */
struct cfi_record
{
  uint64_t id_at; /* section offset of the CIE id or pointer */
  uint64_t id;
  uint64_t end;    /* of the record */
  uint8_t id_size; /* 4 or 8 */
  bool is_cie;
  bool terminator; /* the length is 0: there is no id */
  bool extended;   /* it has a 64-bit length */
};

/* Read the id of RECORD in SECTION, which has a 64-bit length.  */
static void
read_extended_id (const struct sfm_cfi_section *section,
                  struct cfi_record *record)
{
  struct cursor c = cfi_cursor (section, record->id_at, record->end);
  struct cursor wide = c;

  record->id = cursor_u32 (&c);
  const bool narrow_cie
      = !section->debug_frame && record->id == 0 && cursor_u8 (&c) != 0;
  if (!section->debug_frame && (record->id != 0 || narrow_cie || c.failed))
    return;
  record->id = cursor_u64 (&wide);
  record->id_size = 8;
}

/* Read the header of the record at AT of SECTION.  False: the record does not
   end inside the section, or has no room for its id.  */
static bool
read_record (const struct sfm_cfi_section *section, uint64_t at,
             struct cfi_record *record)
{
  struct cursor c = cfi_cursor (section, at, section->size);
  uint64_t size = cursor_u32 (&c);
  const bool extended = size == UINT32_MAX;

  *record = (struct cfi_record){ .id_size = 4, .extended = extended };
  if (extended)
    size = cursor_u64 (&c);
  if (c.failed || size > c.size - c.pos)
    return false;
  record->id_at = c.pos;
  record->end = c.pos + size;
  record->terminator = size == 0;
  if (record->terminator)
    return true;
  c.size = record->end;
  if (extended)
    read_extended_id (section, record);
  else
    record->id = cursor_u32 (&c);
  if (record->id_size > size)
    return false;
  record->is_cie
      = section->debug_frame
            ? record->id == (record->id_size == 8 ? UINT64_MAX : UINT32_MAX)
            : record->id == 0;
  return true;
}

/* Read the augmentation data, as announced by TEXT, the augmentation string
   after its 'z'.  False: a letter is unknown, and so is what it means for the
   FDEs.  */
static bool
read_augmentation (struct cursor *c, const struct sfm_cfi_section *section,
                   const char *text, struct sfm_cfi_cie *cie)
{
  uint64_t ignored;

  for (; *text != '\0'; text++)
    switch (*text)
      {
      case 'S':
        cie->signal = true;
        break;
      case 'B':
        cie->pauth_b = true;
        break;
      case 'G': /* AArch64: tagged stack */
        break;
      case 'L':
        cursor_u8 (c);
        break;
      case 'P':
        sfm_cfi_read_pointer (c, section, cursor_u8 (c), &ignored);
        break;
      case 'R':
        cie->encoding = cursor_u8 (c);
        break;
      default:
        return false;
      }
  return !c->failed;
}

/* Read the augmentation string into TEXT.  */
static bool
read_string (struct cursor *c, char text[AUGMENTATION_MAX])
{
  for (size_t i = 0; i < AUGMENTATION_MAX; i++)
    {
      text[i] = (char) cursor_u8 (c);
      if (text[i] == '\0')
        return !c->failed;
    }
  return false;
}

/* Read what follows the id of a CIE.  */
static bool
read_fields (struct cursor *c, const struct sfm_cfi_section *section,
             struct sfm_cfi_cie *cie)
{
  char text[AUGMENTATION_MAX];
  const char *rest = text;
  const uint8_t version = cursor_u8 (c);

  if ((version != 1 && version != 3 && version != 4) || !read_string (c, text))
    return false;
  /* gcc 2: a pointer to language data.  */
  if (strncmp (rest, "eh", 2) == 0)
    {
      cursor_take (c, 8);
      rest += 2;
    }
  /* Sizes of addresses and of segment selectors.  */
  if (version == 4 && (cursor_u8 (c) != 8 || cursor_u8 (c) != 0))
    return false;
  cie->code_align = cfi_uleb (c);
  cie->data_align = cfi_sleb (c);
  cie->ra_column = version == 1 ? cursor_u8 (c) : cfi_uleb (c);
  cie->augmented = *rest == 'z';
  if (!cie->augmented)
    {
      /* .debug_frame has marks, but no data for them.  */
      cie->program = c->pos;
      return rest[strspn (rest, "SBG")] == '\0'
             && read_augmentation (c, section, rest, cie);
    }
  const uint64_t size = cfi_uleb (c);
  const uint64_t start = c->pos;
  cursor_take (c, size);
  if (c->failed)
    return false;
  cie->program = c->pos;
  struct cursor data = *c;
  data.pos = start;
  data.size = cie->program;
  return read_augmentation (&data, section, rest + 1, cie);
}

/* Read the CIE at AT of SECTION.  After a failure CIE->end is 0.  Statuses:
   CORRUPT, UNSUPP.  */
static sfm_status
read_cie (const struct sfm_cfi_section *section, uint64_t at,
          struct sfm_cfi_cie *cie, struct sfm_diag *diag)
{
  struct cfi_record record;

  *cie = (struct sfm_cfi_cie){ .offset = at };
  /* A terminator is none either.  */
  if (!read_record (section, at, &record) || !record.is_cie)
    return sfm_fail (diag, SFM_ERR_CORRUPT, at, "no CIE, but an FDE's");
  cie->id_size = record.id_size;
  struct cursor c
      = cfi_cursor (section, record.id_at + record.id_size, record.end);
  if (!read_fields (&c, section, cie))
    return sfm_fail (diag, SFM_ERR_UNSUPP, at,
                     "a CIE that cannot be understood");
  if (record.end - cie->program > PROGRAM_MAX)
    return sfm_fail (diag, SFM_ERR_UNSUPP, at,
                     "a CIE with %" PRIu64
                     " bytes of instructions, more than %d",
                     record.end - cie->program, PROGRAM_MAX);
  cie->end = record.end;
  return SFM_OK;
}

/* Read into FDE the CIE that RECORD refers to.  */
static sfm_status
use_cie (const struct sfm_cfi_section *section,
         const struct cfi_record *record, struct sfm_cfi_fde *fde,
         struct sfm_diag *diag)
{
  const uint64_t at
      = section->debug_frame ? record->id : record->id_at - record->id;

  if (fde->cie.end != 0 && fde->cie.offset == at)
    return SFM_OK;
  /* The difference wraps to a large number if the id is too large.  */
  if (at >= section->size)
    return sfm_fail (diag, SFM_ERR_CORRUPT, fde->offset,
                     "an FDE with CIE pointer 0x%" PRIx64
                     ", which leads out of the section",
                     record->id);
  return read_cie (section, at, &fde->cie, diag);
}

/* Read the FDE at FDE->offset, whose header is RECORD.  */
static sfm_status
read_fde (const struct sfm_cfi_section *section,
          const struct cfi_record *record, struct sfm_cfi_fde *fde,
          struct sfm_diag *diag)
{
  TRY (use_cie (section, record, fde, diag));
  const struct sfm_cfi_cie *cie = &fde->cie;
  /* In .eh_frame only the CIE shows how wide ids are.  */
  const unsigned id_size = record->extended && !section->debug_frame
                               ? cie->id_size
                               : record->id_size;
  struct cursor c = cfi_cursor (section, record->id_at, record->end);

  cursor_take (&c, id_size);
  const bool known
      = sfm_cfi_read_pointer (&c, section, cie->encoding, &fde->start);
  fde->size = sfm_cfi_value (&c, cie->encoding);
  if (cie->augmented)
    cursor_take (&c, cfi_uleb (&c));
  if (c.failed || fde->size > INT64_MAX)
    return sfm_fail (diag, SFM_ERR_CORRUPT, fde->offset,
                     "an FDE with a damaged start or size");
  if (!known)
    return sfm_fail (diag, SFM_ERR_UNSUPP, fde->offset,
                     "an FDE with a start relative to an unknown place");
  fde->program = c.pos;
  fde->end = record->end;
  return SFM_OK;
}

/* Read the FDE at FROM if it is in .eh_frame, in the form that compilers and
   linkers for 64 bits write, and has the CIE that FDE already holds.
   SECTION's reserved bytes were checked when that CIE was read.  False: it is
   not, and FDE is unchanged.  */
static bool
read_usual (const struct sfm_cfi_section *section, uint64_t from,
            struct sfm_cfi_fde *fde)
{
  enum
  {
    START_AT = 8, /* after the length and the CIE pointer */
    SIZE_AT = 12,
    AUGMENTATION_AT = 16,
    LEAST = AUGMENTATION_AT + 1
  };
  const struct sfm_cfi_cie *cie = &fde->cie;
  const bool big = sfm_abi_big_endian (section->abi);

  /* Only augmentation data has an encoding.  */
  if (cie->end == 0 || cie->encoding != (SFM_PE_PCREL | SFM_PE_SDATA4)
      || section->debug_frame || section->resolve != NULL
      || from > section->size || section->size - from < LEAST)
    return false;
  const uint8_t *p = section->bytes + from;
  const uint32_t length = get_u32 (p, big), id = get_u32 (p + 4, big);
  const uint32_t size = get_u32 (p + SIZE_AT, big);
  /* A longer one is in another form.  */
  if (length < LEAST - 4 || length > INT32_MAX
      || length > section->size - from - 4 || id == 0
      || from + 4 - id != cie->offset || size > INT32_MAX
      || p[AUGMENTATION_AT] > length - (LEAST - 4)
      || p[AUGMENTATION_AT] >= 0x80)
    return false;
  fde->offset = from;
  fde->program = from + LEAST + p[AUGMENTATION_AT];
  fde->next = fde->end = from + 4 + length;
  fde->start = section->addr + from + START_AT
               + (uint64_t) sign_extend (get_u32 (p + START_AT, big), 32);
  fde->size = size;
  return true;
}

sfm_status
sfm_cfi_next (const struct sfm_cfi_section *section, uint64_t from,
              struct sfm_cfi_fde *fde, struct sfm_diag *diag)
{
  struct cfi_record record;

  if (read_usual (section, from, fde))
    return SFM_OK;
  fde->next = section->size;
  TRY (sfm_sized_reserved (section->reserved, sizeof section->reserved,
                           "the section", diag));
  do
    {
      fde->next = section->size;
      if (from > section->size || section->size - from < 4)
        return SFM_END;
      if (!read_record (section, from, &record))
        return sfm_fail (diag, SFM_ERR_TRUNC, from,
                         "a record that does not end inside the section");
      fde->offset = from;
      fde->next = from = record.end;
      if (record.terminator)
        return SFM_END;
    }
  while (record.is_cie);
  return read_fde (section, &record, fde, diag);
}
