/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   jit.c - a code generator that describes its functions with SFrame, so that
   stacks can be walked through them.

   Three functions of machine code are made in memory and added to a builder
   with the rules that hold at their instructions.  The builder writes a
   section for them.  Then the code runs: the first function calls the second,
   which calls back, and the walk from there finds the callers.  The third is
   never called; it is removed, and the section is written again.

   The exit status is 1 if anything is not as it should be.  */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "frame.h"

/* What the generated code is called with.  It knows the offsets.  */
struct call
{
  /* At 0: called with the stack pointer and the frame pointer that its caller
     has.  */
  uint64_t (*back) (struct call *call, uint64_t sp, uint64_t fp);
  void *inner;             /* at 8: what the outer function calls */
  uint64_t return_address; /* at 16: where the outer one stores its own */
  /* For the walk: */
  const struct sfm_section *section;
  uint64_t outer_start, outer_end, inner_start, inner_end;
};

enum
{
  MOST_ROWS = 5
};

/* Machine code, and its rules: from OFFSET on.  */
struct code
{
  const char *name;
  const uint8_t *bytes;
  size_t size;
  struct sfm_rules_at rows[MOST_ROWS];
  size_t row_count;
};

#define VALUE(reg, offset)                                                    \
  {                                                                           \
    SFM_RULE_VALUE, (reg), (offset)                                           \
  }
#define SAVED(offset)                                                         \
  {                                                                           \
    SFM_RULE_MEMORY, SFM_REG_CFA, (offset)                                    \
  }
#define SAME                                                                  \
  {                                                                           \
    SFM_RULE_SAME, 0, 0                                                       \
  }
#define FROM(at, c, r, f)                                                     \
  {                                                                           \
    .offset = (at), .rules = {.cfa = c, .ra = r, .fp = f }                    \
  }

#define SP FRAME_SP
#define FP FRAME_FP

/* clang-format off */
#if defined __x86_64__

static const uint8_t outer_bytes[] = {
  0x48, 0x8b, 0x04, 0x24,       /*  0: mov (%rsp), %rax */
  0x48, 0x89, 0x47, 0x10,       /*  4: mov %rax, 16(%rdi) */
  0x55,                         /*  8: push %rbp */
  0x48, 0x89, 0xe5,             /*  9: mov %rsp, %rbp */
  0x48, 0x83, 0xec, 0x20,       /* 12: sub $32, %rsp */
  0xff, 0x57, 0x08,             /* 16: call *8(%rdi) */
  0xc9,                         /* 19: leave */
  0xc3                          /* 20: ret */
};
static const uint8_t inner_bytes[] = {
  0x48, 0x83, 0xec, 0x18,       /*  0: sub $24, %rsp */
  0x48, 0x89, 0xe6,             /*  4: mov %rsp, %rsi */
  0x48, 0x89, 0xea,             /*  7: mov %rbp, %rdx */
  0xff, 0x17,                   /* 10: call *(%rdi) */
  0x48, 0x83, 0xc4, 0x18,       /* 12: add $24, %rsp */
  0xc3                          /* 16: ret */
};
static const uint8_t unused_bytes[] = { 0xc3 /* ret */ };

#define RA SAVED (-8)
static const struct code codes[] = {
  { "outer", outer_bytes, sizeof outer_bytes,
    { FROM (0, VALUE (SP, 8), RA, SAME),
      FROM (9, VALUE (SP, 16), RA, SAVED (-16)),
      FROM (12, VALUE (FP, 16), RA, SAVED (-16)),
      FROM (20, VALUE (SP, 8), RA, SAME) }, 4 },
  { "inner", inner_bytes, sizeof inner_bytes,
    { FROM (0, VALUE (SP, 8), RA, SAME),
      FROM (4, VALUE (SP, 32), RA, SAME),
      FROM (16, VALUE (SP, 8), RA, SAME) }, 3 },
  { "unused", unused_bytes, sizeof unused_bytes,
    { FROM (0, VALUE (SP, 8), RA, SAME) }, 1 },
};

#elif defined __aarch64__

