/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   embed.cc - a program in C++17 that contains the engine.

   "make amalgamation" writes the engine as two files; this program is
   compiled with them and needs nothing else:

     cc -std=c11 -O2 -c sfmerge.c
     c++ -std=c++17 -o embed embed.cc sfmerge.o

   It describes a function, as a code generator would, and finds the rules
   that hold at its addresses in the section that it gets.  Whoever wants no
   sentence about a failure gives no struct for one.

   The exit status is 1 if anything is not as it should be.  */

#include <cstdio>
#include <memory>
#include <vector>

#include "sfmerge.h"

namespace
{

struct Free
{
  void operator() (sfm_builder *builder) const { sfm_builder_free (builder); }
};

using Builder = std::unique_ptr<sfm_builder, Free>;

constexpr uint64_t code = 0x10000, table = 0x20000;
constexpr uint32_t sp = 7, fp = 6; /* DWARF's numbers */

/* push %rbp; mov %rsp,%rbp; ...; pop %rbp; ret */
const std::vector<sfm_rules_at> rows = {
  { 0,
    { { SFM_RULE_VALUE, sp, 8 },
      { SFM_RULE_MEMORY, SFM_REG_CFA, -8 },
      { SFM_RULE_SAME, 0, 0 },
      false } },
  { 1,
    { { SFM_RULE_VALUE, sp, 16 },
      { SFM_RULE_MEMORY, SFM_REG_CFA, -8 },
      { SFM_RULE_MEMORY, SFM_REG_CFA, -16 },
      false } },
  { 4,
    { { SFM_RULE_VALUE, fp, 16 },
      { SFM_RULE_MEMORY, SFM_REG_CFA, -8 },
      { SFM_RULE_MEMORY, SFM_REG_CFA, -16 },
      false } },
};

/* The section of one function with ROWS, for the address TABLE; empty if it
   cannot be made.  */
std::vector<uint8_t>
describe ()
{
  const sfm_builder_options options
      = SFM_BUILDER_OPTIONS_INIT (SFM_ABI_AMD64_ENDIAN_LITTLE);
  sfm_builder *made = nullptr;
  sfm_function function{};

  if (sfm_builder_new (&options, &made, nullptr) != SFM_OK)
    return {};
  const Builder builder (made);
  function.addr = code;
  function.size = 32;
  if (sfm_builder_add (made, &function, rows.data (), rows.size (), 0, nullptr,
                       nullptr)
      != SFM_OK)
    return {};
  std::vector<uint8_t> bytes (sfm_builder_size (made));
  if (sfm_builder_write (made, table, bytes.data (), bytes.size (), nullptr)
      != SFM_OK)
    return {};
  return bytes;
}

} // namespace

int
main ()
{
  const std::vector<uint8_t> bytes = describe ();
  sfm_section section;
  sfm_diag diag;
  bool good = true;

  if (sfm_section_open (bytes.data (), bytes.size (), table, &section, &diag)
      != SFM_OK)
    {
      std::fprintf (stderr, "embed: %s\n", diag.text);
      return 1;
    }
  for (const auto &row : rows)
    {
      sfm_rules found;
      good = good
             && sfm_find_rules (&section, code + row.offset, nullptr, &found,
                                nullptr)
                    == SFM_OK
             && sfm_rules_equal (&found, &row.rules);
    }
  std::printf ("libsfmerge %s, %zu bytes: %s\n", sfm_version (), bytes.size (),
               good ? "all rules are found" : "some rules differ");
  return good ? 0 : 1;
}
