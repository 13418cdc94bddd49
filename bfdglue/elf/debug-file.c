/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   debug-file.c - the separate debug file of an image: whether one belongs to
   it, and where to find one.

   A symbol of another build of the same program would misplace a function
   without a trace, so a debug file has to prove that it belongs to its image:
   by the build-id, and by the code sections, which prelink, patchelf and
   post-link optimisers move after the id was made.  If neither file has an id,
   the sections alone decide, and their sets must be equal.

   objcopy --only-keep-debug and eu-strip -f leave a debug file with all
   section headers of the image, SHT_NOBITS except for the notes.  They also
   keep its program headers with their p_vaddr, but p_offset and p_filesz mean
   nothing, so notes are found by section headers there.  p_memsz is not
   compared: strip and sfmerge may change it in the segment that has
   .sframe.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "debug-file.h"
#include "elf-abi.h"
#include "sorted.h"

/* An image's code sections, by address, size and name.  */
struct code_list
{
  const struct image_section **sections;
  size_t count;
};

/* The files to compare.  */
struct debug_pair
{
  const struct image *image;
  const struct image *debug;
  bool identified; /* their build-ids are equal */
  const struct diag_sink *sink;
};

/* Report why the debug file of PAIR is refused, and return the status.  */
#define REFUSE(pair, ...)                                                     \
  diag_fail ((pair)->sink, SFM_ERR_UNSUPP, (pair)->debug->path, __VA_ARGS__)

static sfm_status
check_machine (const struct debug_pair *pair)
{
  const struct image *image = pair->image, *debug = pair->debug;
  char machines[2][ELF_MACHINE_TEXT];

  if (debug->machine == image->machine
      && debug->big_endian == image->big_endian)
    return SFM_OK;
  return REFUSE (
      pair, "the machine is %s, but that of the image %s is %s",
      elf_machine_text (debug->machine, debug->big_endian, machines[0]),
      image->path,
      elf_machine_text (image->machine, image->big_endian, machines[1]));
}

/* A debug file without symbols is a mistake: it is another package's, or was
   stripped too.  */
static sfm_status
check_symtab (const struct debug_pair *pair)
{
  const struct image *debug = pair->debug;

  for (uint32_t i = 1; i < debug->section_count; i++)
    {
      const struct image_section *section = &debug->sections[i];
      if (section->type != SHT_SYMTAB || section->size == 0)
        continue;
      if (section->size > ELF_SYM_SIZE)
        return SFM_OK;
      break;
    }
  return REFUSE (pair, "has no symbol table");
}

/* Compare the build-ids, and set pair->identified.  */
static sfm_status
check_ids (struct debug_pair *pair)
{
  const char *image = pair->image->path;
  char theirs[BUILD_ID_TEXT], ours[BUILD_ID_TEXT];
  struct build_id id, debug_id;
  bool has_id = build_id_find (pair->image, true, &id);
  bool debug_has_id
      = build_id_find (pair->debug, !pair->debug->debug, &debug_id);

  if (!has_id && !debug_has_id)
    return SFM_OK;
  pair->identified = has_id && debug_has_id && id.size == debug_id.size
                     && memcmp (id.bytes, debug_id.bytes, id.size) == 0;
  if (pair->identified)
    return SFM_OK;
  if (has_id)
    build_id_print (&id, ours);
  if (!debug_has_id)
    return REFUSE (pair, "it has no build-id, but the image %s has %s", image,
                   ours);
  build_id_print (&debug_id, theirs);
  if (!has_id)
    return REFUSE (pair, "the build-id is %s, but the image %s has none",
                   theirs, image);
  return REFUSE (pair, "the build-id is %s, but that of the image %s is %s",
                 theirs, image, ours);
}

static int
compare_sections (const void *a, const void *b)
{
  const struct image_section *x = *(const struct image_section *const *) a;
  const struct image_section *y = *(const struct image_section *const *) b;

  ORDER_BY (x->addr, y->addr);
  ORDER_BY (x->size, y->size);
  return strncmp (x->name, y->name, NAME_COMPARED);
}

/* Fill LIST with the code sections of IMAGE.  False: no memory.  */
static bool
list_code (const struct image *image, struct code_list *list)
{
  *list = (struct code_list){ .count = 0 };
  if (image->section_count == 0)
    return true;
  list->sections = calloc (image->section_count, sizeof *list->sections);
  if (list->sections == NULL)
    return false;
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image_section_is_code (&image->sections[i]))
      list->sections[list->count++] = &image->sections[i];
  sort_if_needed (list->sections, list->count, sizeof *list->sections,
                  compare_sections);
  return true;
}

