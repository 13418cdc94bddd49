/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-object.c - what libbfd does: it reads the symbols of an object, and the
   contents of its .sframe sections, and demangles names.

   A bfd on the bytes that were read takes 4 system calls and 8.5 us less for
   an object than bfd_openr, which also keeps files open in a cache that gets
   slow with thousands of them.  libbfd does not tell the numbers of sections,
   so they are found by their place in the file [number_sections].  It resolves
   names and sections of symbols; sizes, types and bindings are read from the
   table, and so is everything that it does not show.

   One thread at a time: BFD 2.40 has global state without locks.  */

#include "config.h"

#include <bfd.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "demangle.h"
#include "inputs-internal.h"
#include "output-file.h"
#include "text.h"

/* The end of a process in which libbfd crashes.

   libbfd 2.40 crashes on some damaged objects, and calls abort where it finds
   its own data inconsistent.  GNU ld dies of the same files.  What the user
   needs is the name of the file and no litter.  Everything here may be called
   in a signal handler.  */

enum
{
  EXIT_UNREADABLE = 2, /* as for other inputs that cannot be read */
  NAME_SHOWN = 1024,   /* bytes of a name in the message */
  STACK = 64 * 1024    /* for the handler: libbfd may have used up its own */
};

static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
enum
{
  CRASHES = sizeof crashes / sizeof crashes[0]
};

static struct sigaction previous[CRASHES];
static _Thread_local const char *volatile reading;
static char stack[STACK];

static void
put (const char *text)
{
  if (write (STDERR_FILENO, text, strlen (text)) < 0)
    return;
}

static void
take_crash (int number)
{
  char shown[NAME_SHOWN];
  const char *name = reading;

  /* Another thread, or another time: the signal comes again, when this
     returns.  */
  if (name == NULL)
    {
      for (size_t i = 0; i < CRASHES; i++)
        if (crashes[i] == number)
          sigaction (number, &previous[i], NULL);
      raise (number);
      return;
    }
  put ("sfmerge: ");
  put (printable (name, shown, sizeof shown));
  put (": cannot be read: libbfd crashed while it read this file\n");
  cleanup_remove ();
  _exit (EXIT_UNREADABLE);
}

/* Handle crashes from here on, those of this thread on a stack of their
   own.  */
static void
arm (void)
{
  struct sigaction action
      = { .sa_handler = take_crash, .sa_flags = SA_ONSTACK };
  const stack_t own = { .ss_sp = stack, .ss_size = sizeof stack };
  stack_t before;

  /* If the thread has one, it is a sanitizer's, which unmaps the stack that is
     set when the thread ends.  */
  if (sigaltstack (NULL, &before) == 0 && (before.ss_flags & SS_DISABLE) != 0)
    sigaltstack (&own, NULL);
  sigfillset (&action.sa_mask);
  for (size_t i = 0; i < CRASHES; i++)
    sigaction (crashes[i], &action, &previous[i]);
}

/* libbfd works for the file NAME from here on, which must stay valid; NULL: it
   does not.  If it crashes, or ends the process by abort, the process reports
   the name, removes its temporary files and exits with status 2.  Any other
   crash is as before.  One thread calls this.  */
static void
bfd_crash_names (const char *name)
{
  static bool armed;

  if (!armed)
    arm ();
  armed = true;
  reading = name;
}

/* Demangle names with libiberty, by libbfd.

   bfd_demangle knows what precedes a name (the dots and dollars of some ABIs)
   and what follows it (@VERSION), which cplus_demangle does not.  */

enum
{
  /* DMGL_PARAMS and DMGL_ANSI of demangle.h, which libbfd's own headers do not
     have: with parameter types, and with const and the like.  */
  WITH_PARAMETERS = 1 << 0,
  WITH_QUALIFIERS = 1 << 1
};

const bool demangle_available = true;