/* Instructions are little-endian whatever data is.  */
#define WORD(w) (w) & 0xff, (w) >> 8 & 0xff, (w) >> 16 & 0xff, (w) >> 24 & 0xff
static const uint8_t outer_bytes[] = {
  WORD (0xf900081eU),           /*  0: str x30, [x0, #16] */
  WORD (0xa9be7bfdU),           /*  4: stp x29, x30, [sp, #-32]! */
  WORD (0x910003fdU),           /*  8: mov x29, sp */
  WORD (0xf9400401U),           /* 12: ldr x1, [x0, #8] */
  WORD (0xd63f0020U),           /* 16: blr x1 */
  WORD (0xa8c27bfdU),           /* 20: ldp x29, x30, [sp], #32 */
  WORD (0xd65f03c0U)            /* 24: ret */
};
static const uint8_t inner_bytes[] = {
  WORD (0xd10083ffU),           /*  0: sub sp, sp, #32 */
  WORD (0xf90007feU),           /*  4: str x30, [sp, #8] */
  WORD (0xf9400003U),           /*  8: ldr x3, [x0] */
  WORD (0x910003e1U),           /* 12: mov x1, sp */
  WORD (0xaa1d03e2U),           /* 16: mov x2, x29 */
  WORD (0xd63f0060U),           /* 20: blr x3 */
  WORD (0xf94007feU),           /* 24: ldr x30, [sp, #8] */
  WORD (0x910083ffU),           /* 28: add sp, sp, #32 */
  WORD (0xd65f03c0U)            /* 32: ret */
};
static const uint8_t unused_bytes[] = { WORD (0xd65f03c0U) /* ret */ };

static const struct code codes[] = {
  { "outer", outer_bytes, sizeof outer_bytes,
    { FROM (0, VALUE (SP, 0), SAME, SAME),
      FROM (8, VALUE (SP, 32), SAVED (-24), SAVED (-32)),
      FROM (12, VALUE (FP, 32), SAVED (-24), SAVED (-32)),
      FROM (24, VALUE (SP, 0), SAME, SAME) }, 4 },
  { "inner", inner_bytes, sizeof inner_bytes,
    { FROM (0, VALUE (SP, 0), SAME, SAME),
      FROM (4, VALUE (SP, 32), SAME, SAME),
      FROM (8, VALUE (SP, 32), SAVED (-24), SAME),
      FROM (32, VALUE (SP, 0), SAME, SAME) }, 4 },
  { "unused", unused_bytes, sizeof unused_bytes,
    { FROM (0, VALUE (SP, 0), SAME, SAME) }, 1 },
};

#else /* s390x: frame.h refuses all others */

static const uint8_t outer_bytes[] = {
  0xe3, 0xe0, 0x20, 0x10, 0x00, 0x24, /*  0: stg %r14, 16(%r2) */
  0xeb, 0xbf, 0xf0, 0x58, 0x00, 0x24, /*  6: stmg %r11, %r15, 88(%r15) */
  0xe3, 0xf0, 0xff, 0x60, 0xff, 0x71, /* 12: lay %r15, -160(%r15) */
  0xb9, 0x04, 0x00, 0xbf,             /* 18: lgr %r11, %r15 */
  0xe3, 0x10, 0x20, 0x08, 0x00, 0x04, /* 22: lg %r1, 8(%r2) */
  0x0d, 0xe1,                         /* 28: basr %r14, %r1 */
  0xeb, 0xbf, 0xf0, 0xf8, 0x00, 0x04, /* 30: lmg %r11, %r15, 248(%r15) */
  0x07, 0xfe                          /* 36: br %r14 */
};
static const uint8_t inner_bytes[] = {
  0xeb, 0xef, 0xf0, 0x70, 0x00, 0x24, /*  0: stmg %r14, %r15, 112(%r15) */
  0xe3, 0xf0, 0xff, 0x60, 0xff, 0x71, /*  6: lay %r15, -160(%r15) */
  0xe3, 0x50, 0x20, 0x00, 0x00, 0x04, /* 12: lg %r5, 0(%r2) */
  0xb9, 0x04, 0x00, 0x3f,             /* 18: lgr %r3, %r15 */
  0xb9, 0x04, 0x00, 0x4b,             /* 22: lgr %r4, %r11 */
  0x0d, 0xe5,                         /* 26: basr %r14, %r5 */
  0xeb, 0xef, 0xf1, 0x10, 0x00, 0x04, /* 28: lmg %r14, %r15, 272(%r15) */
  0x07, 0xfe                          /* 34: br %r14 */
};
static const uint8_t unused_bytes[] = { 0x07, 0xfe /* br %r14 */ };

