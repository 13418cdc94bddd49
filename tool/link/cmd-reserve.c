/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-reserve.c - sfmerge reserve: make an object that reserves space for the
   merged section at link time.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "elf-image.h"
#include "input.h"
#include "options.h"
#include "output-file.h"
#include "report.h"
#include "relobj.h"

/* Upper estimate of the merged section's size, from the inputs.

   Before the link, it is unknown which functions the linker will drop.  So all
   functions count, at their size in version 3, which is the largest: 28 bytes
   of header, 21 per function, and the rows (SFrame V3, 'SFrame Section').  One
   exception: of a COMDAT group in several objects, one copy is linked.  It may
   be any copy, so the largest counts [add_to_group].  In a C++ program nine of
   ten functions are such copies.  A signature may be as long as its file, so
   it is looked up once per section, not once per function.  */

enum
{
  FUNCTION_SIZE = 21,
  /* Space for functions in no INPUT.  PLT functions: at most six (PLT0, PLTn,
     TLSDESC, .plt.sec, .plt.got, .iplt) with nine rows, whose start takes 4
     bytes in a large PLT: 6 * 21 + 9 * 6 = 180.  Startup files that the
     compiler driver adds: some ten functions with one or two rows, 33 bytes
     each.  */
  EXTRA_SIZE = 512,
  /* Limit of rows per byte of a piece, counting shared rows once per function;
     at least what a merge accepts.  */
  OVERLAP_LIMIT = 64
};

struct reserve_group
{
  uint64_t most; /* bytes of its largest copy */
  uint64_t now;  /* bytes of the copy in object number OBJECT */
  size_t object;
};

/* INPUTs that are being added up.  */
struct reserve_size
{
  const struct diag_sink *sink;
  uint16_t machine; /* of the first object */
  bool big_endian;
  uint64_t functions; /* number of functions counted */
  uint64_t bytes;     /* size of their FDEs and rows */
  const char *first;  /* name of the first object */
  size_t object_count;
  struct progress progress;
  struct pool pool;    /* holds the signatures */
  struct pool scratch; /* for the current object */
  struct string_set signatures;
  struct reserve_group *groups; /* by number of the signature */
  size_t group_capacity;
  uint32_t *group_of; /* by section of the object, or STRING_SET_NONE */
};

/* The group with SIGNATURE, which is added if new; NULL: no memory.  */
static struct reserve_group *
find_group (struct reserve_size *size, const char *signature)
{
  size_t length = strlen (signature), count = size->signatures.count;
  uint32_t number = string_set_find (&size->signatures, signature, length);

  if (number != STRING_SET_NONE)
    return &size->groups[number];
  const char *kept = pool_copy (&size->pool, signature, length);
  if (kept == NULL
      || !array_grow (&size->groups, &size->group_capacity, count,
                      sizeof *size->groups)
      || !string_set_add (&size->signatures, kept, length, &number))
    return NULL;
  size->groups[number] = (struct reserve_group){ .most = 0 };
  return &size->groups[number];
}

/* Count BYTES of a function in section number IDX, which is in a group, of
   OBJECT, the current object.  The total grows by the bytes by which this copy
   of the group exceeds the largest copy before.  False: no memory.  */
static bool
add_to_group (struct reserve_size *size, const struct input_object *object,
              uint32_t idx, uint64_t bytes)
{
  struct reserve_group *group;

  if (size->group_of[idx] != STRING_SET_NONE)
    group = &size->groups[size->group_of[idx]];
  else
    {
      group = find_group (size, object->sections[idx].group);
      if (group == NULL)
        return false;
      size->group_of[idx] = (uint32_t) (group - size->groups);
    }
  if (group->object != size->object_count)
    group->now = 0;
  group->object = size->object_count;
  group->now += bytes;
  if (group->now > group->most)
    {
      size->bytes += group->now - group->most;
      group->most = group->now;
    }
  return true;
}

/* Set *BYTES to the size of FDE's rows.  *LEFT is the number of rows that may
   still be read.  */
