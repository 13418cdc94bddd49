/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-main.c - the program that replaces a linker: runs the linker, then has
   sfmerge describe its output.

   Compiler drivers find it by its name, ld or ld.NAME, in the directory that
   -B gives.  Everything that describes an output is in it, so no input is
   read, and the command line is read only for which file the output is, and of
   which kind [wrap-describe.c].  The linker runs as it is [wrap-run.c]; then
   sfmerge repair, with --fill, changes what it wrote [wrap-describe.c].  If
   the linker is not to link, this program becomes the linker by exec.  */

#include "config.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file-bytes.h"
#include "paged.h"
#include "process.h"
#include "wrap.h"

/* Set *NEW to whether the output is an ELF file of 64 bits that differs from
   BEFORE, its status before the link, or zeros.  Statuses: IO.  */
static sfm_status
see_output (const struct wrap_link *link, const struct stat *before, bool *new)
{
  const char *path = link->line.out.name;
  const int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  unsigned char ident[EI_NIDENT];
  ssize_t size = 0;
  struct stat st;

  *new = false;
  if (fd < 0)
    return errno == ENOENT
               ? SFM_OK
               : diag_errno (&link->report->sink, path, "cannot open");
  bool good = fstat (fd, &st) == 0;
  if (good && S_ISREG (st.st_mode)
      && (before->st_ino != st.st_ino || before->st_dev != st.st_dev
          || before->st_size != st.st_size
          || before->st_mtim.tv_sec != st.st_mtim.tv_sec
          || before->st_mtim.tv_nsec != st.st_mtim.tv_nsec))
    size = read_at (fd, ident, sizeof ident, 0);
  good = good && size >= 0;
  close_quietly (fd);
  if (!good)
    return diag_errno (&link->report->sink, path, "cannot read");
  *new = size == EI_NIDENT &&memcmp (ident, ELFMAG, SELFMAG) == 0
         && ident[EI_CLASS] == ELFCLASS64;
  return SFM_OK;
}

/* Remove the output of the linker: if it wrote through a symbolic link, the
   file and not the link.  */
static void
remove_output (const struct wrap_link *link)
{
  char *path = realpath (link->line.out.name, NULL);

  if (path != NULL)
    unlink (path);
  free (path);
}

/* Run the linker and describe its output; *END is how this program is to
   end.  */
static void
run_link (struct wrap_link *link, struct child_end *end)
{
  const struct diag_sink *sink = &link->report->sink;
  sfm_status status = wrap_options (link);
  struct stat before;
  bool new = false;

  if (stat (link->line.out.name, &before) != 0)
    memset (&before, 0, sizeof before);
  *end = (struct child_end){ .status = STATUS_FAILED };
  const sfm_status ran = wrap_run (link, end);
  wrap_show (link, false);
  const bool linked = ran == SFM_OK && end->status == 0 && end->signal == 0;
  if (ran != SFM_OK && end->status == 0 && end->signal == 0)
    end->status = STATUS_FAILED;
  const sfm_status seen = linked ? see_output (link, &before, &new) : SFM_OK;
  if (!linked || (seen == SFM_OK && !new))
    {
      wrap_show (link, true);
      return;
    }
  /* For sfmerge run, if this runs under it.  */
  link_count_add (getenv (LINK_COUNT), 1);
  if (status == SFM_OK)
    status = seen == SFM_OK ? wrap_describe (link) : seen;
  if (status == SFM_OK)
    return;
  wrap_show (link, true);
  if (!link->fatal)
    {
      diag (sink, DIAG_WARNING, link->line.out.name,
            "it is as the linker made it");
      return;
    }
  end->status = STATUS_FAILED;
  remove_output (link);
}

int
main (int argc, char **argv)
{
  struct report report;
  struct wrap_link link = { .argc = argc, .argv = argv, .report = &report };
  struct child_end end;
  bool inner;
  int status;

  report_init (&report);
  const char *name = argc > 0 ? strrchr (argv[0], '/') : NULL;
  name = name != NULL ? name + 1 : argc > 0 ? argv[0] : "ld";
  link.linker = wrap_find_linker (name, &link.pool, &inner, &report.sink);
  if (link.linker == NULL)
    return 127;
  /* Errors in the command line are left to the linker.  */
  if (inner
      || wrap_line_read (argc, argv, &link.pool, &link.line, &report.sink)
             != SFM_OK
      || link.line.out.straight)
    {
      argv[0] = link.linker;
      status = child_become (link.linker, argv, &report.sink);
    }
  else
    {
      child_signals ();
      run_link (&link, &end);
      wrap_copies_remove (&link);
      /* Also for a signal that came before the linker ran.  */
      if (child_signal () != 0)
        end.signal = child_signal ();
      status = child_end_as (&end);
    }
  free (link.errors.bytes);
  text_list_free (&link.copied);
  text_list_free (&link.line.args);
  pool_free (&link.pool);
  return status;
}
