/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   samples.h - the records of a profile, from the kernel while a command runs,
   or from a file of 'perf record --call-graph dwarf': for profile.c, and to be
   copied.

   Both are sequences of the same records, one for each processor, or one in
   the file.  A mapping may be told of in another sequence than the samples in
   its code.  So in each round what is not a sample is handled first, up to a
   later point: whatever preceded a sample is in its sequence by then.  */

#ifndef SAMPLES_H
#define SAMPLES_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <asm/perf_regs.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum
{
  SAMPLES_RINGS = 256,     /* processors */
  SAMPLES_RING = 1 << 22,  /* bytes of the records of one */
  SAMPLES_STACK = 8192,    /* bytes of a stack that are copied, as of perf */
  SAMPLES_RECORD = 1 << 16 /* above all records */
};

/* Bits of the registers that are copied.  */
#if defined __x86_64__
#define SAMPLES_REGS                                                          \
  ((UINT64_C (1) << (PERF_REG_X86_IP + 1)) - 1                                \
   + (UINT64_C (0xff) << PERF_REG_X86_R8))
#elif defined __aarch64__
#define SAMPLES_REGS ((UINT64_C (1) << (PERF_REG_ARM64_PC + 1)) - 1)
#elif defined __s390x__
#define SAMPLES_REGS (UINT64_C (0xffff) + (UINT64_C (1) << PERF_REG_S390_PC))
#endif

struct ring
{
  const uint8_t *bytes;
  uint64_t mask;  /* positions are modulo its size */
  uint64_t told;  /* what is no sample is handled up to it */
  uint64_t tail;  /* ... and samples up to it */
  uint64_t ready; /* samples may be handled up to it */
  uint64_t end;   /* known end */
  struct perf_event_mmap_page *page; /* NULL: a file */
};

struct samples
{
  uint64_t type; /* PERF_SAMPLE_* */
  uint64_t regs; /* bits of user registers */
  struct ring rings[SAMPLES_RINGS];
  struct pollfd polls[SAMPLES_RINGS];
  unsigned count;
  uint64_t lost;
};

/* A record, aligned as its members want.  */
union record
{
  struct perf_event_header header;
  uint64_t words[SAMPLES_RECORD / 8];
  uint8_t bytes[SAMPLES_RECORD];
};

typedef void samples_fn (void *data, const union record *record);

/* Copy the record of R at AT to RECORD.  False: it is damaged, or ends after
   LIMIT.  */
static inline bool
samples_copy (const struct ring *r, uint64_t at, uint64_t limit,
              union record *record)
{
  size_t size = sizeof record->header;

  if (limit - at < size)
    return false;
  for (size_t i = 0; i < size; i++)
    record->bytes[i] = r->bytes[(at + i) & r->mask];
  size = record->header.size;
  if (size < sizeof record->header || limit - at < size)
    return false;
  for (size_t i = sizeof record->header; i < size; i++)
    record->bytes[i] = r->bytes[(at + i) & r->mask];
  return true;
}

/* Hand the records of R from *AT up to LIMIT, which become *AT, to HANDLE with
   DATA: samples, or all else.  */
static inline void
samples_each (const struct ring *r, uint64_t *at, uint64_t limit, bool samples,
              samples_fn *handle, void *data)
{
  static union record record;

  while (samples_copy (r, *at, limit, &record))
    {
      if ((record.header.type == PERF_RECORD_SAMPLE) == samples)
        handle (data, &record);
      *at += record.header.size;
    }
}

/* Handle all records that are there.  */
static inline void
samples_round (struct samples *s, samples_fn *handle, void *data)
{
  struct ring *rings = s->rings;

  for (unsigned i = 0; i < s->count; i++)
    rings[i].ready
        = rings[i].page == NULL
              ? rings[i].end
              : __atomic_load_n (&rings[i].page->data_head, __ATOMIC_ACQUIRE);
  for (unsigned i = 0; i < s->count; i++)
    {
      if (rings[i].page != NULL)
        rings[i].end
            = __atomic_load_n (&rings[i].page->data_head, __ATOMIC_ACQUIRE);
      samples_each (&rings[i], &rings[i].told, rings[i].end, false, handle,
                    data);
    }
  for (unsigned i = 0; i < s->count; i++)
    {
      samples_each (&rings[i], &rings[i].tail, rings[i].ready, true, handle,
                    data);
      if (rings[i].page != NULL)
        __atomic_store_n (&rings[i].page->data_tail, rings[i].tail,
                          __ATOMIC_RELEASE);
    }
}