static sfm_status
rows_size (const struct sfm_piece *piece, const struct sfm_fde *fde,
           uint64_t *left, uint64_t *bytes, struct sfm_diag *diag)
{
  struct sfm_rows rows;
  struct sfm_row row;
  sfm_status status;

  *bytes = 0;
  sfm_rows_begin (piece, fde, &rows);
  while ((status = sfm_rows_next (&rows, &row, diag)) == SFM_OK)
    {
      if (*left == 0)
        {
          *diag = (struct sfm_diag){ .status = SFM_ERR_LIMIT,
                                     .offset = row.offset,
                                     .text = "the rows overlap those of too "
                                             "many other functions" };
          return SFM_ERR_LIMIT;
        }
      --*left;
      *bytes += row.size;
    }
  /* A function of s390x that saves a register in a register becomes FLEX in
     version 3, which takes up to twice the data words.  */
  if (piece->abi == SFM_ABI_S390X_ENDIAN_BIG && piece->version < 3)
    *bytes *= 2;
  return status == SFM_END ? SFM_OK : status;
}

/* Count the functions of PIECE.  RELOC_OF is that of struct fde_relocs, from
   the first FDE of PIECE on.  */
static sfm_status
add_piece (struct reserve_size *size, const struct input_object *object,
           const struct input_sframe *sframe, const struct sfm_piece *piece,
           const uint32_t *reloc_of)
{
  uint64_t left = (piece->end - piece->offset) * OVERLAP_LIMIT;
  struct sfm_fde fde;
  struct sfm_diag diag;
  uint64_t bytes;

  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      if (reloc_of[i] >= sframe->reloc_count)
        continue;
      uint32_t section = sframe->relocs[reloc_of[i]].section;
      bool grouped = section < object->section_count
                     && object->sections[section].group != NULL;
      sfm_status status = sfm_fde_read (piece, i, &fde, &diag);
      if (status == SFM_OK)
        status = rows_size (piece, &fde, &left, &bytes, &diag);
      if (status != SFM_OK)
        return diag_engine (size->sink, DIAG_ERROR, object->name, sframe->name,
                            &diag);
      bytes += FUNCTION_SIZE;
      size->functions++;
      if (!grouped)
        size->bytes += bytes;
      else if (!add_to_group (size, object, section, bytes))
        return diag_nomem (size->sink, object->name);
    }
  return SFM_OK;
}

/* Count the functions of SFRAME.  If the engine does not know it, link will
   say so; the functions that it describes may get rows from .eh_frame, of
   about the same size.  */
static sfm_status
add_section (struct reserve_size *size, const struct input_object *object,
             const struct input_sframe *sframe)
{
  struct fde_relocs fde_relocs;
  struct sfm_diag diag;

  if (sframe_is_later (sframe, &diag))
    {
      size->functions += sframe->reloc_count;
      size->bytes += sframe->size + sframe->reloc_count * FUNCTION_SIZE;
      return SFM_OK;
    }
  TRY (fde_relocs_pair (object, sframe, &size->scratch, &fde_relocs,
                        size->sink));
  for (size_t i = 0; i < fde_relocs.piece_count; i++)
    TRY (add_piece (size, object, sframe, &fde_relocs.pieces[i],
                    fde_relocs.reloc_of + fde_relocs.first_fde[i]));
  return SFM_OK;
}

static sfm_status
add_object (void *data, const struct input_object *object)
{
  struct reserve_size *size = data;

  if (size->object_count == 0)
    {
      size->machine = object->machine;
      size->big_endian = object->big_endian;
      size->first = object->name;
    }
  else if (size->machine != object->machine
           || size->big_endian != object->big_endian)
    {
      char machines[2][ELF_MACHINE_TEXT];
      diag (
          size->sink, DIAG_ERROR, object->name,
          "the machine is %s, but that of %s is %s",
          elf_machine_text (object->machine, object->big_endian, machines[0]),
          size->first,
          elf_machine_text (size->machine, size->big_endian, machines[1]));
      return SFM_ERR_MIXED;
    }
  progress_show (&size->progress, ++size->object_count, object->name, false);
  const size_t room = object->section_count * sizeof *size->group_of;
  pool_reset (&size->scratch);
  size->group_of = pool_alloc (&size->scratch, room);
  if (size->group_of == NULL)
    return diag_nomem (size->sink, object->name);
  memset (size->group_of, 0xff, room);
  for (size_t i = 0; i < object->sframe_count; i++)
    TRY (add_section (size, object, &object->sframes[i]));
  *object->released = true;
  return SFM_OK;
}

