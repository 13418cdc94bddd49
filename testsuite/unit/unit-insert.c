/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-insert.c - zeros inserted into the file of an image: where, what
   follows them, what forbids them, and that each wrong byte is seen.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "edit-internal.h"
#include "fixture-image.h"
#include "result.h"

enum
{
  AT = 0x1800, /* the end of the first segment's bytes */
  ZEROS = 0x1000,
  MOST = 0x200000
};

static struct fixture fx;
static struct insertion found;
static struct phdr_plan phdr;
static struct image shifted;

/* The fixture with something that is not loaded after the first segment, so
   that this cannot grow in the file.  Its number.  */
static uint16_t
begin (bool big_endian)
{
  fixture_begin (&fx, big_endian);
  memset (fx.bytes + AT, 0x77, 0x20);
  return fixture_section (&fx, ".comment", SHT_PROGBITS, 0, AT, 0x20);
}

/* Let the second segment, which cannot grow, be at ADDR from the first one's
   address.  */
static void
place_code (uint64_t addr)
{
  fx.segments[SEG_CODE].p_flags |= PF_W;
  fx.segments[SEG_CODE].p_vaddr = FIXTURE_BASE + addr;
  fx.segments[SEG_CODE].p_paddr = FIXTURE_BASE + addr;
}

/* Find zeros, MOST of them at most.  */
static bool
find (uint64_t most, bool force)
{
  const struct phdr_options options = { .mode = PHDR_PAGES, .force = force };

  if (fixture_open (&fx) != SFM_OK)
    return false;
  phdr_nothing (&fx.image, &phdr);
  phdr.options = options;
  return insertion_find (&phdr, most, &found);
}

static bool
apply (void)
{
  return insertion_apply (&fx.image, &found, &shifted, &fixture_sink) == SFM_OK
         && insertion_verify (&fx.image, &found, &shifted, &fixture_sink)
                == SFM_OK;
}

static void
end (void)
{
  image_close (&shifted);
  fixture_close (&fx);
}

static void
test_shift (void)
{
  for (unsigned big = 0; big < 2; big++)
    {
      const uint16_t comment = begin (big != 0);
      const uint16_t bss
          = fixture_section (&fx, ".bss", SHT_NOBITS, SHF_ALLOC, AT, 0x10);
      bool passed = find (MOST, false) && found.segment == SEG_READ
                    && found.offset == AT && found.size == ZEROS && apply ();
      passed = passed && shifted.size == FIXTURE_SIZE + ZEROS
               && shifted.shoff == FIXTURE_SHDRS + ZEROS
               && shifted.segments[SEG_READ].offset == 0
               && shifted.segments[SEG_CODE].offset == 0x2000 + ZEROS
               && shifted.segments[SEG_CODE].vaddr == FIXTURE_BASE + 0x2000
               && shifted.segments[SEG_SFRAME].offset == 0x1000
               && shifted.sections[SEC_TEXT].offset == 0x2000 + ZEROS
               && shifted.sections[SEC_SFRAME].offset == 0x1000
               && shifted.sections[comment].offset == AT + ZEROS
               && shifted.sections[bss].offset == AT
               && *image_at (&shifted, AT, 1) == 0
               && *image_at (&shifted, AT + ZEROS, 1) == 0x77;
      end ();
      unit_result (passed, big ? "what follows moves, big-endian"
                               : "what follows moves");
    }
}

static void
test_sizes (void)
{
  begin (false);
  fx.segments[SEG_CODE].p_align = 0x10000;
  place_code (0x12000);
  bool passed = find (MOST, false) && found.size == 0x10000 && apply ();
  end ();
  unit_result (passed, "a multiple of the next segment's alignment");

  begin (false);
  fx.segments[SEG_CODE].p_align = 0x10000;
  place_code (0x12000);
  passed = !find (0x1000, false) && found.size == 0x10000
           && strstr (phdr.why, "--grow=large-pages") != NULL;
  end ();
  unit_result (passed, "more than allowed, and how many it would be");

  begin (false);
  fx.section_count--;
  memset (fx.bytes + AT, 0, 0x20);
  passed = !find (MOST, false) && found.size == 0;
  end ();
  unit_result (passed, "none where the file has the bytes");
}