/* Read the file PATH of perf.  False: it is none, or not of stacks.  */
static inline bool
samples_open_file (struct samples *s, const char *path)
{
  struct
  {
    char magic[8];
    uint64_t size, attr_size, attrs, attrs_size, data, data_size;
  } head;
  struct perf_event_attr attr = { .size = 0 };
  FILE *file = fopen (path, "rb");
  long end = -1;
  uint8_t *bytes = NULL;

  if (file != NULL && fseek (file, 0, SEEK_END) == 0)
    end = ftell (file);
  if (end > 0 && fseek (file, 0, SEEK_SET) == 0)
    bytes = malloc ((size_t) end);
  const bool read
      = bytes != NULL && fread (bytes, 1, (size_t) end, file) == (size_t) end;
  if (file != NULL)
    fclose (file);
  if (!read || (size_t) end < sizeof head)
    return false;
  memcpy (&head, bytes, sizeof head);
  const uint64_t size = (uint64_t) end;
  if (memcmp (head.magic, "PERFILE2", 8) != 0 || head.data > size
      || head.data_size > size - head.data || head.attrs > size
      || head.attrs_size > size - head.attrs || head.attr_size < 16
      || head.attr_size > head.attrs_size)
    return false;
  /* What perf samples comes first; the number of its records follows it.  */
  memcpy (&attr, bytes + head.attrs,
          head.attr_size - 16 < sizeof attr ? head.attr_size - 16
                                            : sizeof attr);
  s->type = attr.sample_type;
  s->regs = attr.sample_regs_user;
  s->count = 1;
  s->rings[0] = (struct ring){ .bytes = bytes + head.data,
                               .mask = UINT64_MAX,
                               .end = head.data_size };
  return (s->type & PERF_SAMPLE_STACK_USER) != 0;
}

/* Ask the kernel for HZ samples a second of the process PID, from its next
   exec on, and of its children.  */
static inline bool
samples_open_process (struct samples *s, pid_t pid, unsigned hz)
{
  struct perf_event_attr attr
      = { .type = PERF_TYPE_SOFTWARE,
          .size = sizeof attr,
          .config = PERF_COUNT_SW_CPU_CLOCK,
          .sample_freq = hz,
          .freq = 1,
          .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID
                         | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
          .sample_regs_user = SAMPLES_REGS,
          .sample_stack_user = SAMPLES_STACK,
          .disabled = 1,
          .enable_on_exec = 1,
          .inherit = 1,
          .exclude_kernel = 1,
          .mmap = 1,
          .mmap2 = 1,
          .comm = 1,
          .comm_exec = 1,
          .task = 1,
          .watermark = 1,
          .wakeup_watermark = SAMPLES_RING / 4 };
  const long processors = sysconf (_SC_NPROCESSORS_CONF);
  const long page = sysconf (_SC_PAGESIZE);

  s->type = attr.sample_type;
  s->regs = attr.sample_regs_user;
  for (int i = 0; i < processors && s->count < SAMPLES_RINGS; i++)
    {
      struct ring *r = &s->rings[s->count];
      const int fd = (int) syscall (SYS_perf_event_open, &attr, pid, i, -1,
                                    PERF_FLAG_FD_CLOEXEC);
      if (fd < 0)
        continue; /* a processor that is off */
      void *map = mmap (NULL, (size_t) page + SAMPLES_RING,
                        PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      if (map == MAP_FAILED)
        return false;
      *r = (struct ring){ .bytes = (const uint8_t *) map + page,
                          .mask = SAMPLES_RING - 1,
                          .page = map };
      s->polls[s->count++] = (struct pollfd){ .fd = fd, .events = POLLIN };
    }
  return s->count != 0;
}

/* What a sample says.  */
struct sample
{
  uint32_t pid;
  uint32_t tid;
  const uint64_t *regs; /* values of the bits of samples.regs */
  const uint8_t *stack;
  uint64_t stack_size;
};

/* Decode RECORD, a sample: its parts are in the order of their bits.  False:
   it has no registers or stack, as that of a thread of the kernel.  */
static inline bool
samples_decode (const struct samples *s, const union record *record,
                struct sample *sample)
{
  const uint64_t *words = record->words;
  const uint64_t end = record->header.size / 8;
  uint64_t at = 1;

  *sample = (struct sample){ .pid = 0 };
  at += (s->type & PERF_SAMPLE_IDENTIFIER) != 0;
  at += (s->type & PERF_SAMPLE_IP) != 0;
  if (at < end && (s->type & PERF_SAMPLE_TID))
    {
      memcpy (&sample->pid, &words[at], 4);
      memcpy (&sample->tid, (const uint8_t *) &words[at] + 4, 4);
      at++;
    }
  for (uint64_t bit = PERF_SAMPLE_TIME; bit <= PERF_SAMPLE_PERIOD; bit <<= 1)
    at += bit != PERF_SAMPLE_READ && bit != PERF_SAMPLE_CALLCHAIN
          && (s->type & bit) != 0;
  if (at < end && (s->type & PERF_SAMPLE_CALLCHAIN))
    at += words[at] > end ? end : 1 + words[at];
  if ((s->type
       & (PERF_SAMPLE_READ | PERF_SAMPLE_RAW | PERF_SAMPLE_BRANCH_STACK))
          != 0
      || at >= end || words[at++] == PERF_SAMPLE_REGS_ABI_NONE)
    return false;
  sample->regs = &words[at];
  for (uint64_t regs = s->regs; regs != 0; regs &= regs - 1)
    at++;
  if (at >= end || end - at < 2 || words[at] == 0
      || words[at] / 8 > end - at - 2)
    return false;
  sample->stack = (const uint8_t *) &words[at + 1];
  /* How much was copied follows the room for it.  */
  sample->stack_size = words[at + 1 + words[at] / 8];
  return sample->stack_size <= words[at];
}

#endif /* SAMPLES_H */
