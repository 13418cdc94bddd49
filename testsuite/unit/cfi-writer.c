/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cfi-writer.c - call frame information, written byte by byte.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cfi-writer.h"

/* CFA = SP + 8, RA at CFA - 8; CFA = SP; CFA = SP + 160.  */
static const struct cfi_form usual_amd64
    = { .code_align = 1,
        .data_align = -8,
        .ra = 16,
        .version = 1,
        .program = CFI_BYTES (CFA_DEF, 7, 8, CFA_OFFSET | 16, 1) };
static const struct cfi_form usual_aarch64
    = { .code_align = 4,
        .data_align = -8,
        .ra = 30,
        .version = 1,
        .program = CFI_BYTES (CFA_DEF, 31, 0) };
static const struct cfi_form usual_s390x
    = { .code_align = 1,
        .data_align = -8,
        .ra = 14,
        .version = 1,
        .program = CFI_BYTES (CFA_DEF, 15, 0xa0, 0x01) };

struct cfi_form
cfi_usual (uint8_t abi)
{
  return abi == SFM_ABI_AMD64_ENDIAN_LITTLE ? usual_amd64
         : abi == SFM_ABI_S390X_ENDIAN_BIG  ? usual_s390x
                                            : usual_aarch64;
}

void
cfi_begin (struct cfi_writer *w, uint8_t abi)
{
  uint8_t *bytes = w->bytes;
  const size_t capacity = w->capacity;

  *w = (struct cfi_writer){ .section = { .addr = 0x10000, .abi = abi },
                            .bytes = bytes,
                            .capacity = capacity };
}

void
cfi_free (struct cfi_writer *w)
{
  free (w->bytes);
  *w = (struct cfi_writer){ .bytes = NULL };
}

void
cfi_put (struct cfi_writer *w, uint64_t value, unsigned size)
{
  const bool big = sfm_abi_big_endian (w->section.abi);

  if (w->size + size > w->capacity)
    {
      w->capacity = 2 * w->capacity + 256;
      w->bytes = realloc (w->bytes, w->capacity);
      if (w->bytes == NULL)
        exit (1);
    }
  for (unsigned i = 0; i < size; i++)
    w->bytes[w->size++] = (uint8_t) (value >> 8 * (big ? size - 1 - i : i));
  w->section.bytes = w->bytes;
  w->section.size = w->size;
}

void
cfi_put_uleb (struct cfi_writer *w, uint64_t value)
{
  for (; value >= 0x80; value >>= 7)
    cfi_put (w, (value & 0x7f) | 0x80, 1);
  cfi_put (w, value, 1);
}

void
cfi_put_sleb (struct cfi_writer *w, int64_t value)
{
  /* Division rounds towards 0; the digits are those of the floor.  */
  while (value < -64 || value > 63)
    {
      const int64_t low = ((value % 128) + 128) % 128;
      cfi_put (w, (uint64_t) low | 0x80, 1);
      value = (value - low) / 128;
    }
  cfi_put (w, (uint64_t) value & 0x7f, 1);
}

void
cfi_put_bytes (struct cfi_writer *w, struct cfi_bytes bytes)
{
  for (size_t i = 0; i < bytes.size; i++)
    cfi_put (w, bytes.data[i], 1);
}

/* Bytes of the id of a record that is written now.  */
static unsigned
id_size (const struct cfi_writer *w)
{
  return w->extended && !w->narrow_id ? 8 : 4;
}

size_t
cfi_open (struct cfi_writer *w)
{
  if (w->extended)
    cfi_put (w, UINT32_MAX, 4);
  cfi_put (w, 0, w->extended ? 8 : 4);
  return w->size;
}

void
cfi_close (struct cfi_writer *w, size_t at)
{
  const size_t end = w->size;
  const unsigned size = w->extended ? 8 : 4;

  w->size = at - size;
  cfi_put (w, end - at, size);
  w->size = end;
  w->section.size = end;
}

size_t
cfi_open_cie (struct cfi_writer *w, const struct cfi_form *form)
{
  const char *letters = form->augmentation != NULL ? form->augmentation
                        : w->section.debug_frame   ? ""
                                                   : "zR";

  w->form = *form;
  w->cie = w->size;
  const size_t at = cfi_open (w);
  cfi_put (w, w->section.debug_frame ? UINT64_MAX : 0, id_size (w));
  cfi_put (w, form->version, 1);
  cfi_put_bytes (w, (struct cfi_bytes){ (const uint8_t *) letters,
                                        strlen (letters) + 1 });
  if (strncmp (letters, "eh", 2) == 0)
    cfi_put (w, 0x1234, 8);
  if (form->version == 4)
    cfi_put_bytes (w, (struct cfi_bytes) CFI_BYTES (8, 0));
  cfi_put_uleb (w, form->code_align);
  cfi_put_sleb (w, form->data_align);
  if (form->version == 1)
    cfi_put (w, form->ra, 1);
  else
    cfi_put_uleb (w, form->ra);
  const bool encoded = strchr (letters, 'R') != NULL;
  if (letters[0] != 'z')
    return at;
  cfi_put_uleb (w, form->data.size + (encoded ? 1 : 0));
  cfi_put_bytes (w, form->data);
  /* Tests write "R" last.  */
  if (encoded)
    cfi_put (w, form->encoding, 1);
  return at;
}

void
cfi_cie (struct cfi_writer *w, const struct cfi_form *form)
{
  const size_t at = cfi_open_cie (w, form);

  cfi_put_bytes (w, form->program);
  cfi_close (w, at);
}

/* Write VALUE in the format of the encoding.  */
static void
put_encoded (struct cfi_writer *w, uint64_t value)
{
  static const uint8_t sizes[16] = { 8, 0, 2, 4, 8, 0, 0, 0, 8, 0, 2, 4, 8 };
  const unsigned format = w->form.encoding & 0x0f;

  if (format == 0x01)
    cfi_put_uleb (w, value);
  else if (format == 0x09)
    cfi_put_sleb (w, (int64_t) value);
  else
    cfi_put (w, value, sizes[format]);
}

size_t
cfi_open_fde (struct cfi_writer *w, uint64_t stored, uint64_t size)
{
  const size_t at = cfi_open (w);
  const char *letters = w->form.augmentation;

  cfi_put (w, w->section.debug_frame ? w->cie : w->size - w->cie, id_size (w));
  /* DW_EH_PE_aligned.  */
  if ((w->form.encoding & 0x70) == 0x50)
    while ((w->section.addr + w->size) % 8 != 0)
      cfi_put (w, 0xee, 1);
  put_encoded (w, stored);
  put_encoded (w, size);
  if (letters == NULL ? !w->section.debug_frame : letters[0] == 'z')
    cfi_put_uleb (w, 0);
  return at;
}

void
cfi_fde (struct cfi_writer *w, uint64_t stored, uint64_t size,
         struct cfi_bytes program)
{
  const size_t at = cfi_open_fde (w, stored, size);

  cfi_put_bytes (w, program);
  cfi_close (w, at);
}
