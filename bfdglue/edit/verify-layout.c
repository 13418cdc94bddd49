/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-layout.c - verify that all sections and segments survive a change and
   that new ones overlap nothing.

   This compares the headers of the two files: the fields in which they differ
   [segment_differs, section_differs] are held against what may differ.  From
   the plan it uses only which headers are replaced or added.  Content is
   compared only if it moved or a change touched it; verify_image has already
   compared all other bytes.

   Functions that check something return what is wrong with it, or NULL.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "edit-internal.h"

/* An image and its output, opened.  */
struct layout
{
  const struct image *was;
  const struct image *now;
  const struct image_change *change;
  const struct diag_sink *sink;
};

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

/* True if the SIZE bytes at WAS of the image and at NOW of the output are
   equal.  */
static bool
same_bytes (const struct layout *l, uint64_t was, uint64_t now, uint64_t size)
{
  return now <= l->now->size && size <= l->now->size - now
         && memcmp (image_at (l->was, was, size), image_at (l->now, now, size),
                    (size_t) size)
                == 0;
}

/* The section of the output that was number IDX.  */
static const struct image_section *
now_section (const struct layout *l, uint32_t idx)
{
  return &l->now->sections[section_number (l->change, idx)];
}

/* Segments.  */

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

/* The checks of header number IDX, which both files have.  DIFFERS: the fields
   that differ, all of which may.  */

/* A PT_LOAD may have grown in the file, if that leaves it apart from
   others.  */
static const char *
check_load (const struct layout *l, uint32_t idx, unsigned differs)
{
  const struct image_segment *was = &l->was->segments[idx];
  const struct image_segment *now = &l->now->segments[idx];

  if (differs == 0)
    return NULL;
  if (now->filesz < was->filesz || now->filesz != now->memsz
      || was->filesz != was->memsz)
    return "has wrong sizes";
  return check_apart (l, idx, false);
}

/* Tags of sections that may move lead to the same sections.  */
static const char *
check_dynamic (const struct layout *l, uint32_t idx, unsigned differs)
{
  const struct image_segment *was = &l->was->segments[idx];
  struct section_tags tags;
  uint64_t tag, value, now_tag, now_value;

  (void) differs;
  section_tags_find (l->was, &tags);
  for (uint64_t i = 0;; i++)
    {
      const bool any = dynamic_entry (l->was, was, i, &tag, &value);
      if (dynamic_entry (l->now, was, i, &now_tag, &now_value) != any)
        return "has other tags";
      if (!any)
        return NULL;
      if (now_tag != tag)
        return "has other tags";
      uint32_t to = section_tag_leads_to (l->was, &tags, tag, value);
      if (now_value != (to != 0 ? now_section (l, to)->addr : value))
        return "leads to another section";
    }
}

/* Check that what has moved is loaded and has the same bytes.  The bytes of
   some types matter only if they moved.  */
static const char *
check_content (const struct layout *l, uint32_t idx, unsigned differs)
{
  const struct image_segment *was = &l->was->segments[idx];
  const struct image_segment *now = &l->now->segments[idx];
  const bool moved = differs != 0;
  const bool ignored = !moved
                       && (was->type == PT_GNU_RELRO || was->type == PT_NULL
                           || was->type == PT_PHDR);

  if (moved
      && (!is_loaded (l->now, now->offset, now->vaddr, now->filesz)
          || (now->align != 0
              && now->vaddr % now->align != was->vaddr % was->align)))
    return "lost its content";
  if (ignored || same_bytes (l, was->offset, now->offset, was->filesz))
    return NULL;
  return moved ? "lost its content" : "has other bytes";
}

static const char *
check_table (const struct layout *l, uint32_t idx, unsigned differs)
{
  const struct image_segment *now = &l->now->segments[idx];

  if (l->change->phdr.added == 0)
    return fields_within (differs, FIELD_PLACE)
               ? check_content (l, idx, differs)
               : "changed";
  if (now->offset != l->now->phoff
      || now->filesz != (uint64_t) l->now->segment_count * ELF_PHDR_SIZE
      || now->memsz != now->filesz
      || !is_loaded (l->now, now->offset, now->vaddr, now->filesz))
    return "is not the table of them";
  return NULL;
}

