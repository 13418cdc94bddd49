# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# make-man.awk - a man page of a command, made of its section of the manual:
#
#   awk -v page=sfmerge-link -v release=VERSION -f make-man.awk
#       doc/manual/cmd-options.texi doc/manual/cmd-link.texi
#
# The line "@c man: PAGE - SUMMARY" of the last file names the page.  Its first
# example is the synopsis.  The paragraph after "@c shared" names options whose
# items of the first file follow; those that are marked "(@command{NAME})" are
# only of that command.  The page ends at "@c end man".
#
# What is understood of Texinfo is what these files use.

# Text for roff: WORDS without Texinfo.
function plain(words,    at, name, body)
{
  gsub (/\\/, "\\e", words)
  gsub (/-/, "\\-", words)
  gsub (/@dots\{\}/, "...", words)
  gsub (/@@/, "\001", words)
  gsub (/@\{/, "\002", words)
  gsub (/@\}/, "\003", words)
  # The innermost commands first.
  while (match (words, /@[a-z]+\{[^{}@]*\}/))
    {
      body = substr (words, RSTART, RLENGTH)
      at = index (body, "{")
      name = substr (body, 2, at - 2)
      body = substr (body, at + 1, length (body) - at - 1)
      words = substr (words, 1, RSTART - 1) marked(name, body) \
              substr (words, RSTART + RLENGTH)
    }
  gsub (/\001/, "@", words)
  gsub (/\002/, "{", words)
  gsub (/\003/, "}", words)
  return words
}

# BODY as the command NAME shows it.
function marked(name, body)
{
  if (name ~ /^(command|option|code|file|env|dfn)$/)
    return "\\fB" body "\\fR"
  if (name == "samp")
    return "\"" body "\""
  if (name == "var")
    return "\\fI" toupper (body) "\\fR"
  if (name == "emph")
    return "\\fI" body "\\fR"
  if (name == "anchor")
    return ""
  if (name ~ /^(ref|pxref|xref)$/)
    return (name == "ref" ? "" : name == "xref" ? "See " : "see ") target(body)
  fail("@" name " is not understood")
}

# What the reference to the node NODE becomes.
function target(node)
{
  sub (/,.*/, "", node)
  gsub (/\n/, " ", node)
  if (node == "Command line")
    return "\\fBsfmerge\\fR(1)"
  if (node == "Invoking repair" && page == "sfmerge")
    return "\\fBsfmerge\\-repair\\fR(1), \\fBsfmerge\\-convert\\fR(1)"
  if (sub (/^Invoking /, "", node))
    return "\\fBsfmerge\\-" node "\\fR(1)"
  return "\"" node "\" in the manual"
}

function fail(what)
{
  print FILENAME ":" FNR ": " what > "/dev/stderr"
  failed = 1
  exit 1
}