char *
demangle (const char *name)
{
  return bfd_demangle (NULL, name, WITH_PARAMETERS | WITH_QUALIFIERS);
}

/* ------------------------------------------------------------------ */
/* The callbacks of bfd_openr_iovec                                    */

static void *
iovec_open (bfd *abfd, void *closure)
{
  (void) abfd;
  return closure;
}

static file_ptr
iovec_pread (bfd *abfd, void *stream, void *buffer, file_ptr size,
             file_ptr offset)
{
  const struct image *image = stream;

  (void) abfd;
  if (offset < 0 || size <= 0 || (uint64_t) offset >= image->size)
    return 0;
  size_t left = image->size - (size_t) offset;
  size_t part = (uint64_t) size < left ? (size_t) size : left;
  memcpy (buffer, image_at (image, (uint64_t) offset, part), part);
  return (file_ptr) part;
}

static int
iovec_close (bfd *abfd, void *stream)
{
  (void) abfd;
  (void) stream;
  return 0;
}

/* BFD compares sizes in headers with the file's only if it gets that.  */
static int
iovec_stat (bfd *abfd, void *stream, struct stat *st)
{
  const struct image *image = stream;

  (void) abfd;
  memset (st, 0, sizeof *st);
  st->st_mode = S_IFREG;
  st->st_size = (off_t) image->size;
  return 0;
}

/* ------------------------------------------------------------------ */

/* Report that BFD cannot WHAT ("read the symbols") of OBJECT, and why.  */
static sfm_status
failed (const struct object *object, const char *what)
{
  const bfd_error_type error = bfd_get_error ();

  if (error == bfd_error_no_memory
      || (error == bfd_error_system_call && errno == ENOMEM))
    return diag_nomem (object->sink, object->out.name);
  return diag_fail (
      object->sink, SFM_ERR_CORRUPT, object->out.name, "libbfd cannot %s: %s",
      what, error == bfd_error_no_error ? "damaged file" : bfd_errmsg (error));
}

/* Open the bfd of OBJECT.  */
static sfm_status
open_bfd (struct object *object)
{
  static bool begun, usable;

  if (!begun)
    {
      usable = bfd_init () == BFD_INIT_MAGIC;
      bfd_set_error_program_name ("sfmerge: libbfd");
      /* BFD clears the hash table of sections twice for each target it tries;
         with the default of 4,051 entries that is 64 % of all its work for an
         object.  The table grows for objects with many sections.  */
      bfd_hash_set_default_size (31);
      begun = true;
    }
  if (!usable)
    return diag_fail (
        object->sink, SFM_ERR_UNSUPP, object->out.name,
        "cannot be read: libbfd is not the one that sfmerge was built for");
  object->bfd
      = bfd_openr_iovec (object->out.name, NULL, iovec_open, &object->image,
                         iovec_pread, iovec_close, iovec_stat);
  if (object->bfd == NULL)
    return failed (object, "open it");
  return bfd_check_format (object->bfd, bfd_object)
             ? SFM_OK
             : failed (object, "read it as an ELF object");
}

/* Whether S is section number IDX of OBJECT.  */
static bool
is_section (const struct object *object, const asection *s, uint32_t idx)
{
  const struct image_section *of = &object->image.sections[idx];

  return of->type != SHT_NULL && of->offset == (uint64_t) s->filepos
         && of->size == bfd_section_size (s)
         && strcmp (of->name, bfd_section_name (s)) == 0;
}

/* Set *NUMBERS to the number of each of BFD's sections.  They are mostly in
   the order of the headers, so each is looked for from the last one on.  */