/* What may differ in a header, and the check of the rest, by its type.  The
   last row is for all other types; verify_in_place examines the header of the
   section.  */
static const struct segment_rule
{
  uint32_t type;
  unsigned may_differ;
  const char *(*check) (const struct layout *l, uint32_t idx,
                        unsigned differs);
} rules[] = {
  { PT_LOAD, FIELD_SIZE | FIELD_MEMORY, check_load },
  { PT_DYNAMIC, 0, check_dynamic },
  { PT_PHDR, FIELD_PLACE | FIELD_SIZE | FIELD_MEMORY, check_table },
  { UINT32_MAX, FIELD_PLACE, check_content },
};

/* Check program header number IDX, which both files have and the plan does not
   replace.  */
static const char *
check_segment (const struct layout *l, uint32_t idx)
{
  const struct edit_section *what = &edit_sections[l->change->kind];
  const struct image_segment *was = &l->was->segments[idx];
  const unsigned differs = segment_differs (was, &l->now->segments[idx]);
  const struct segment_rule *rule = rules;

  if (was->type == what->segment_type)
    return (differs & FIELD_TYPE) == 0 ? NULL : "has another type";
  while (rule->type != was->type && rule->type != UINT32_MAX)
    rule++;
  if ((differs & (FIELD_TYPE | FIELD_CUT)) != 0)
    return "has another type";
  if (!fields_within (differs, rule->may_differ))
    return "changed";
  return rule->check (l, idx, differs);
}

/* True if the bytes of LOAD are new in the file: inserted for it, or at the
   end.  */
static bool
is_new_in_file (const struct layout *l, const struct image_segment *load)
{
  const struct insertion *inserted = &l->change->phdr.inserted;
  const uint64_t at = load->offset - inserted->offset;

  return load->offset >= l->was->size
         || (at <= inserted->size && load->filesz <= inserted->size - at);
}

/* Check the new PT_LOAD, number IDX.  */
static const char *
check_new_load (const struct layout *l, uint32_t idx)
{
  const struct image_segment *load = &l->now->segments[idx];

  if (load->type != PT_LOAD || load->flags != PF_R || load->cut
      || load->filesz != load->memsz || load->align == 0
      || (load->vaddr - load->offset) % load->align != 0
      || !is_new_in_file (l, load))
    return "is not a valid PT_LOAD";
  for (uint32_t i = 0; i < l->now->segment_count; i++)
    if (l->now->segments[i].type == PT_LOAD
        && (i < idx) != (l->now->segments[i].vaddr < load->vaddr))
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
  /* verify_in_place examines the rest of it.  */
  if (idx == phdr->header_idx)
    return l->now->segments[idx].type
                   == edit_sections[l->change->kind].segment_type
               ? NULL
               : "does not lead to the section";
  return idx < l->was->segment_count ? check_segment (l, idx)
                                     : "has no purpose";
}

static sfm_status
wrong_segment (const struct layout *l, uint32_t idx, const char *what)
{
  return diag_fail (l->sink, SFM_ERR_CORRUPT, l->was->path,
                    "the output would be wrong: program header %" PRIu32 " %s",
                    idx, what);
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

/* Sections.  */

/* True if no other section of the output shares bytes of the file with number
   IDX.  */
static bool
is_alone (const struct layout *l, uint32_t idx)
{
  for (uint32_t i = 1; i < l->now->section_count; i++)
    {
      const struct image_section *section = &l->now->sections[idx];
      const struct image_section *other = &l->now->sections[i];
      const uint64_t size = image_section_size (other);
      if (i != idx && size != 0
          && other->offset < section->offset + section->size
          && section->offset < other->offset + size)
        return false;
    }
  return true;
}

/* True if SECTION is of the kind.  */
static bool
is_of_kind (const struct layout *l, const struct image_section *section)
{
  return edit_section_is (l->change->kind, section) != SECTION_NOT_SFRAME;
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
          && is_of_kind (l, &l->was->sections[section->info]));
}