/* Why there is nothing to insert.  */
static void
refused (const char *name, bool force, const char *why)
{
  const bool passed = !find (MOST, force) && strstr (phdr.why, why) != NULL;

  end ();
  unit_result (passed, name);
}

static void
test_refused (void)
{
  begin (false);
  fx.segments[SEG_READ].p_flags |= PF_W;
  refused ("after a writable segment", false, "no read-only segment");

  begin (false);
  fx.segments[SEG_READ].p_memsz += 0x100;
  refused ("after a segment with zeros in memory", false,
           "no read-only segment");

  begin (false);
  place_code (AT);
  refused ("where the next segment shares the page", false,
           "no read-only segment");

  begin (false);
  fixture_section (&fx, ".across", SHT_PROGBITS, 0, AT - 8, 0x10);
  refused ("inside a section", false, "no read-only segment");

  begin (false);
  fixture_segment (&fx, PT_NOTE, PF_R, AT - 8, 0x10);
  refused ("inside a segment", false, "no read-only segment");

  begin (false);
  fx.segments[SEG_CODE].p_align = 0x1001;
  refused ("before a segment with an alignment that is none", false,
           "no read-only segment");

  begin (false);
  fx.bytes[FIXTURE_SIZE - 1] = 1;
  refused ("before something appended", false, "appended");

  begin (false);
  fx.bytes[FIXTURE_SIZE - 1] = 1;
  const bool passed = find (MOST, true) && apply ()
                      && *image_at (&shifted, shifted.size - 1, 1) == 1;
  end ();
  fx.bytes[FIXTURE_SIZE - 1] = 0;
  unit_result (passed, "before something appended, if that is forced");
}

/* True if the shifted file with another byte at AT is refused.  */
static bool
is_seen (size_t at)
{
  struct image image = { 0 };
  uint8_t *byte = shifted.pages->bytes + at;

  *byte ^= 1;
  const bool seen
      = image_open_pages ("shifted", shifted.pages, &image, &fixture_sink)
            != SFM_OK
        || insertion_verify (&fx.image, &found, &image, &fixture_sink)
               != SFM_OK;
  image_close (&image);
  *byte ^= 1;
  return seen;
}

/* True if the shifted file with its last run at other bytes is refused.  */
static bool
is_seen_run (uint64_t at, uint64_t from, uint64_t size)
{
  struct paged_run *run = &shifted.pages->runs[shifted.pages->run_count - 1];
  const struct paged_run was = *run;

  run->at += at;
  run->from += from;
  run->size += size;
  const bool seen
      = insertion_verify (&fx.image, &found, &shifted, &fixture_sink)
        != SFM_OK;
  *run = was;
  return seen;
}

static void
test_proof (void)
{
  begin (false);
  size_t missed = 0;
  bool passed = find (MOST, false) && apply ();
  if (passed)
    {
      (void) image_at (&shifted, 0, shifted.size);
      for (size_t at = 0; at < shifted.size; at++)
        missed += !is_seen (at);
    }
  unit_result (passed && missed == 0, "each byte that is wrong is seen");
  passed = passed
           && insertion_verify (&fx.image, &found, &shifted, &fixture_sink)
                  == SFM_OK;
  unit_result (passed && is_seen_run (8, 0, 0) && is_seen_run (0, 8, 0)
                   && is_seen_run (0, 0, (uint64_t) -8)
                   && is_seen_run ((uint64_t) -8, 0, 0),
               "bytes that would be copied from elsewhere are seen");
  end ();
}

int
main (void)
{
  test_shift ();
  test_sizes ();
  test_refused ();
  test_proof ();
  return unit_exit ();
}
