/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumers.h - the consumers of .sframe: which versions, flags and layouts
   each reads; what else matters to some; the verdict on a file; the rules that
   decide it.  */

#ifndef TOOL_CONSUMERS_H
#define TOOL_CONSUMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "finding.h"
#include "image-context.h"
#include "input.h"
#include "pieces.h"
#include "sfmerge.h"

/* Indices of the table in consumers.c, and the order in which
   --list-consumers prints it.  */
enum consumer_id
{
  CONSUMER_KERNEL,
  CONSUMER_MODULES,
  CONSUMER_VMLINUX,
  CONSUMER_GLIBC_242,
  CONSUMER_GLIBC_243,
  CONSUMER_LD_244,
  CONSUMER_LD_245,
  CONSUMER_LD_246,
  CONSUMER_MOLD_242,
  CONSUMER_LIBSFRAME_244,
  CONSUMER_LIBSFRAME_245,
  CONSUMER_LIBSFRAME_246,
  CONSUMER_V2_READER,
  CONSUMER_V3_READER,
  CONSUMER_V2_PROFILER,
  CONSUMER_EH_FRAME, /* the last: those before it read .sframe */
  CONSUMER_COUNT
};

/* Kinds of files, as bits.  */
enum consumer_kind
{
  CONSUMER_IMAGE = 1,  /* linked */
  CONSUMER_OBJECT = 2, /* relocatable */
  CONSUMER_MODULE = 4  /* relocatable, a kernel module */
};

enum
{
  CONSUMER_MACHINES = 2, /* of one consumer, at most */
  CONSUMER_ERROR = 160   /* bytes of a message about a name */
};

struct consumer
{
  const char *name;       /* as --for takes it */
  enum sfm_target target; /* the version to write for it */
  bool shares;            /* takes functions that share rows */
  const char *text;       /* one line for --list-consumers */
  const char *release;    /* a sentence: which releases do not have it; or
                             NULL */
  const char *shared;     /* a sentence: what it needs to see a shared object;
                             or NULL */
  uint8_t kinds;          /* bits of the files that it reads */
  uint8_t versions;       /* bits 1 << version of the versions that it reads */
  uint8_t needs;          /* flags without which it reads nothing */
  uint8_t likes;          /* flags without which it shows an image, but finds
                             nothing in it by address */
  uint8_t refuses;        /* flags with which it reads nothing */
  bool swaps;       /* swaps data of the other byte order in place, shared rows
                       twice */
  bool first;       /* reads only the first of several headers */
  bool one_section; /* refuses objects with several .sframe sections */
  bool one_text;    /* knows the code of one executable segment */
  bool kernel;      /* reads kernels, at the symbol __start_sframe */
  bool eh_frame;    /* reads .eh_frame and no .sframe */
  uint64_t reader;  /* SFM_READER_*, for what is written for it */
  const char *warns; /* what else a wrong header does, or NULL */
  uint16_t machines[CONSUMER_MACHINES]; /* e_machine; all 0: any */
  const char *only;                     /* MACHINES as text, or NULL */
  /* Looks up return addresses as they are, without subtracting 1.  */
  bool plain_returns;
};

/* A list of consumers, each once, in the order of the request.  */
struct consumer_list
{
  const struct consumer *consumers[CONSUMER_COUNT];
  size_t count;
  bool all; /* "all" is in the request */
};

/* The consumer ID of the table.  */
const struct consumer *consumer_at (enum consumer_id id);

/* The id of CONSUMER, an element of the table.  */
enum consumer_id consumer_id (const struct consumer *consumer);

/* The consumer called NAME, or NULL.  */
const struct consumer *consumer_find (const char *name);

/* Whether rows may be shared for CONSUMER, or, if it is NULL, for all
   consumers of images, in data that is BIG_ENDIAN or not.  */
bool consumer_shares (const struct consumer *consumer, bool big_endian);

/* Whether CONSUMER reads files of MACHINE, an e_machine.  */
bool consumer_reads (const struct consumer *consumer, uint16_t machine);

/* Parse TEXT, names separated by commas, into LIST; "all" stands for all
   consumers.  False if a name is unknown or missing: ERROR says so.  */
bool consumers_parse (const char *text, struct consumer_list *list,
                      char error[CONSUMER_ERROR]);

/* Say in ERROR that the SIZE bytes at NAME do not name a consumer.  */
void consumer_unknown (const char *name, size_t size,
                       char error[CONSUMER_ERROR]);

/* Print the table to standard output.  */
void consumers_list (void);

/* The names of the elements of enum sfm_target, and NULL.  */
extern const char *const target_names[];

/* Set *TARGET to the version called NAME, "v3" or "3"; false if there is
   none.  */
bool target_find (const char *name, enum sfm_target *target);

/* The name of TARGET, as --to takes it.  */
const char *target_name (enum sfm_target target);