static const struct code codes[] = {
  { "outer", outer_bytes, sizeof outer_bytes,
    { FROM (0, VALUE (SP, 160), SAME, SAME),
      FROM (12, VALUE (SP, 160), SAVED (-48), SAVED (-72)),
      FROM (18, VALUE (SP, 320), SAVED (-48), SAVED (-72)),
      FROM (22, VALUE (FP, 320), SAVED (-48), SAVED (-72)),
      FROM (36, VALUE (SP, 160), SAME, SAME) }, 5 },
  { "inner", inner_bytes, sizeof inner_bytes,
    { FROM (0, VALUE (SP, 160), SAME, SAME),
      FROM (6, VALUE (SP, 160), SAVED (-48), SAME),
      FROM (12, VALUE (SP, 320), SAVED (-48), SAME),
      FROM (34, VALUE (SP, 160), SAME, SAME) }, 4 },
  { "unused", unused_bytes, sizeof unused_bytes,
    { FROM (0, VALUE (SP, 160), SAME, SAME) }, 1 },
};

#endif
/* clang-format on */

enum
{
  OUTER,
  INNER,
  UNUSED,
  CODES,
  CODE_ALIGN = 32,
  ANSWER = 42
};

static void
fail (const char *what)
{
  fprintf (stderr, "jit: %s\n", what);
  exit (1);
}

/* Fail unless STATUS is SFM_OK.  */
static void
need (sfm_status status, const struct sfm_diag *diag)
{
  if (status != SFM_OK)
    fail (diag->text);
}

