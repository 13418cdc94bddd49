/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-layout.c - verify that all sections and segments survive a change and
   that new ones overlap nothing.

   This compares the two files.  From the plan it uses only which headers are
   replaced or added.  Content is compared only if it moved or a change touched
   it; verify_image has already compared all other bytes.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "elf-codec.h"
#include "elf-dynamic.h"
#include "edit-limits.h"
#include "sframe-section.h"
#include "patch.h"
#include "phdr-ways.h"
#include "elf-abi.h"
#include "numbers.h"

struct layout
{
  const struct image *was;
  const struct image *now;
  const struct image_change *change;
  const struct diag_sink *sink;
};

static sfm_status
wrong_segment (const struct layout *l, uint32_t idx, const char *what)
{
  return diag_fail (l->sink, SFM_ERR_CORRUPT, l->was->path,
                    "the output would be wrong: program header %" PRIu32 " %s",
                    idx, what);
}

static sfm_status
wrong_section (const struct layout *l, uint32_t idx, const char *what)
{
  return diag_fail (l->sink, SFM_ERR_CORRUPT, l->was->path,
                    "the output would be wrong: section %" PRIu32 " (%s) %s",
                    idx, l->was->sections[idx].name, what);
}

/* True if a PT_LOAD of IMAGE maps the SIZE bytes at OFFSET to ADDR.  */
static bool
is_loaded (const struct image *image, uint64_t offset, uint64_t addr,
           uint64_t size)
{
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *load = &image->segments[i];
      if (load->type == PT_LOAD && !load->cut
          && image_segment_maps (load, offset, addr, size))
        return true;
    }
  return false;
}

/* The section of the output that was number IDX.  */
static const struct image_section *
now_section (const struct layout *l, uint32_t idx)
{
  return &l->now->sections[section_number (l->change, idx)];
}

/* True if NOW refers to the section that WAS number IDX.  */
static bool
same_number (const struct layout *l, uint32_t was, uint32_t now)
{
  return now == (was < l->was->section_count ? section_number (l->change, was)
                                             : was);
}

/* True if the SIZE bytes at OLD_OFF and NEW_OFF are equal.  */
static bool
same_bytes (const struct layout *l, uint64_t old_off, uint64_t new_off,
            uint64_t size)
{
  return (new_off <= l->now->size && size <= l->now->size - new_off
          && memcmp (l->was->bytes + old_off, l->now->bytes + new_off,
                     (size_t) size)
                 == 0);
}

/* The functions below return what is wrong with a header, or NULL.  */

/* Check that PT_LOAD number IDX of the output, which is new or has grown,
   overlaps no other one.  PAGES: not even in a page.  */
static const char *
check_apart (const struct layout *l, uint32_t idx, bool pages)
{
  const struct image_segment *load = &l->now->segments[idx];

  for (uint32_t i = 0; i < l->now->segment_count; i++)
    {
      const struct image_segment *other = &l->now->segments[i];
      if (i == idx || other->type != PT_LOAD || other->memsz == 0)
        continue;
      uint64_t mine = load->vaddr, theirs = other->vaddr;
      if (pages)
        {
          mine -= mine % segment_page (load);
          theirs -= theirs % segment_page (other);
        }
      if (mine < other->vaddr + other->memsz
          && theirs < load->vaddr + load->memsz)
        return "overlaps another one";
    }
  return NULL;
}

/* Check PT_LOAD number IDX, which both files have.  It may have grown in the
   file, if that leaves it apart from others.  */
static const char *
check_load (const struct layout *l, uint32_t idx)
{
  const struct image_segment *was = &l->was->segments[idx];
  const struct image_segment *now = &l->now->segments[idx];

  if (now->offset != was->offset || now->vaddr != was->vaddr
      || now->flags != was->flags || now->align != was->align)
    return "changed";
  if (now->filesz == was->filesz && now->memsz == was->memsz)
    return NULL;
  if (now->filesz < was->filesz || now->filesz != now->memsz
      || was->filesz != was->memsz)
    return "has wrong sizes";
  return check_apart (l, idx, false);
}

/* Check the dynamic section WAS, which has not moved.  Tags of hash tables lead
   to the same sections.  */
static const char *
check_dynamic (const struct layout *l, const struct image_segment *was)
{
  uint64_t tag, value, now_tag, now_value;

  for (uint64_t i = 0; dynamic_entry (l->was, was, i, &tag, &value); i++)
    {
      if (!dynamic_entry (l->now, was, i, &now_tag, &now_value)
          || now_tag != tag)
        return "has other tags";
      uint32_t idx = hash_tag_section (l->was, tag, value);
      if (now_value != (idx != 0 ? now_section (l, idx)->addr : value))
        return "leads to another hash table";
    }
  return NULL;
}

/* Check program header number IDX, which both files have and the
   plan does not replace.  */
