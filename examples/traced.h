/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   traced.h - the objects in another process, and the frame in which it is
   stopped: for remote.c, and to be copied.

   Program headers and sections are read from the memory of the process; no
   file of it is opened.  For objects without SFrame a directory may have
   detached files (detached.h).  */

#ifndef TRACED_H
#define TRACED_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

#include "detached.h"
#include "frame.h"

enum
{
  MAX_OBJECTS = 256,
  MAX_HEADERS = 64
};

/* An object in the process.  */
struct object
{
  struct sfm_image image;
  bool described;
  uint8_t *file; /* a detached file that has the section, or NULL */
  char name[256];
};

struct process
{
  pid_t pid;
  const char *dir; /* of -d, or NULL */
  struct object objects[MAX_OBJECTS];
  unsigned count;
};

static inline bool
process_read (void *data, uint64_t addr, void *buffer, size_t size)
{
  const struct process *p = data;
  struct iovec local = { .iov_base = buffer, .iov_len = size };
  struct iovec remote
      = { .iov_base = (void *) (uintptr_t) addr, .iov_len = size };

  return process_vm_readv (p->pid, &local, 1, &remote, 1, 0) == (ssize_t) size;
}

/* Open as the section of OBJECT in P, which has the COUNT program HEADERS,
   that of its detached file, if there is one.  */
static inline bool
process_open_detached (struct process *p, struct object *object,
                       const Elf64_Phdr *headers, unsigned count)
{
  struct detached_id id;
  size_t size;

  if (p->dir == NULL
      || !detached_object_id (headers, count, object->image.bias, process_read,
                              p, &id))
    return false;
  object->file = detached_load (p->dir, &id, &size);
  return object->file != NULL
         && detached_open (object->file, size, &id, object->image.bias,
                           &object->image.section);
}

/* Add the object whose file header is at ADDR, if one is.  */
static inline void
process_add_object (struct process *p, uint64_t addr, const char *name)
{
  struct object *object = &p->objects[p->count];
  Elf64_Ehdr file;
  Elf64_Phdr headers[MAX_HEADERS];
  unsigned first = 0;

  if (p->count == MAX_OBJECTS || !process_read (p, addr, &file, sizeof file)
      || memcmp (file.e_ident, ELFMAG, SELFMAG) != 0
      || file.e_ident[EI_CLASS] != ELFCLASS64
      || file.e_phentsize != sizeof *headers || file.e_phnum > MAX_HEADERS
      || !process_read (p, addr + file.e_phoff, headers,
                        file.e_phnum * sizeof *headers))
    return;
  *object = (struct object){ .described = false };
  snprintf (object->name, sizeof object->name, "%s", name);
  while (first < file.e_phnum && headers[first].p_type != PT_LOAD)
    first++;
  if (first == file.e_phnum)
    return;
  /* The first one begins with the file header, but for the page that it is
     rounded down to.  */
  const sfm_status status = sfm_image_find (
      headers, file.e_phnum,
      addr - (headers[first].p_vaddr - headers[first].p_offset), process_read,
      p, &object->image, NULL);
  object->described
      = (status == SFM_OK
         || (status == SFM_END
             && process_open_detached (p, object, headers, file.e_phnum)))
        && object->image.section.piece.abi == FRAME_ABI;
  p->count++;
}

/* Find the objects of P anew: mappings of the start of a file.  */
static inline bool
process_find_objects (struct process *p)
{
  char path[64], line[4096];

  snprintf (path, sizeof path, "/proc/%d/maps", (int) p->pid);
  while (p->count != 0)
    free (p->objects[--p->count].file);
  FILE *maps = fopen (path, "r");
  if (maps == NULL)
    return false;
  while (fgets (line, sizeof line, maps) != NULL)
    {
      uint64_t from, offset;
      int name = 0;

      line[strcspn (line, "\n")] = '\0';
      if (sscanf (line, "%" SCNx64 "-%*x r%*s %" SCNx64 " %*s %*s %n", &from,
                  &offset, &name)
              == 2
          && offset == 0 && name != 0)
        process_add_object (p, from, line + name);
    }
  fclose (maps);
  return true;
}

/* The object of P whose code has ADDR, or NULL.  */
static inline struct object *
process_object (struct process *p, uint64_t addr)
{
  for (unsigned i = 0; i < p->count; i++)
    if (addr >= p->objects[i].image.text_start
        && addr < p->objects[i].image.text_end)
      return &p->objects[i];
  return NULL;
}

/* Set FRAME to that in which the thread TID, which is traced, is stopped.  */
static inline bool
process_frame (pid_t tid, struct frame *frame)
{
  struct user_regs_struct regs;
  struct iovec iov = { .iov_base = &regs, .iov_len = sizeof regs };

  if (ptrace (PTRACE_GETREGSET, tid, NT_PRSTATUS, &iov) != 0)
    return false;
  *frame = (struct frame){ .exact = true };
#if defined __x86_64__
  const uint64_t order[]
      = { regs.rax, regs.rdx, regs.rcx, regs.rbx, regs.rsi, regs.rdi,
          regs.rbp, regs.rsp, regs.r8,  regs.r9,  regs.r10, regs.r11,
          regs.r12, regs.r13, regs.r14, regs.r15 };

  for (unsigned i = 0; i < 16; i++)
    frame_set (frame, i, order[i]);
  frame->pc = regs.rip;
#elif defined __aarch64__
  for (unsigned i = 0; i < 31; i++)
    frame_set (frame, i, regs.regs[i]);
  frame_set (frame, FRAME_SP, regs.sp);
  frame->pc = regs.pc;
#elif defined __s390x__
  for (unsigned i = 0; i < 16; i++)
    frame_set (frame, i, regs.gprs[i]);
  frame->pc = regs.psw.addr;
#endif
  return true;
}

#endif /* TRACED_H */
