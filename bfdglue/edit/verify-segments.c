/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-segments.c - verify that all program headers survive a change and
   that new and larger segments overlap no others.  */

#include "config.h"

#include <elf.h>

#include "elf-abi.h"
#include "elf-image.h"
#include "image-change.h"

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

/* Check the entries of the dynamic section WAS, which has not moved.  Tags of
   sections that may move lead to the same sections.  */
static const char *
check_dynamic (const struct layout *l, const struct image_segment *was)
{
  struct section_tags tags;
  uint64_t tag, value, now_tag, now_value;

  section_tags_find (l->was, &tags);
  for (uint64_t i = 0; dynamic_entry (l->was, was, i, &tag, &value); i++)
    {
      if (!dynamic_entry (l->now, was, i, &now_tag, &now_value)
          || now_tag != tag)
        return "has other tags";
      uint32_t idx = section_tag_leads_to (l->was, &tags, tag, value);
      if (now_value != (idx != 0 ? layout_now_section (l, idx)->addr : value))
        return "leads to another section";
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
    case PT_PHDR:
      if (l->change->phdr.added == 0)
        break;
      if (now->offset != l->now->phoff
          || now->filesz != (uint64_t) l->now->segment_count * ELF_PHDR_SIZE
          || now->memsz != now->filesz
          || !layout_is_loaded (l->now, now->offset, now->vaddr, now->filesz))
        return "is not the table of them";
      return NULL;
    default:
      break;
    }
  if (now->filesz != was->filesz || now->memsz != was->memsz
      || now->flags != was->flags || now->align != was->align)
    return "changed";
  if (was->type == PT_DYNAMIC)
    return now->offset == was->offset && now->vaddr == was->vaddr
               ? check_dynamic (l, was)
               : "changed";
  if (now->offset == was->offset && now->vaddr == was->vaddr)
    return (was->type == PT_GNU_RELRO || was->type == PT_NULL
            || was->type == PT_PHDR
            || layout_same_bytes (l, was->offset, now->offset, was->filesz))
               ? NULL
               : "has other bytes";
  if (!layout_is_loaded (l->now, now->offset, now->vaddr, now->filesz)
      || !layout_same_bytes (l, was->offset, now->offset, now->filesz)
      || (now->align > 1
          && now->vaddr % now->align != was->vaddr % was->align))
    return "lost its content";
  return NULL;
}

/* True if the bytes of LOAD are new in the file: inserted for it, or at the
   end.  */
static bool
is_new_in_file (const struct layout *l, const struct image_segment *load)
{
  const struct insertion *inserted = &l->change->phdr.inserted;

  return load->offset >= l->was->size
         || (load->offset >= inserted->offset
             && load->offset - inserted->offset <= inserted->size
             && load->filesz
                    <= inserted->size - (load->offset - inserted->offset));
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

sfm_status
verify_segments (const struct layout *l)
{
  const struct image *now = l->now;

  if (now->segment_count != l->was->segment_count + l->change->phdr.added)
    return layout_wrong_segment (l, now->segment_count, "is not the last");
  for (uint32_t i = 0; i < now->segment_count; i++)
    {
      const char *what = check_header (l, i);
      if (what != NULL)
        return layout_wrong_segment (l, i, what);
    }
  if (image_table_load (l->was) != NULL && image_table_load (now) == NULL)
    return layout_wrong_segment (l, 0, "would not be loaded");
  return SFM_OK;
}
