/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   detached-file.c - write the merged section of an image to a file of its own.

   The parts are in this order: ELF header, program headers, notes, section,
   section names, section headers.  The file from its start to the end of the
   section is one segment, as in a shared object without code; so no padding is
   needed for the offset to agree with the address.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "detached-file.h"
#include "edit-internal.h"

bool
detached_is_dir (const char *path)
{
  struct stat st;

  return stat (path, &st) == 0 && S_ISDIR (st.st_mode);
}

sfm_status
detached_name (const struct image *image, const char *dir, char **path,
               const struct diag_sink *sink)
{
  static const char suffix[] = ".sframe";
  const size_t dir_size = strlen (dir);
  struct build_id id;

  if (!build_id_find (image, true, &id))
    return diag_fail (sink, SFM_ERR_UNSUPP, image->path,
                      "it has no build-id, by which its file in %s would be "
                      "named",
                      dir);
  if (id.size > BUILD_ID_SHOWN)
    return diag_fail (sink, SFM_ERR_LIMIT, image->path,
                      "its build-id has %zu bytes; names are made of at most "
                      "%d",
                      id.size, BUILD_ID_SHOWN);
  char *at = *path
      = malloc (dir_size + sizeof "/" + 2 * id.size + sizeof suffix);
  if (at == NULL)
    return diag_nomem (sink, image->path);
  memcpy (at, dir, dir_size);
  at += dir_size;
  *at++ = '/';
  for (size_t i = 0; i < id.size; i++, at += 2)
    snprintf (at, 3, "%02x", id.bytes[i]);
  memcpy (at, suffix, sizeof suffix);
  return SFM_OK;
}

enum
{
  SEGMENTS = 3,
  NOTES_OFFSET = ELF_EHDR_SIZE + SEGMENTS * ELF_PHDR_SIZE,
  NOTE_HEADER = 12,
  NOTE_ALIGN = 4,
  SECTIONS_MAX = 5 /* with number 0 */
};

/* The names of the sections, and where each begins.  */
static const char names[] = "\0.note.gnu.build-id\0.note.sfmerge.code"
                            "\0.sframe\0.shstrtab";
enum
{
  NAME_ID = 1,
  NAME_CODE = NAME_ID + sizeof ".note.gnu.build-id",
  NAME_SFRAME = NAME_CODE + sizeof ".note.sfmerge.code",
  NAME_NAMES = NAME_SFRAME + sizeof ".sframe"
};

/* Bytes of a note of OWNER with SIZE bytes.  */
static uint64_t
note_size (const char *owner, uint64_t size)
{
  return NOTE_HEADER + align_up (strlen (owner) + 1, NOTE_ALIGN)
         + align_up (size, NOTE_ALIGN);
}

/* The end of the notes.  */
static uint64_t
notes_end (const struct detached_file *file)
{
  const size_t id = file->id.size;

  return NOTES_OFFSET + (id != 0 ? note_size (ELF_NOTE_GNU, id) : 0)
         + note_size (CODE_NOTE_OWNER, CODE_NOTE_SIZE);
}

/* Find FILE's build-id.  */
static sfm_status
find_id (struct detached_file *file, const struct diag_sink *sink)
{
  const char *image = file->image->path;

  if (!build_id_find (file->image, true, &file->id))
    {
      file->id.size = 0;
      diag (sink, DIAG_WARNING, image,
            "has no build-id; a reader cannot tell by it whether %s belongs "
            "to it, only 'sfmerge check --detached' can, by the code",
            file->path);
      return SFM_OK;
    }
  if (file->id.size > BUILD_ID_COPIED_MAX)
    return diag_fail (sink, SFM_ERR_LIMIT, image,
                      "its build-id has %zu bytes; up to %d are copied",
                      file->id.size, BUILD_ID_COPIED_MAX);
  return SFM_OK;
}

sfm_status
detached_begin (const struct image *image, const char *path,
                struct detached_file *file, const struct diag_sink *sink)
{
  uint64_t top = 0;
  bool any = false;