/* Report that the debug file, whose code sections are LIST, has no equal of
   SECTION of the image.  */
static sfm_status
diag_missing (const struct debug_pair *pair,
              const struct image_section *section,
              const struct code_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    {
      const struct image_section *other = list->sections[i];
      if (strncmp (other->name, section->name, NAME_COMPARED) != 0)
        continue;
      return REFUSE (pair,
                     "section %s has 0x%" PRIx64 " bytes at 0x%" PRIx64
                     ", but in the image %s 0x%" PRIx64 " at 0x%" PRIx64,
                     other->name, other->size, other->addr, pair->image->path,
                     section->size, section->addr);
    }
  return REFUSE (
      pair,
      "has no section of code %s, but the image %s has one of 0x%" PRIx64
      " bytes at 0x%" PRIx64,
      section->name, pair->image->path, section->size, section->addr);
}

/* Compare the code sections, CODE of the image and DEBUG_CODE of the debug
   file.  */
static sfm_status
check_sections (const struct debug_pair *pair, const struct code_list *code,
                const struct code_list *debug_code)
{
  const struct image_section *surplus = NULL;
  size_t i = 0, j = 0;

  while (i < code->count || j < debug_code->count)
    {
      int order = i == code->count ? 1
                  : j == debug_code->count
                      ? -1
                      : compare_sections (&code->sections[i],
                                          &debug_code->sections[j]);
      if (order < 0)
        return diag_missing (pair, code->sections[i], debug_code);
      /* The image may have lost a section later.  */
      if (order > 0 && !pair->identified)
        surplus = surplus != NULL ? surplus : debug_code->sections[j];
      i += order <= 0;
      j += order >= 0;
    }
  if (surplus == NULL)
    return SFM_OK;
  return REFUSE (pair,
                 "section %s has 0x%" PRIx64 " bytes at 0x%" PRIx64
                 ", but the image %s has no such section of code",
                 surplus->name, surplus->size, surplus->addr,
                 pair->image->path);
}

/* The next executable PT_LOAD of IMAGE from index *IDX on, or NULL; *IDX is
   moved past it.  */
static const struct image_segment *
next_code_segment (const struct image *image, uint32_t *idx)
{
  while (*idx < image->segment_count)
    if (image_segment_is_code (&image->segments[(*idx)++]))
      return &image->segments[*idx - 1];
  return NULL;
}

/* Compare the executable segments, if there are no code sections.  Without a
   build-id there must be at least one.  */
static sfm_status
check_segments (const struct debug_pair *pair)
{
  const struct image *image = pair->image;
  uint32_t at = 0, debug_at = 0;

  for (bool any = pair->identified;; any = true)
    {
      const struct image_segment *ours = next_code_segment (image, &at);
      const struct image_segment *theirs
          = next_code_segment (pair->debug, &debug_at);
      if (ours == NULL && theirs == NULL && any)
        return SFM_OK;
      if (ours == NULL && theirs == NULL)
        return REFUSE (
            pair,
            "neither it nor the image %s has a build-id or code to compare",
            image->path);
      if (ours == NULL || theirs == NULL)
        return REFUSE (pair, "has %s executable segments than the image %s",
                       ours == NULL ? "more" : "fewer", image->path);
      if (ours->vaddr != theirs->vaddr)
        return REFUSE (pair,
                       "an executable segment is at 0x%" PRIx64
                       ", but in the image %s at 0x%" PRIx64,
                       theirs->vaddr, image->path, ours->vaddr);
    }
}

/* Compare the addresses of the code.  */
static sfm_status
check_code (const struct debug_pair *pair)
{
  struct code_list code = { .count = 0 }, debug_code = { .count = 0 };
  sfm_status status;

  if (!list_code (pair->image, &code) || !list_code (pair->debug, &debug_code))
    status = diag_nomem (pair->sink, pair->debug->path);
  else if (code.count != 0)
    status = check_sections (pair, &code, &debug_code);
  else
    status = check_segments (pair);
  if (status == SFM_OK && !pair->identified)
    diag (pair->sink, DIAG_NOTE, pair->debug->path,
          "neither it nor the image %s has a build-id; only the addresses of "
          "%s could be compared",
          pair->image->path, code.count != 0 ? "sections" : "segments");
  free ((void *) code.sections);
  free ((void *) debug_code.sections);
  return status;
}