/* One run.  */
struct reserve
{
  struct report report;
  const char *output;
  bool sized;     /* --size was given */
  bool if_needed; /* --if-needed */
  bool json;
  uint64_t wanted; /* by --size */
  char **inputs;
  size_t input_count;
  struct reserve_size size;     /* of the inputs */
  struct reserve_object object; /* that is made */
};

static int
take_size (const struct option_use *use)
{
  struct reserve *r = use->options;

  r->sized = true;
  return options_size (use->arg, &r->wanted) && r->wanted != 0
             ? OPTIONS_GO_ON
             : report_usage ("reserve: '%s' is not a size", use->arg);
}

static const struct option_spec reserve_options[] = {
  { 'o', "output", "OBJECT", "write OBJECT",
    TAKEN (option_text, struct reserve, output) },
  { 's', "size", "N",
    "reserve N bytes (or N K, M, G) instead of what the\n"
    "INPUTs need",
    .take = take_size },
  { 0, "if-needed", NULL,
    "write nothing, and succeed, if no INPUT has .sframe",
    TAKEN (option_set, struct reserve, if_needed) },
  ROW_JSON (struct reserve, "print JSON; the manual has the schema"),
  ROW_QUIET,
  ROW_VERBOSE ("say what was counted"),
  ROW_END,
};

/* Parse the command line.  Returns OPTIONS_GO_ON, or the status to exit
   with.  */
static int
parse (int argc, char **argv, const struct command *command, struct reserve *r)
{
  GO_ON (options_parse (argc, argv, command, r, &r->report));
  r->inputs = argv + optind;
  r->input_count = (size_t) (argc - optind);
  if (r->output == NULL)
    return report_usage ("reserve: no output: give -o OBJECT");
  if (r->input_count == 0 && !r->sized)
    return report_usage ("reserve: no INPUT and no --size given");
  if (output_replaces (r->output, (const char *const *) r->inputs,
                       r->input_count))
    return report_usage ("reserve: the output '%s' is also an INPUT",
                         r->output);
  GO_ON (standard_output ("reserve", &r->output,
                          r->json ? "for both the file and JSON" : NULL));
  return standard_inputs ("reserve", r->inputs, r->input_count, NULL);
}

/* Set OBJECT to the machine that this program runs on, for a reserve without
   INPUTs.  False if SFrame has no ABI for it.  */
static bool
own_machine (struct reserve_object *object)
{
#if defined __x86_64__
  object->machine = EM_X86_64;
#elif defined __aarch64__
  object->machine = EM_AARCH64;
#elif defined __s390x__
  object->machine = EM_S390;
#else
  return false;
#endif
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  object->big_endian = true;
#endif
  return true;
}

/* Set the machine to that of the first INPUT, for a reserve with --size and
   INPUTs without .sframe.  False if it is not an ELF file, which is
   reported.  */
static bool
first_machine (struct reserve *r)
{
  struct image image;

  if (image_open (r->inputs[0], ALLOW_OBJECTS, &image, &r->report.sink)
      != SFM_OK)
    return false;
  r->object.machine = image.machine;
  r->object.big_endian = image.big_endian;
  const sfm_status status = image_settle (&image, SFM_OK, &r->report.sink);
  image_close (&image);
  return status == SFM_OK;
}

static sfm_status
measure (struct reserve *r)
{
  struct reserve_size *size = &r->size;
  struct inputs *inputs = inputs_new (INPUT_READER_LIBBFD, &r->report.sink);

  size->sink = &r->report.sink;
  progress_begin (&size->progress, "measured", 0, "objects", false,
                  r->report.quiet);
  if (inputs == NULL)
    return diag_nomem (&r->report.sink, NULL);
  inputs_begin (inputs, r->inputs, r->input_count);
  sfm_status status
      = inputs_read_all (inputs, r->inputs, r->input_count, add_object, size);
  progress_clear (&size->progress);
  inputs_free (inputs);
  free (size->groups);
  string_set_free (&size->signatures);
  pool_free (&size->pool);
  pool_free (&size->scratch);
  return status;
}