  *file = (struct detached_file){ .path = path, .image = image };
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_LOAD)
      {
        top = larger (top,
                      image->segments[i].vaddr + image->segments[i].memsz);
        any = true;
      }
  if (!any)
    return diag_fail (sink, SFM_ERR_UNSUPP, image->path,
                      "it has no PT_LOAD, after which a detached section "
                      "could have its address");
  if (top > UINT64_MAX - 2 * (uint64_t) DETACHED_ALIGN)
    return diag_fail (sink, SFM_ERR_UNSUPP, image->path,
                      "its last segment ends at 0x%" PRIx64
                      ", after which there is no address for a detached "
                      "section",
                      top);
  TRY (find_id (file, sink));
  file->base = align_up (top, DETACHED_ALIGN);
  file->addr = file->base + align_up (notes_end (file), SFRAME_ALIGN);
  return SFM_OK;
}

/* Put the ELF header, with COUNT sections at SECTIONS.  */
static void
put_header (struct detached_file *file, uint64_t sections, uint16_t count)
{
  const uint8_t *like = image_at (file->image, 0, ELF_EHDR_SIZE);
  const bool big = file->image->big_endian;
  uint8_t *to = file->bytes;

  memcpy (to, like, EI_NIDENT);
  memset (to + EI_PAD, 0, EI_NIDENT - EI_PAD);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_type), file->image->type, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_machine), file->image->machine, big);
  elf_put32 (to + offsetof (Elf64_Ehdr, e_version), EV_CURRENT, big);
  elf_put64 (to + offsetof (Elf64_Ehdr, e_phoff), ELF_EHDR_SIZE, big);
  elf_put64 (to + offsetof (Elf64_Ehdr, e_shoff), sections, big);
  elf_put32 (to + offsetof (Elf64_Ehdr, e_flags),
             elf_u32 (like + offsetof (Elf64_Ehdr, e_flags), big), big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_ehsize), ELF_EHDR_SIZE, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_phentsize), ELF_PHDR_SIZE, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_phnum), SEGMENTS, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_shentsize), ELF_SHDR_SIZE, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_shnum), count, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_shstrndx), (uint16_t) (count - 1),
             big);
}

/* Put program header IDX for the bytes from OFFSET to END.  */
static void
put_segment (struct detached_file *file, unsigned idx, uint32_t type,
             uint64_t offset, uint64_t end, uint64_t align)
{
  const bool big = file->image->big_endian;
  const uint64_t addr = file->base + offset;
  uint8_t *to = file->bytes + ELF_EHDR_SIZE + idx * ELF_PHDR_SIZE;

  elf_put32 (to + offsetof (Elf64_Phdr, p_type), type, big);
  elf_put32 (to + offsetof (Elf64_Phdr, p_flags), PF_R, big);
  elf_put64 (to + offsetof (Elf64_Phdr, p_offset), offset, big);
  elf_put64 (to + offsetof (Elf64_Phdr, p_vaddr), addr, big);
  elf_put64 (to + offsetof (Elf64_Phdr, p_paddr), addr, big);
  elf_put64 (to + offsetof (Elf64_Phdr, p_filesz), end - offset, big);
  elf_put64 (to + offsetof (Elf64_Phdr, p_memsz), end - offset, big);
  elf_put64 (to + offsetof (Elf64_Phdr, p_align), align, big);
}

/* Put a note with the SIZE bytes at BYTES at *AT, which becomes its end.
   Returns the header of its section; the section's name is at NAME.  */
static struct image_section
put_note (struct detached_file *file, uint64_t *at, uint32_t name,
          const char *owner, uint32_t type, const uint8_t *bytes, size_t size)
{
  const struct image_section section = { .name_off = name,
                                         .type = SHT_NOTE,
                                         .flags = SHF_ALLOC,
                                         .addr = file->base + *at,
                                         .offset = *at,
                                         .size = note_size (owner, size),
                                         .align = NOTE_ALIGN };
  const bool big = file->image->big_endian;
  const size_t owner_size = strlen (owner) + 1;
  uint8_t *to = file->bytes + *at;

  elf_put32 (to, (uint32_t) owner_size, big);
  elf_put32 (to + 4, (uint32_t) size, big);
  elf_put32 (to + 8, type, big);
  memcpy (to + NOTE_HEADER, owner, owner_size);
  memcpy (to + NOTE_HEADER + align_up (owner_size, NOTE_ALIGN), bytes, size);
  *at += section.size;
  return section;
}