# LINES for roff, none of which begins with a control character.
function put(lines)
{
  gsub (/\n[.']/, "\001&", lines)
  gsub (/\001\n/, "\n\\\\\\&", lines)
  sub (/^[.']/, "\\\\\\&&", lines)
  text = text lines "\n"
}

# The end of a paragraph: what was read of it.
function flush()
{
  if (paragraph == "")
    return
  paragraph = plain(paragraph)
  if (want_break && !fresh)
    text = text (depth ? ".IP\n" : ".PP\n")
  put(paragraph)
  paragraph = ""
  fresh = 0
  want_break = 1
}

# The head of the item KEYS, those of an item and of the "itemx" after it.
function head()
{
  if (keys == "")
    return
  text = text ".TP\n" keys "\n"
  keys = ""
  fresh = 1
}

function bold(words)
{
  words = plain(words)
  # Of "--grow=FILE" only what is typed is bold.
  gsub (/\\f[BR]/, "", words)
  gsub (/\\fI[^\\]*/, "&\\fB", words)
  gsub (/\\fB\\fR/, "\\fB", words)
  return "\\fB" words "\\fR"
}

# Whether the option of the item at "keys" is wanted: file 1 has all shared
# options.
function first_option(words)
{
  words = words " "
  sub (/[ =].*/, "", words)
  return words
}

FNR == 1 { number++; inside = 0; depth = 0 }

# The shared options: the text of each item, by its first key.
number == 1 {
  if (/^@ftable/)
    inside = 1
  else if (/^@end ftable/)
    inside = 0
  else if (inside && /^@item /)
    {
      option = first_option(substr ($0, 7))
      known[++shared] = option
      item[option] = $0 "\n"
    }
  else if (inside && option != "")
    item[option] = item[option] $0 "\n"
  next
}

/^@c end man/ { done = 1 }
/^@c end only/ { only = 0 }
/^@c only: / { only = $3 != page }
done || only { next }

/^@c man: / {
  if ($3 == page)
    {
      summary = $0
      sub (/^@c man: [^ ]* - /, "", summary)
    }
  next
}
/^@c shared/ { listing = 1; next }
listing && /^$/ {
  listing = 0
  for (i = 1; i <= shared; i++)
    {
      at = index (list, "@option{" known[i] "}")
      if (!at)
        continue
      rest = substr (list, at + length (known[i]) + 9)
      if (rest ~ /^ *\(@command\{/ \
          && page != "sfmerge-" substr (rest, index (rest, "{") + 1,
                             index (rest, "}") - index (rest, "{") - 1))
        continue
      lines = split (item[known[i]], line, "\n")
      for (l = 1; l < lines; l++)
        texinfo(line[l])
      flush(); depth = 0; want_break = 1
    }
  # Each option that is named has an item.
  while (match (list, /@option\{[^}]*\}/))
    {
      option = substr (list, RSTART + 8, RLENGTH - 9)
      if (!(option in item))
        fail("no shared option is " option)
      list = substr (list, RSTART + RLENGTH)
    }
  next
}
listing { list = list $0 " "; next }
{ texinfo($0) }

# One LINE of Texinfo.
function texinfo(line)
{
  if (line ~ /^@end example/)
    {
      text = text ".fi\n" (started > 1 ? ".RE\n" : "")
      example = 0
      want_break = 1
      fresh = 0
    }
  else if (example)
    {
      put(plain(line))
    }
  else if (line ~ /^@example/)
    {
      flush(); head()
      started++
      example = 1
      if (started == 1)
        text = text ".SH SYNOPSIS\n.nf\n"
      else
        text = text (depth ? ".IP\n" : ".PP\n") ".RS\n.nf\n"
    }
  else if (line ~ /^@subheading /)
    {
      flush()
      text = text ".SH \"" toupper (plain(substr (line, 13))) "\"\n"
      fresh = 1
    }
  else if (line ~ /^@(table|ftable|vtable|itemize|enumerate)/)
    {
      flush()
      kind[++depth] = line
    }
  else if (line ~ /^@end (table|ftable|vtable|itemize|enumerate)/)
    {
      flush()
      depth--
      want_break = 1
      fresh = 0
    }
  else if (line ~ /^@itemx? /)
    {
      flush()
      line = substr (line, index (line, " ") + 1)
      keys = keys (keys == "" ? "" : ", ") bold(line)
      depth = depth ? depth : 1
    }
  else if (line ~ /^@(c |c$|node|section|anchor|noindent|cindex|pindex|findex|vindex)/)
    ;
  else if (line ~ /^$/)
    {
      if (started == 1 && !described)
        {
          described = 1
          text = text ".SH DESCRIPTION\n"
          fresh = 1
        }
      flush()
    }
  else if (line ~ /^@[a-z]+$/ || line ~ /^@(menu|multitable)/)
    fail("not understood: " line)
  else
    {
      head()
      # A sentence a line, as roff has it.
      gsub (/  +/, "\n", line)
      paragraph = paragraph (paragraph == "" ? "" : "\n") line
    }
}

END {
  if (failed)
    exit 1
  flush()
  if (summary == "")
    fail("no line says \"@c man: " page " - ...\"")
  sub (/-/, "\\-", page)
  print ".\\\" Made of the manual by make-man.awk; change " \
        FILENAME " instead."
  print ".TH " toupper (page) " 1 \"\" \"sfmerge " release \
        "\" \"User Commands\""
  # Options are not hyphenated, and lines are not stretched.
  print ".nh\n.ad l\n.SH NAME"
  print page " \\- " plain(summary)
  printf "%s", text
  print ".SH \"SEE ALSO\""
  if (page != "sfmerge")
    print ".BR sfmerge (1)."
  print "The manual, \\fBinfo sfmerge\\fR, has a page for each situation, and" \
        " explains\nevery finding, message and consumer."
}
