/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-cie.c - common information entries (DWARF 5, section 6.4.1; Linux
   Standard Base, 'The Common Information Entry Format').  */

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

/* Read the augmentation data, as announced by TEXT, the augmentation string
   after its 'z'.  False: a letter is unknown, and with it what it means for
   the FDEs.  */
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
        cfi_pointer (c, section, cursor_u8 (c), &ignored);
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

sfm_status
cfi_cie_read (const struct sfm_cfi_section *section, uint64_t at,
              struct sfm_cfi_cie *cie, struct sfm_diag *diag)
{
  struct cfi_record record;

  *cie = (struct sfm_cfi_cie){ .offset = at };
  if (!cfi_record_read (section, at, &record) || record.terminator
      || !record.is_cie)
    return status_fail (diag, SFM_ERR_CORRUPT, at, "no CIE, but an FDE's");
  cie->id_size = record.id_size;
  struct cursor c
      = cfi_cursor (section, record.id_at + record.id_size, record.end);
  if (!read_fields (&c, section, cie))
    return status_fail (diag, SFM_ERR_UNSUPP, at,
                        "a CIE that cannot be understood");
  if (record.end - cie->program > PROGRAM_MAX)
    return status_fail (diag, SFM_ERR_UNSUPP, at,
                        "a CIE with %" PRIu64
                        " bytes of instructions, more than %d",
                        record.end - cie->program, PROGRAM_MAX);
  cie->end = record.end;
  return SFM_OK;
}