/* Put all parts; the section headers are at HEADERS.  */
static void
put_parts (struct detached_file *file, const struct code_note *code,
           uint64_t headers)
{
  const uint64_t offset = file->addr - file->base;
  const uint64_t end = offset + file->content_size;
  const bool big = file->image->big_endian;
  struct image_section sections[SECTIONS_MAX] = { { .name_off = 0 } };
  uint8_t digest[CODE_NOTE_SIZE];
  uint64_t at = NOTES_OFFSET;
  unsigned count = 1;

  elf_put64 (digest, code->digest, big);
  elf_put64 (digest + 8, code->size, big);
  if (file->id.size != 0)
    sections[count++]
        = put_note (file, &at, NAME_ID, ELF_NOTE_GNU, NT_GNU_BUILD_ID,
                    file->id.bytes, file->id.size);
  sections[count++] = put_note (file, &at, NAME_CODE, CODE_NOTE_OWNER,
                                CODE_NOTE_TYPE, digest, sizeof digest);
  sections[count++] = (struct image_section){ .name_off = NAME_SFRAME,
                                              .type = SHT_GNU_SFRAME,
                                              .flags = SHF_ALLOC,
                                              .addr = file->addr,
                                              .offset = offset,
                                              .size = file->content_size,
                                              .align = SFRAME_ALIGN };
  sections[count++] = (struct image_section){ .name_off = NAME_NAMES,
                                              .type = SHT_STRTAB,
                                              .offset = end,
                                              .size = sizeof names,
                                              .align = 1 };
  memcpy (file->bytes + offset, file->content, file->content_size);
  memcpy (file->bytes + end, names, sizeof names);
  put_header (file, headers, (uint16_t) count);
  put_segment (file, 0, PT_LOAD, 0, end, DETACHED_ALIGN);
  put_segment (file, 1, PT_NOTE, NOTES_OFFSET, at, NOTE_ALIGN);
  put_segment (file, 2, PT_GNU_SFRAME, offset, end, SFRAME_ALIGN);
  for (unsigned i = 0; i < count; i++)
    section_header_put (file->bytes + headers + i * ELF_SHDR_SIZE,
                        &sections[i], big);
}

sfm_status
detached_write (struct detached_file *file, const struct diag_sink *sink)
{
  const struct detached_section section = { .bytes = file->content,
                                            .size = file->content_size,
                                            .addr = file->addr };
  const unsigned count = SECTIONS_MAX - (file->id.size == 0);
  struct code_note code;
  struct sfm_diag diag;

  if (file->content_size > UINT64_MAX - file->addr
      || file->content_size > SIZE_MAX / 2)
    return diag_fail (sink, SFM_ERR_LIMIT, file->image->path,
                      "a detached section of %zu bytes at 0x%" PRIx64
                      " would go past the end of the address space",
                      file->content_size, file->addr);
  if (detached_code (file->image, &section, &code, &diag) != SFM_OK)
    return diag_engine (sink, DIAG_ERROR, file->path, ".sframe", &diag);
  const uint64_t headers
      = align_up (file->addr - file->base + file->content_size + sizeof names,
                  sizeof (uint64_t));
  file->size = (size_t) headers + count * ELF_SHDR_SIZE;
  file->bytes = sparse_alloc (file->size);
  if (file->bytes == NULL)
    return diag_nomem (sink, file->path);
  put_parts (file, &code, headers);
  return SFM_OK;
}

/* Compare OPEN, the bytes of FILE as a reader opens them, with FILE.  */
static sfm_status
verify_open (const struct detached_file *file, const struct image *open,
             const struct diag_sink *sink)
{
  struct detached_section section;
  struct code_note note;

  TRY (detached_find (open, &section, sink));
  TRY (detached_match (file->image, open, &section, sink));
  if (open->type != file->image->type || section.addr != file->addr
      || section.size != file->content_size
      || memcmp (section.bytes, file->content, section.size) != 0
      || image_loaded (open, section.addr, section.size) != section.bytes
      || !code_note_find (open, &note))
    return diag_fail (sink, SFM_ERR_CORRUPT, file->path,
                      "the file would not have its section at 0x%" PRIx64
                      " with %zu bytes",
                      file->addr, file->content_size);
  return SFM_OK;
}

sfm_status
detached_verify (const struct detached_file *file,
                 const struct diag_sink *sink)
{
  struct image open;

  TRY (image_open_bytes (file->path, file->bytes, file->size, ALLOW_IMAGES,
                         &open, sink));
  sfm_status status = verify_open (file, &open, sink);
  image_close (&open);
  return status;
}