/* Copy all code to executable memory, and set STARTS to where each is.  */
static void
make_code (uint64_t starts[CODES])
{
  const size_t size = (size_t) sysconf (_SC_PAGESIZE);
  size_t at = 0;
  uint8_t *page = mmap (NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (page == MAP_FAILED)
    fail ("there is no memory for code");
  for (unsigned i = 0; i < CODES; i++)
    {
      memcpy (page + at, codes[i].bytes, codes[i].size);
      starts[i] = (uint64_t) (uintptr_t) (page + at);
      at += (codes[i].size + CODE_ALIGN - 1) / CODE_ALIGN * CODE_ALIGN;
    }
  if (mprotect (page, size, PROT_READ | PROT_EXEC) != 0)
    fail ("memory cannot be made executable");
  __builtin___clear_cache ((char *) page, (char *) page + size);
}

/* Add code number I, which is at START.  */
static void
describe (struct sfm_builder *builder, unsigned i, uint64_t start)
{
  const struct code *code = &codes[i];
  const struct sfm_function function
      = { .addr = start, .size = (uint32_t) code->size };
  struct sfm_diag diag;

  need (sfm_builder_add (builder, &function, code->rows, code->row_count, i,
                         NULL, &diag),
        &diag);
  printf ("%-6s at 0x%" PRIx64 ", %zu bytes, %zu rows\n", code->name, start,
          code->size, code->row_count);
}

/* Write the section of BUILDER, and open it for look-ups.  A program that
   shares it with others, as the kernel, writes it to memory of its own and
   then makes it known.  The bytes are to be freed.  */
static void *
write_section (struct sfm_builder *builder, struct sfm_section *section)
{
  const size_t size = sfm_builder_size (builder);
  void *bytes = malloc (size);
  const uint64_t addr = (uint64_t) (uintptr_t) bytes;
  struct sfm_diag diag;

  if (bytes == NULL)
    fail ("there is no memory for a section");
  need (sfm_builder_write (builder, addr, bytes, size, &diag), &diag);
  need (sfm_section_open (bytes, size, addr, section, &diag), &diag);
  printf ("a section of %zu bytes for %" PRIu32 " functions\n", size,
          sfm_builder_count (builder));
  return bytes;
}

/* Read the stack, which is there: the rules are those of this program.  */
static bool
read_stack (void *data, uint64_t addr, void *buffer, size_t size)
{
  (void) data;
  memcpy (buffer, (const void *) (uintptr_t) addr, size);
  return true;
}

/* The inner function calls this.  Walk to the outer one and to its caller.  */
static uint64_t
walk_back (struct call *call, uint64_t sp, uint64_t fp)
{
  struct frame frame
      = { .pc = (uint64_t) (uintptr_t) __builtin_return_address (0) };

  frame_set (&frame, FRAME_SP, sp);
  frame_set (&frame, FRAME_FP, fp);
  printf ("called back by 0x%" PRIx64 "\n", frame.pc);
  if (frame.pc <= call->inner_start || frame.pc >= call->inner_end)
    fail ("the caller is not the inner function");
  if (frame_step (call->section, &frame, read_stack, NULL) != FRAME_CALLER)
    fail ("the inner function cannot be unwound");
  printf ("which returns to 0x%" PRIx64 "\n", frame.pc);
  if (frame.pc <= call->outer_start || frame.pc >= call->outer_end)
    fail ("its caller is not the outer function");
  if (frame_step (call->section, &frame, read_stack, NULL) != FRAME_CALLER)
    fail ("the outer function cannot be unwound");
  printf ("which returns to 0x%" PRIx64 "\n", frame.pc);
  if (frame.pc != call->return_address)
    fail ("that is not its return address");
  if (frame_step (call->section, &frame, read_stack, NULL)
      != FRAME_NOT_DESCRIBED)
    fail ("its caller is described too");
  return ANSWER;
}

/* Call the code that is at STARTS.  */
static void
run_code (const uint64_t starts[CODES], const struct sfm_section *section)
{
  uint64_t (*outer) (struct call *);
  const uint64_t outer_start = starts[OUTER], inner_start = starts[INNER];
  struct call call = { .back = walk_back,
                       .inner = (void *) (uintptr_t) inner_start,
                       .section = section,
                       .outer_start = outer_start,
                       .outer_end = outer_start + codes[OUTER].size,
                       .inner_start = inner_start,
                       .inner_end = inner_start + codes[INNER].size };

  _Static_assert(offsetof (struct call, inner) == 8, "the code knows it");
  _Static_assert(offsetof (struct call, return_address) == 16,
                 "the code knows it");
  memcpy (&outer, &outer_start, sizeof outer);
  if (outer (&call) != ANSWER)
    fail ("the code returns something else");
}

/* Whether SECTION has rules for ADDR.  */
static bool
is_described (const struct sfm_section *section, uint64_t addr)
{
  struct sfm_rules rules;
  struct sfm_diag diag;
  const sfm_status status
      = sfm_find_rules (section, addr, NULL, &rules, &diag);

  if (status != SFM_END)
    need (status, &diag);
  return status == SFM_OK;
}

int
main (void)
{
  const struct sfm_builder_options options
      = SFM_BUILDER_OPTIONS_INIT (FRAME_ABI);
  struct sfm_builder *builder;
  struct sfm_section section;
  struct sfm_diag diag;
  uint64_t starts[CODES];

  make_code (starts);
  need (sfm_builder_new (&options, &builder, &diag), &diag);
  for (unsigned i = 0; i < CODES; i++)
    describe (builder, i, starts[i]);
  void *bytes = write_section (builder, &section);
  if (!is_described (&section, starts[UNUSED]))
    fail ("a function is not described");
  run_code (starts, &section);

  need (sfm_builder_remove (builder, starts[UNUSED], &diag), &diag);
  printf ("%s removed\n", codes[UNUSED].name);
  free (bytes);
  bytes = write_section (builder, &section);
  if (is_described (&section, starts[UNUSED]))
    fail ("a function that was removed is described");
  run_code (starts, &section);
  free (bytes);
  sfm_builder_free (builder);
  return 0;
}