/* Set the machine and size of the object, the latter a multiple of 8 if that
   of the INPUTs counts; returns the exit status.  */
static int
decide (struct reserve *r)
{
  const struct diag_sink *sink = &r->report.sink;
  const uint64_t all = SFM_HEADER_SIZE + r->size.bytes + EXTRA_SIZE;

  if (r->size.object_count != 0)
    {
      r->object.machine = r->size.machine;
      r->object.big_endian = r->size.big_endian;
      r->object.size = (all + 7) / 8 * 8;
    }
  else if (r->input_count != 0 && r->sized)
    {
      if (!first_machine (r))
        return STATUS_USAGE;
    }
  else if (r->input_count != 0)
    {
      diag (sink, DIAG_ERROR, NULL,
            "no INPUT has a .sframe section, so there is nothing to reserve "
            "room for");
      return STATUS_FAILED;
    }
  else if (!own_machine (&r->object))
    {
      diag (sink, DIAG_ERROR, NULL, "without an INPUT the machine is unknown");
      return STATUS_FAILED;
    }
  if (r->sized)
    {
      if (r->size.object_count != 0 && r->wanted < r->object.size)
        diag (sink, DIAG_NOTE, r->output,
              "%" PRIu64 " bytes reserved, all functions may need %" PRIu64,
              r->wanted, r->object.size);
      r->object.size = r->wanted;
    }
  return STATUS_DONE;
}

static int
write_object (const struct reserve *r)
{
  const struct output_options options = { 0 };
  const struct diag_sink *sink = &r->report.sink;
  uint8_t *bytes = NULL;
  size_t size;

  diag (sink, DIAG_DETAIL, r->output,
        "functions: %" PRIu64 ", objects: %zu, bytes reserved: %" PRIu64,
        r->size.functions, r->size.object_count, r->object.size);
  sfm_status status = reserve_object_make (&r->object, &bytes, &size, sink);
  if (status == SFM_OK)
    status = output_write (r->output, bytes, size, &options, sink);
  free (bytes);
  return status == SFM_OK ? STATUS_DONE : STATUS_FAILED;
}

/* Print what was counted, and whether the object was MADE.  */
static void
print_json (const struct reserve *r, bool made)
{
  /* Too large for the stack.  */
  static struct outbuf out;

  out.failed = false;
  document_begin ();
  outbuf_json_name (&out, ",\"object\":", r->output);
  outbuf_json_bool (&out, ",\"made\":", made);
  outbuf_json_number (&out, ",\"bytes\":", (int64_t) r->object.size);
  outbuf_json_number (&out, ",\"functions\":", (int64_t) r->size.functions);
  outbuf_json_number (&out, ",\"objects\":", (int64_t) r->size.object_count);
  outbuf_flush (&out);
}

static int
cmd_reserve (int argc, char **argv, const struct command *command)
{
  struct reserve r = { .output = NULL };

  report_init (&r.report);
  GO_ON (parse (argc, argv, command, &r));
  int status = report_input_status (measure (&r));
  const bool wanted = r.size.object_count != 0 || !r.if_needed;
  if (status == STATUS_DONE && wanted)
    status = decide (&r);
  if (status == STATUS_DONE && wanted)
    status = write_object (&r);
  if (status == STATUS_DONE && r.json)
    print_json (&r, wanted);
  return status;
}

const struct command reserve_command = {
  .name = "reserve",
  .run = cmd_reserve,
  .usage = "-o OBJECT [--size=N] [INPUT]...",
  .summary = "make an object that leaves room for the merged section",
  .about = "Make OBJECT with a section .sframe_reserve that is large enough"
           " for the merged\n.sframe of all INPUTs.  Link it with them; "
           "sfmerge link then uses the room.",
  .options = reserve_options,
};