/* What is right by the format, but matters to some consumers.

   Verdicts have two kinds of grounds, in one range of numbers: the findings of
   finding.h, and after them these facts.  A fact that no rule names means
   nothing to a consumer.  */

/* X (ID, NAME).  The first ones are facts of a piece, the others of a file.
   The names are stable.  */
/* clang-format off */
#define CONSUMER_FACTS(X)                                                     \
  X (FACT_EMPTY,         "empty-table")                                       \
  X (FACT_GAPS,          "gaps")                                              \
  X (FACT_FLEX,          "flex")                                              \
  X (FACT_FLEX_PADDING,  "flex-padding")                                      \
  X (FACT_MASK,          "mask")                                              \
  X (FACT_MASK_BELOW,    "mask-below-section")                                \
  X (FACT_MANY_ROWS,     "more-rows-than-bytes")                              \
  X (FACT_NO_WORDS,      "row-without-words")                                 \
  X (FACT_OUTSIDE,       "function-outside-segment")                          \
  X (FACT_CODE_SEGMENTS, "several-code-segments")                             \
  X (FACT_INIT_SFRAME,   "init-sframe")                                       \
  X (FACT_ELSEWHERE,     "not-at-start-sframe")                               \
  /* Of .eh_frame.  */                                                        \
  X (FACT_CFI_BROKEN,    "cfi-broken")                                        \
  X (FACT_CIE_LONG,      "cie-too-long")                                      \
  X (FACT_FDE_LONG,      "fde-too-long")                                      \
  X (FACT_STATES,        "states-nested")                                     \
  X (FACT_CFI_OTHER,     "cfi-unsupported")
/* clang-format on */

enum consumer_fact
{
  FACT_BEFORE_FIRST = FIND_COUNT - 1,
#define FACT_X(id, name) id,
  CONSUMER_FACTS (FACT_X)
#undef FACT_X
      CONSUMER_GROUNDS /* numbers of findings and of facts */
};

enum
{
  CONSUMER_FACT_COUNT = CONSUMER_GROUNDS - FIND_COUNT
};

/* Counts of facts, by number less FIND_COUNT.  */
struct consumer_facts
{
  uint64_t counts[CONSUMER_FACT_COUNT];
};

/* Whether GROUND is about .eh_frame and not about SFrame.  */
static inline bool
consumer_ground_is_of_eh_frame (unsigned ground)
{
  return ground < FIND_COUNT ? finding_is_of_eh_frame (ground)
                             : ground >= FACT_CFI_BROKEN;
}

/* The name of GROUND, a finding or a fact.  */
const char *consumer_ground_name (unsigned ground);

/* Whether a consumer can use the .sframe of a file.  */

/* The properties of a piece that matter to consumers.  */
struct consumer_piece
{
  uint8_t version;
  uint8_t flags;
  uint32_t num_fdes;
  uint32_t num_fres;
  bool past_section_end;
  bool later; /* the engine does not know its version, flags or ABI: no other
                 number means anything */
  struct consumer_facts facts;
};

/* The file to judge.  */
struct consumer_subject
{
  const char *name; /* of the file */
  enum consumer_kind kind;
  uint16_t machine; /* e_machine */
  bool big_endian;
  bool shared;                         /* an image, and a shared object */
  bool kernel;                         /* an image, and a kernel */
  struct consumer_facts facts;         /* of the file, not of its pieces */
  const struct consumer_piece *pieces; /* in file order, without those that do
                                         not parse */
  size_t piece_count;
  const uint64_t *found; /* FIND_COUNT sums of the counts of findings, by id */
  bool later;            /* a piece is */
  uint64_t synth;        /* functions that synth would add to the image */
};

/* Whether a consumer of LIST reads .eh_frame.  */
bool consumers_read_eh_frame (const struct consumer_list *list);

/* Add the facts of the .eh_frame of AUDIT's image.  */
void consumer_facts_of_eh_frame (const struct image_context *audit,
                                 struct consumer_facts *facts);

/* From best to worst.  */
enum consumer_grade
{
  CONSUMER_NOT_APPLICABLE, /* it does not read files of this kind or machine,
                             whatever their .sframe */
  CONSUMER_USABLE,
  CONSUMER_LOSS, /* usable, but some data is not seen, or is doubtful */
  CONSUMER_UNUSABLE
};

/* The commands that may help.  */
enum consumer_command
{
  COMMAND_NONE,
  COMMAND_REPAIR,  /* without --for */
  COMMAND_CONVERT, /* with --for, as are SYNTH and LINK */
  COMMAND_SYNTH,
  COMMAND_LINK,
  COMMAND_EH_FRAME_HDR /* repair --eh-frame-hdr */
};

enum
{
  CONSUMER_REASONS = 8, /* reasons that are kept */
  CONSUMER_NOTES = 2,   /* .release, .shared */
  CONSUMER_TEXT = 192   /* bytes of a text and its NUL */
};