sfm_status
debug_file_check (const struct image *image, const struct image *debug,
                  const struct diag_sink *sink)
{
  struct debug_pair pair = { .image = image, .debug = debug, .sink = sink };

  TRY (check_machine (&pair));
  TRY (check_symtab (&pair));
  TRY (check_ids (&pair));
  return check_code (&pair);
}

sfm_status
debug_file_check_id (const struct image *image, const struct image *file,
                     bool *identified, const struct diag_sink *sink)
{
  struct debug_pair pair = { .image = image, .debug = file, .sink = sink };

  TRY (check_machine (&pair));
  TRY (check_ids (&pair));
  *identified = pair.identified;
  return SFM_OK;
}

sfm_status
debug_file_open (const char *path, const struct image *image,
                 struct image *debug, const struct diag_sink *sink)
{
  TRY (image_open_debug (path, debug, sink));
  const sfm_status status
      = image_settle (debug, debug_file_check (image, debug, sink), sink);
  if (status != SFM_OK)
    image_close (debug);
  return status;
}

/* Find the separate debug file of an image by its build-id.

   Packages of debug files have DIR/.build-id/AB/CDEF....debug, of which AB is
   the first byte of the id; debuginfod's client keeps what it has fetched as
   DIR/ABCDEF.../debuginfo.  Nothing is fetched here.  A file that was found so
   is one that somebody else chose: it may not be the right one, nor be whole,
   and debug_file_check decides.  */

#define PACKAGED "/usr/lib/debug"

static bool
is_directory (const char *path)
{
  struct stat st;

  return stat (path, &st) == 0 && S_ISDIR (st.st_mode);
}

bool
debug_file_searched (const char *symbols)
{
  return strcmp (symbols, DEBUG_FILE_AUTO) == 0 || is_directory (symbols);
}

/* The directory of debuginfod's client, to be freed, or NULL.  */
static char *
fetched (void)
{
  static const struct
  {
    const char *variable, *below;
  } places[] = {
    { "DEBUGINFOD_CACHE_PATH", "" },
    { "XDG_CACHE_HOME", "/debuginfod_client" },
    { "HOME", "/.cache/debuginfod_client" },
  };
  char *path = NULL;

  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
      const char *base = getenv (places[i].variable);
      if (base != NULL && base[0] == '/')
        return asprintf (&path, "%s%s", base, places[i].below) < 0 ? NULL
                                                                   : path;
    }
  return NULL;
}

size_t
debug_file_dirs (const char *symbols, char *dirs[DEBUG_FILE_DIRS])
{
  const bool automatic = strcmp (symbols, DEBUG_FILE_AUTO) == 0;
  size_t count = 0;

  char *const all[DEBUG_FILE_DIRS] = { strdup (automatic ? PACKAGED : symbols),
                                       automatic ? fetched () : NULL };

  for (size_t i = 0; i < DEBUG_FILE_DIRS; i++)
    if (all[i] != NULL && is_directory (all[i]))
      dirs[count++] = all[i];
    else
      free (all[i]);
  return count;
}

/* The file of DIR for ID, in hexadecimal digits, to be freed, or NULL.  */
static char *
find_in (const char *dir, const char *id)
{
  char *path = NULL;

  if (asprintf (&path, "%s/.build-id/%.2s/%s.debug", dir, id, id + 2) < 0)
    return NULL;
  if (access (path, R_OK) == 0)
    return path;
  free (path);
  if (asprintf (&path, "%s/%s/debuginfo", dir, id) < 0)
    return NULL;
  if (access (path, R_OK) == 0)
    return path;
  free (path);
  return NULL;
}

char *
debug_file_find (const char *symbols, const struct image *image)
{
  char *dirs[DEBUG_FILE_DIRS], *path = NULL;
  char text[BUILD_ID_TEXT];
  struct build_id id;

  if (!build_id_find (image, true, &id) || id.size > BUILD_ID_SHOWN)
    return NULL;
  build_id_print (&id, text);
  const size_t count = debug_file_dirs (symbols, dirs);
  for (size_t i = 0; i < count; i++)
    {
      if (path == NULL)
        path = find_in (dirs[i], text);
      free (dirs[i]);
    }
  return path;
}