static const char *
check_segment (const struct layout *l, uint32_t idx)
{
  const struct image_segment *was = &l->was->segments[idx];
  const struct image_segment *now = &l->now->segments[idx];

  if (now->type != was->type || now->cut != was->cut)
    return "has another type";
  switch (was->type)
    {
    case PT_LOAD:
      return check_load (l, idx);
    case PT_GNU_SFRAME:
      return NULL;
    case PT_DYNAMIC:
      return now->offset == was->offset && now->vaddr == was->vaddr
                     && now->filesz == was->filesz && now->memsz == was->memsz
                 ? check_dynamic (l, was)
                 : "changed";
    case PT_PHDR:
      if (l->change->phdr.added == 0)
        break;
      if (now->offset != l->now->phoff
          || now->filesz != (uint64_t) l->now->segment_count * ELF_PHDR_SIZE
          || now->memsz != now->filesz
          || !is_loaded (l->now, now->offset, now->vaddr, now->filesz))
        return "is not the table of them";
      return NULL;
    default:
      break;
    }
  if (now->filesz != was->filesz || now->memsz != was->memsz
      || now->flags != was->flags || now->align != was->align)
    return "changed";
  if (now->offset == was->offset && now->vaddr == was->vaddr)
    return (was->type == PT_GNU_RELRO || was->type == PT_NULL
            || was->type == PT_PHDR
            || same_bytes (l, was->offset, now->offset, was->filesz))
               ? NULL
               : "has other bytes";
  if (!is_loaded (l->now, now->offset, now->vaddr, now->filesz)
      || !same_bytes (l, was->offset, now->offset, now->filesz)
      || (now->align > 1
          && now->vaddr % now->align != was->vaddr % was->align))
    return "lost its content";
  return NULL;
}

/* Check the new PT_LOAD, number IDX.  */
static const char *
check_new_load (const struct layout *l, uint32_t idx)
{
  const struct image_segment *load = &l->now->segments[idx];

  if (load->type != PT_LOAD || load->flags != PF_R || load->cut
      || load->filesz != load->memsz || load->align == 0
      || (load->vaddr - load->offset) % load->align != 0
      || load->offset < l->was->size)
    return "is no sound PT_LOAD";
  for (uint32_t i = 0; i < l->now->segment_count; i++)
    if (l->now->segments[i].type == PT_LOAD
        && (i < idx) != (l->now->segments[i].vaddr < load->vaddr) && i != idx)
      return "is out of order";
  return check_apart (l, idx, true);
}

/* Check program header number IDX of the output by its purpose.  */
static const char *
check_header (const struct layout *l, uint32_t idx)
{
  const struct phdr_plan *phdr = &l->change->phdr;

  if (idx == phdr->load_idx)
    return check_new_load (l, idx);
  if (idx == phdr->sframe_idx)
    return l->now->segments[idx].type == PT_GNU_SFRAME
               ? NULL
               : "is not PT_GNU_SFRAME";
  return idx < l->was->segment_count ? check_segment (l, idx)
                                     : "has no purpose";
}

static sfm_status
check_segments (const struct layout *l)
{
  const struct image *now = l->now;

  if (now->segment_count != l->was->segment_count + l->change->phdr.added)
    return wrong_segment (l, now->segment_count, "is not the last");
  for (uint32_t i = 0; i < now->segment_count; i++)
    {
      const char *what = check_header (l, i);
      if (what != NULL)
        return wrong_segment (l, i, what);
    }
  if (image_table_load (l->was) != NULL && image_table_load (now) == NULL)
    return wrong_segment (l, 0, "would not be loaded");
  return SFM_OK;
}

/* True if no other section of the output shares bytes of the file with
   SECTION.  */
static bool
is_alone (const struct layout *l, const struct image_section *section)
{
  for (uint32_t i = 1; i < l->now->section_count; i++)
    {
      const struct image_section *other = &l->now->sections[i];
      size_t size;
      if (other != section
          && image_section_bytes (l->now, other, &size) != NULL
          && size != 0 && other->offset < section->offset + section->size
          && section->offset < other->offset + size)
        return false;
    }
  return true;
}

static bool
is_sframe (const struct image_section *section)
{
  return image_sframe_section (section) != SECTION_NOT_SFRAME;
}

/* True if bytes of section IDX may differ: symbol values, dynamic tags, which
   check_dynamic compares, a NUL in the section names, relocations of a
   rewritten section.  */
static bool
may_change (const struct layout *l, uint32_t idx)
{
  const struct image_section *section = &l->was->sections[idx];

  if (idx == l->was->shstrndx || section->type == SHT_SYMTAB
      || section->type == SHT_DYNSYM || section->type == SHT_DYNAMIC)
    return true;
  return (section->type == SHT_RELA && section->info < l->was->section_count
          && is_sframe (&l->was->sections[section->info]));
}

/* True if the headers WAS and NOW agree in what never changes.  */
static bool
same_fields (const struct layout *l, const struct image_section *was,
             const struct image_section *now)
{
  const bool number = was->type == SHT_RELA || was->type == SHT_REL
                      || (was->flags & SHF_INFO_LINK) != 0;

  return now->type == was->type && now->flags == was->flags
         && now->entsize == was->entsize && now->align == was->align
         && same_number (l, was->link, now->link)
         && (number ? same_number (l, was->info, now->info)
                    : now->info == was->info);
}