static sfm_status
number_sections (struct object *object, uint32_t **numbers)
{
  bfd *abfd = object->bfd;
  const uint32_t count = object->image.section_count;
  uint32_t last = 0;

  *numbers = pool_alloc (&object->pool,
                         (bfd_count_sections (abfd) + 1) * sizeof **numbers);
  if (*numbers == NULL)
    return diag_nomem (object->sink, object->out.name);
  for (asection *s = abfd->sections; s != NULL; s = s->next)
    {
      uint32_t tried = 0;
      do
        last = last + 1 < count ? last + 1 : 1;
      while (tried++ < count && !is_section (object, s, last));
      (*numbers)[s->index] = tried <= count ? last : INPUT_NO_SECTION;
    }
  return SFM_OK;
}

/* Set the bytes of the .sframe sections to those that libbfd reads.  */
static sfm_status
read_sframes (struct object *object, const uint32_t *numbers)
{
  bfd *abfd = object->bfd;
  struct input_sframe *sframes
      = (struct input_sframe *) (uintptr_t) object->out.sframes;
  size_t at = 0;

  for (asection *s = abfd->sections; s != NULL; s = s->next)
    {
      const size_t count = object->out.sframe_count;
      size_t tried = 0;
      while (tried < count && sframes[at].number != numbers[s->index])
        {
          tried++;
          at = at + 1 < count ? at + 1 : 0;
        }
      if (tried == count)
        continue;
      uint8_t *bytes = pool_alloc (&object->pool, sframes[at].size);
      if (bytes == NULL)
        return diag_nomem (object->sink, object->out.name);
      if (!bfd_get_section_contents (abfd, s, bytes, 0, sframes[at].size))
        return failed (object, "read .sframe");
      sframes[at].bytes = bytes;
    }
  return SFM_OK;
}

/* Fill in the symbols, with names, values and sections of BFD.  It leaves out
   symbol 0 and keeps the order, so symbol number I of the file is BFD's number
   I - 1.  */
static sfm_status
read_symbols (struct object *object, const uint32_t *numbers)
{
  const char *what = "read the symbol table";
  bfd *abfd = object->bfd;
  const long size = bfd_get_symtab_upper_bound (abfd);

  if (size < 0)
    return failed (object, what);
  asymbol **all = pool_alloc (&object->pool, (size_t) size + sizeof *all);
  if (all == NULL)
    return diag_nomem (object->sink, object->out.name);
  const long count = bfd_canonicalize_symtab (abfd, all);
  const uint64_t expected = object->first.table == NULL
                                ? 0
                                : object->first.table->size / ELF_SYM_SIZE - 1;
  if (count < 0)
    return failed (object, what);
  if ((uint64_t) count != expected)
    return diag_fail (
        object->sink, SFM_ERR_CORRUPT, object->out.name,
        "libbfd finds %ld symbols, the symbol table has %" PRIu64, count,
        expected);
  TRY (object_symbols_begin (object));
  struct image_symbol raw = object->first;
  for (long i = 0; i < count; i++)
    {
      const asection *section = bfd_asymbol_section (all[i]);
      raw.bytes += ELF_SYM_SIZE;
      if ((all[i]->flags & BSF_FILE) != 0 && object->out.source == NULL)
        object->out.source = bfd_asymbol_name (all[i]);
      if (section != NULL && section->owner == abfd)
        TRY (object_symbols_add (object, &raw, bfd_asymbol_name (all[i]),
                                 all[i]->value, numbers[section->index]));
    }
  return SFM_OK;
}

sfm_status
bfd_object_parts (struct object *object)
{
  uint32_t *numbers;

  bfd_crash_names (object->out.name);
  sfm_status status = open_bfd (object);
  if (status == SFM_OK)
    status = number_sections (object, &numbers);
  if (status == SFM_OK)
    status = read_symbols (object, numbers);
  if (status == SFM_OK)
    status = read_sframes (object, numbers);
  bfd_crash_names (NULL);
  return status;
}

void
bfd_object_close (struct object *object)
{
  if (object->bfd == NULL)
    return;
  bfd_crash_names (object->out.name);
  bfd_close (object->bfd);
  bfd_crash_names (NULL);
  object->bfd = NULL;
}