/* The header that section IDX would have if nothing changed but the numbers of
   sections.  */
static struct image_section
unchanged (const struct layout *l, uint32_t idx)
{
  struct image_section section = l->was->sections[idx];

  section.link = image_number (l->change, section.link);
  if (section.type == SHT_RELA || section.type == SHT_REL
      || (section.flags & SHF_INFO_LINK) != 0)
    section.info = image_number (l->change, section.info);
  return section;
}

/* Check section number IDX, which is not of the kind.  */
static const char *
check_section (const struct layout *l, uint32_t idx)
{
  const struct image_section was = unchanged (l, idx);
  const struct image_section *now = now_section (l, idx);
  const unsigned differs = section_differs (&was, now);
  const uint64_t size = image_section_size (&was);

  if (!fields_within (differs, FIELD_NAME | FIELD_SIZE | FIELD_PLACE))
    return "changed";
  if ((differs & FIELD_NAME) != 0
      && strncmp (was.name, ".rela.sframe", 12) != 0)
    return "has another name";
  if (idx == l->was->shstrndx && l->change->phdr.names_off != 0)
    return (now->size > was.size
            && same_bytes (l, was.offset, now->offset, was.size)
            && is_alone (l, section_number (l->change, idx)))
               ? NULL
               : "lost its names";
  if ((differs & FIELD_SIZE) != 0)
    return "has another size";
  if ((differs & FIELD_PLACE) == 0)
    return (!byte_changes_meet (&l->change->copy->written, was.offset,
                                was.offset + size)
            || may_change (l, idx)
            || same_bytes (l, was.offset, now->offset, size))
               ? NULL
               : "has other bytes";
  /* verify_image compares .dynsym.  */
  const bool symbols = was.type == SHT_DYNSYM && was.entsize == ELF_SYM_SIZE;
  if (was.type == SHT_NOBITS
      || (!symbols && !same_bytes (l, was.offset, now->offset, size))
      || !is_loaded (l->now, now->offset, now->addr, size)
      || (now->align != 0 && now->addr % now->align != 0)
      || !is_alone (l, section_number (l->change, idx)))
    return "lost its content";
  return NULL;
}

/* Check section number IDX, for SFrame data, which may have been emptied.  If
   it was inside the merged section, it is now after it.  */
static const char *
check_emptied (const struct layout *l, uint32_t idx)
{
  const struct image_section *now = now_section (l, idx);
  const struct free_space *space = &l->change->space;
  const uint64_t size = free_space_filled (space, l->change->content_size);
  const uint64_t end = space->addr + size;
  struct image_section was = unchanged (l, idx);
  unsigned may_differ = FIELD_NAME | FIELD_TYPE;

  if (now->size == 0)
    {
      may_differ |= FIELD_SIZE;
      if (now->addr == end && was.addr > space->addr && was.addr < end)
        {
          was.addr = end;
          was.offset = space->offset + size;
          was.align = 1;
        }
    }
  return fields_within (section_differs (&was, now), may_differ) ? NULL
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
      const char *what = is_of_kind (l, &l->was->sections[i])
                             ? check_emptied (l, i)
                             : check_section (l, i);
      if (what != NULL)
        return diag_fail (l->sink, SFM_ERR_CORRUPT, l->was->path,
                          "the output would be wrong: section %" PRIu32
                          " (%s) %s",
                          i, l->was->sections[i].name, what);
    }
  if (!is_loaded (l->now, space->offset, space->addr,
                  free_space_filled (space, l->change->content_size))
      || !is_alone (l, space->section))
    return diag_fail (l->sink, SFM_ERR_CORRUPT, l->was->path,
                      "the output's section at 0x%" PRIx64
                      " would not be loaded, or not be alone there",
                      space->addr);
  return SFM_OK;
}

sfm_status
verify_layout (const struct image_change *change, const struct image *copy,
               const struct diag_sink *sink)
{
  const struct layout l = { change->image, copy, change, sink };

  TRY (check_segments (&l));
  return check_sections (&l);
}