/* Check section number IDX, which is not an SFrame section.  */
static const char *
check_section (const struct layout *l, uint32_t idx)
{
  const struct image_section *was = &l->was->sections[idx];
  const struct image_section *now = now_section (l, idx);
  size_t size;

  if (!same_fields (l, was, now))
    return "changed";
  if (strcmp (was->name, now->name) != 0
      && strncmp (was->name, ".rela.sframe", 12) != 0)
    return "has another name";
  if (idx == l->was->shstrndx && l->change->phdr.names_off != 0)
    return (now->size > was->size
            && same_bytes (l, was->offset, now->offset, was->size)
            && is_alone (l, now))
               ? NULL
               : "lost its names";
  if (now->size != was->size)
    return "has another size";
  if (now->offset == was->offset && now->addr == was->addr)
    return (image_section_bytes (l->was, was, &size) == NULL
            || !byte_changes_meet (&l->change->changes, was->offset,
                                   was->offset + size)
            || may_change (l, idx)
            || same_bytes (l, was->offset, now->offset, size))
               ? NULL
               : "has other bytes";
  if (image_section_bytes (l->was, was, &size) == NULL
      || !same_bytes (l, was->offset, now->offset, size)
      || !is_loaded (l->now, now->offset, now->addr, size)
      || (now->align > 1 && now->addr % now->align != 0) || !is_alone (l, now))
    return "lost its content";
  return NULL;
}

/* Check section number IDX, for SFrame data, which may have been emptied.  It
   is after the merged section then, if it was inside.  */
static const char *
check_emptied (const struct layout *l, uint32_t idx)
{
  const struct image_section *was = &l->was->sections[idx];
  const struct image_section *now = now_section (l, idx);
  const struct free_space *space = &l->change->space;
  const uint64_t end = space->addr
                       + free_space_filled (space, l->change->content_size);
  struct image_section same = *now;

  same.type = was->type;
  if (now->size == 0 && was->addr > space->addr && was->addr < end
      && now->addr == end && now->align == 1)
    {
      same.addr = was->addr;
      same.offset = was->offset;
      same.align = was->align;
    }
  return same.addr == was->addr && same.offset == was->offset
                 && same_fields (l, was, &same)
                 && (now->size == was->size || now->size == 0)
             ? NULL
             : "changed";
}

static sfm_status
check_sections (const struct layout *l)
{
  const struct free_space *space = &l->change->space;

  for (uint32_t i = 1; i < l->was->section_count; i++)
    {
      if (section_number (l->change, i) == space->section)
        continue;
      const char *what = is_sframe (&l->was->sections[i])
                             ? check_emptied (l, i)
                             : check_section (l, i);
      if (what != NULL)
        return wrong_section (l, i, what);
    }
  if (!is_loaded (l->now, space->offset, space->addr,
                  free_space_filled (space, l->change->content_size))
      || (space->section != 0
          && !is_alone (l, &l->now->sections[space->section])))
    return diag_fail (l->sink, SFM_ERR_CORRUPT, l->was->path,
                      "the output's section at 0x%" PRIx64
                      " would not be loaded, or not be alone there",
                      space->addr);
  return SFM_OK;
}

/* True if no two sections have the same number in the output.  */
static bool
numbers_differ (const struct layout *l, bool *seen)
{
  for (uint32_t i = 1; i < l->now->section_count; i++)
    {
      const uint32_t number = section_number (l->change, i);
      if (number == 0 || number >= l->now->section_count || seen[number])
        return false;
      seen[number] = true;
    }
  return true;
}

/* Check the number of sections and, if they have other numbers than before,
   that the loaded ones are in order of address.  */
static sfm_status
check_numbers (const struct layout *l)
{
  const struct image *now = l->now;

  if (now->section_count
          != l->was->section_count + l->change->phdr.new_section
      || !same_number (l, l->was->shstrndx, now->shstrndx))
    return wrong_section (l, 0, "is not the first of all sections");
  if (l->change->numbers == NULL)
    return SFM_OK;
  bool *seen = calloc (now->section_count, sizeof *seen);
  if (seen == NULL)
    return diag_nomem (l->sink, l->was->path);
  const bool differ = numbers_differ (l, seen);
  free (seen);
  if (!differ)
    return wrong_section (l, 0, "has the number of another one");
  for (uint32_t i = 2; i < now->section_count; i++)
    if ((now->sections[i].flags & SHF_ALLOC) != 0
        && now->sections[i].addr < now->sections[i - 1].addr)
      return diag_fail (l->sink, SFM_ERR_CORRUPT, l->was->path,
                        "the output's section %" PRIu32 " would be out of "
                        "order",
                        i);
  return SFM_OK;
}

sfm_status
verify_layout (const struct image_change *change, const struct image *copy,
               const struct diag_sink *sink)
{
  const struct layout l = { change->image, copy, change, sink };

  TRY (check_numbers (&l));
  TRY (check_segments (&l));
  TRY (check_sections (&l));
  return verify_symbols (change, sink);
}
