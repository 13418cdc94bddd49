/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   linker.c - a linker's part in SFrame, by libsfmerge.

     linker OUTPUT OBJECT...

   Merges the .sframe sections of the objects in the order in which a linker
   such as mold works: the inputs are read, each into a merger of its own that
   a thread could fill; sizes of sections are fixed, then addresses; and last
   each section writes itself at its place.  OUTPUT is an image with the code
   of the objects, unrelocated, and the merged section.  COMDAT functions that
   an earlier object has too are dropped.

   Prints where sections went, and the functions of the merged section as a
   reader finds them.  The exit status is 1 if anything is wrong.  */

#include <inttypes.h>

#include "linker.h"

bool
linker_fail (const char *path, const char *what)
{
  fprintf (stderr, "linker: %s: %s\n", path, what);
  return false;
}

/* Give each live section with code its place in the image.  */
static void
set_addresses (struct linker *l)
{
  uint64_t at = PAGE;

  for (size_t i = 0; i < l->object_count; i++)
    for (size_t s = 0; s < l->objects[i].section_count; s++)
      {
        struct object *o = &l->objects[i];
        const uint64_t align = o->sections[s].sh_addralign;
        if (!object_is_code (o, s) || o->dead[s])
          continue;
        at += align == 0 ? 0 : (align - at % align) % align;
        o->addresses[s] = IMAGE_ADDR + at;
        printf ("section 0x%" PRIx64 " 0x%" PRIx64 " %s %s\n", o->addresses[s],
                (uint64_t) o->sections[s].sh_size, o->path,
                object_section_name (o, s));
        at += o->sections[s].sh_size;
      }
  l->text_size = at - PAGE;
  l->sframe_off = (at + 7) / 8 * 8;
}

/* Tell the merger where its functions went.  */
static bool
move_functions (struct linker *l)
{
  struct sfm_diag diag;

  for (size_t i = 0; i < l->table_count; i++)
    {
      struct table *t = &l->tables[i];
      for (uint32_t f = 0; f < t->count; f++)
        t->places[f].addr
            = t->object->addresses[t->sections[f]] + t->offsets[f];
      if (sfm_merger_move (l->merger, (uint32_t) i, t->places, &diag)
          != SFM_OK)
        return linker_fail (t->object->path, diag.text);
    }
  return true;
}

static void
print_loss (void *data, const struct sfm_note *note)
{
  const struct linker *l = data;

  fprintf (stderr, "linker: %s: function at 0x%" PRIx64 ": %s\n",
           l->objects[note->input].path, note->addr,
           sfm_loss_text (note->loss));
}

static void
count_error (void *data, const struct sfm_finding *finding)
{
  if (finding->severity == SFM_ERROR)
    {
      fprintf (stderr, "linker: .sframe+0x%" PRIx64 ": %s: %s\n",
               finding->offset, sfm_finding_name (finding->id), finding->text);
      ++*(size_t *) data;
    }
}

/* Write the merged section to BYTES, which has L->sframe_size bytes that are
   0.  */
static bool
write_sframe (struct linker *l, uint8_t *bytes)
{
  const uint64_t addr = IMAGE_ADDR + l->sframe_off;
  const struct sfm_check_options check
      = { .size = sizeof check, .section_addr = addr };
  struct sfm_diag diag;
  size_t errors = 0;

  if (sfm_merger_plan (l->merger, addr, l->sframe_size, &diag) != SFM_OK)
    return linker_fail ("plan", diag.text);
  const size_t size = sfm_merger_size (l->merger);
  if (size > l->sframe_size)
    return linker_fail ("plan", "larger than the bound");
  sfm_merger_each_loss (l->merger, print_loss, l);
  if (sfm_merger_write (l->merger, bytes, size, &diag) != SFM_OK
      || sfm_merger_verify (l->merger, bytes, size, &diag) != SFM_OK)
    return linker_fail ("write", diag.text);
  if (sfm_check (bytes, (size_t) l->sframe_size, &check, count_error, &errors,
                 &diag)
      != SFM_OK)
    return linker_fail ("check", diag.text);
  printf ("sframe 0x%" PRIx64 " %" PRIu64 " %zu\n", addr, l->sframe_size,
          size);
  return errors == 0;
}

/* Print the functions of the section at BYTES.  */
static bool
print_functions (const struct linker *l, const uint8_t *bytes)
{
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_diag diag;

  if (sfm_piece_open (bytes, (size_t) l->sframe_size, 0, &piece, &diag)
      != SFM_OK)
    return linker_fail (".sframe", diag.text);
  for (uint32_t i = 0; i < piece.num_fdes; i++)
    {
      if (sfm_fde_read (&piece, i, &fde, &diag) != SFM_OK)
        return linker_fail (".sframe", diag.text);
      printf ("function 0x%" PRIx64 " %" PRIu32 " %" PRIu32 "\n",
              sfm_fde_address (&fde, IMAGE_ADDR + l->sframe_off,
                               SFM_START_BASE_FIELD),
              fde.size, fde.num_fres);
    }
  return true;
}

/* Write SIZE bytes to the file PATH.  */
static bool
write_file (const char *path, const void *bytes, size_t size)
{
  FILE *file = fopen (path, "wb");

  if (file == NULL)
    return linker_fail (path, "cannot be made");
  const bool written = fwrite (bytes, 1, size, file) == size;
  return (fclose (file) == 0 && written)
         || linker_fail (path, "cannot be written");
}

/* Link what L has read into the file PATH.  */
static bool
link_image (struct linker *l, const char *path)
{
  /* Sizes first: the bound holds wherever functions go.  */
  l->sframe_size = sfm_merger_bound (l->merger);
  set_addresses (l);
  if (!move_functions (l))
    return false;

  /* All is fixed now; sections could be written by threads, in any order.  */
  const size_t size = (size_t) (l->sframe_off + l->sframe_size);
  uint8_t *image = calloc (1, size);
  if (image == NULL)
    return linker_fail (path, "no memory");
  linker_write_headers (l, image);
  linker_write_code (l, image);
  const bool good = write_sframe (l, image + l->sframe_off)
                    && print_functions (l, image + l->sframe_off)
                    && write_file (path, image, size);
  free (image);
  return good;
}

static void
free_all (struct linker *l)
{
  sfm_merger_free (l->merger);
  for (size_t i = 0; i < l->object_count; i++)
    object_free (&l->objects[i]);
  for (size_t i = 0; i < l->table_count; i++)
    {
      free (l->tables[i].sections);
      free (l->tables[i].offsets);
      free (l->tables[i].places);
    }
}

int
main (int argc, char **argv)
{
  static struct linker l;
  struct sfm_diag diag;
  bool good = argc > 2 && argc - 2 <= MAX_OBJECTS;

  if (!good)
    fprintf (stderr, "usage: linker OUTPUT OBJECT...\n");
  if (good && sfm_merger_new (NULL, &l.merger, &diag) != SFM_OK)
    good = linker_fail (argv[1], diag.text);
  for (int i = 2; i < argc && good; i++)
    good = linker_add (&l, argv[i]);
  if (good && l.table_count == 0)
    good = linker_fail (argv[1], "no object has .sframe");
  if (good)
    good = link_image (&l, argv[1]);
  free_all (&l);
  return good ? 0 : 1;
}