struct consumer_verdict
{
  const struct consumer *consumer;
  enum consumer_grade grade;
  size_t reason_count;
  char reasons[CONSUMER_REASONS][CONSUMER_TEXT]; /* sentences, worst first */
  size_t more;                       /* further reasons, none of them worse */
  const char *notes[CONSUMER_NOTES]; /* sentences: what the verdict assumes;
                                        then NULL */
  enum consumer_command command;     /* that may help */
  char fix[CONSUMER_TEXT]; /* COMMAND as text, with FILE for the file and
                              OBJECT... for its inputs; or "" */
};

/* Advise VERDICT's command with OPTIONS, which begin with a space or are
   empty, or none if OPTIONS is NULL.  */
void consumer_advise (struct consumer_verdict *verdict, const char *options);

/* Set VERDICT to CONSUMER's verdict on SUBJECT.  */
void consumer_judge (const struct consumer *consumer,
                     const struct consumer_subject *subject,
                     struct consumer_verdict *verdict);

/* "not applicable", "usable", "usable with loss", "unusable".  */
const char *consumer_grade_name (enum consumer_grade grade);

/* The subject that a file is, and the verdict on a whole file.  */

/* What is known of the pieces of a file.  AT is to be freed.  */
struct consumer_pieces
{
  struct consumer_piece *at;
  size_t count;
  size_t capacity;
};

/* Add PIECE, which the engine does not know in full, to PIECES.  False: no
   memory.  */
bool consumer_pieces_add_later (struct consumer_pieces *pieces,
                                const struct sfm_piece *piece);

/* Add the pieces of AUDIT's image, which audit_read has read, in the order of
   the file; of unknown ones, only the first.  False: no memory.  */
bool consumer_pieces_of_image (struct consumer_pieces *pieces,
                               const struct image_context *audit);

/* Add the pieces of OBJECT; of each section, up to the first that is damaged
   or unknown.  *LATER is set if one is unknown.  False: no memory.  */
bool consumer_pieces_of_object (struct consumer_pieces *pieces,
                                const struct input_object *object,
                                bool *later);

/* The subject that AUDIT's image, or OBJECT, is, without pieces and
   findings.  */
struct consumer_subject
consumer_subject_of_image (const struct image_context *audit);
struct consumer_subject
consumer_subject_of_object (const struct input_object *object);

/* Set VERDICT to CONSUMER's verdict on IMAGE, with its debug file SYMBOLS, or
   NULL; or on OBJECT.  IMAGE is open, and is closed by this.  No message is
   printed about the file.  Statuses: those of audit_read, audit_find and
   audit_object.  */
sfm_status consumer_judge_image (const struct consumer *consumer,
                                 const struct image *image,
                                 const char *symbols,
                                 struct consumer_verdict *verdict) SFM_CHECKED;
sfm_status
consumer_judge_object (const struct consumer *consumer,
                       const struct input_object *object,
                       struct consumer_verdict *verdict) SFM_CHECKED;

/* If VERDICT on the file PATH, which was to be written, is that its consumer
   cannot use it, say so with the worst reason and MORE, and return UNSUPP.  */
sfm_status consumer_refuse (const struct consumer_verdict *verdict,
                            const char *path, const char *more,
                            const struct diag_sink *sink) SFM_CHECKED;

/* What a finding or a fact means to a consumer, and which command fixes
   it.  */

/* Among the consumers of a rule: it holds for big-endian data only.  */
#define CONSUMER_BIG_ENDIAN (UINT32_C (1) << 31)
/* ... or it is about a header, and struct consumer says what else a wrong one
   does.  */
#define CONSUMER_WARNS (UINT32_C (1) << 30)

struct consumer_rule
{
  uint32_t consumers; /* 1 << CONSUMER_*, and the bits above */
  unsigned ground;    /* SFM_FIND_*, FIND_* or FACT_* */
  enum consumer_grade grade;
  const char *why; /* a clause; NULL if the grade is USABLE */
};

/* The command that fixes a finding, the stronger ones later.  */
enum consumer_fix
{
  CONSUMER_NO_FIX,
  CONSUMER_REPAIR, /* repair or convert, from the file alone */
  CONSUMER_FOR,    /* convert --for, which leaves out what is refused */
  CONSUMER_HDR,    /* repair --eh-frame-hdr */
  CONSUMER_LINK    /* link, from the objects */
};

/* The rule for GROUND in SUBJECT's data to CONSUMER.  NULL: there is none;
   the severity of a finding decides, and a fact does not matter.  */
const struct consumer_rule *
consumer_rule_find (const struct consumer *consumer, unsigned ground,
                    const struct consumer_subject *subject);

/* What fixes GROUND in an image, or in an object.  */
enum consumer_fix consumer_fix_of (unsigned ground, bool image);

#endif /* TOOL_CONSUMERS_H */
