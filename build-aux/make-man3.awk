# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# make-man3.awk - the man pages of the library, made of its header's comments:
#
#   awk -v folder=DIR -v release=VERSION -f make-man3.awk
#       include/sfmerge.h include/sfmerge/*.h
#
# writes to DIR a page for each header, libsfmerge.3 and libsfmerge_PART.3, with
# all that it says, and one for each function, with the comment before it.
# Functions of one comment share a page.

# TEXT for roff, as a line of its own.
function plain(text)
{
  gsub (/\\/, "\\e", text)
  gsub (/-/, "\\-", text)
  return (text ~ /^[.']/ ? "\\&" : "") text
}

# The lines of a comment as text: what is indented further keeps its lines.
function prose(comment,    count, line, i, out, kept)
{
  count = split (comment, line, "\n")
  for (i = 1; i <= count; i++)
    {
      sub (/^(\/\* |   )/, "", line[i])
      sub (/ *\*\/$/, "", line[i])
      if ((line[i] ~ /^  /) != kept && line[i] != "")
        {
          kept = ! kept
          out = out (kept ? ".nf\n" : ".fi\n.PP\n")
        }
      out = out (line[i] == "" ? kept ? "" : ".PP\n" : plain(line[i]) "\n")
    }
  return out (kept ? ".fi\n" : "")
}

# CODE as it is.
function example(code)
{
  gsub (/\\/, "\\e", code)
  gsub (/-/, "\\-", code)
  return ".PP\n.nf\n" code ".fi\n"
}

# The first lines of the page PAGE, which is about WHAT.
function head(page, what)
{
  return ".\\\" made of the header by make\\-man3.awk\n" \
         ".TH " page " 3 \"\" \"sfmerge " release "\" \"sfmerge library\"\n" \
         ".SH NAME\n" page " \\- " plain(what) "\n" \
         ".SH SYNOPSIS\n.nf\n.B #include <sfmerge.h>\n.PP\n"
}

function save(page, text)
{
  printf "%s", text >(folder "/" page ".3")
  close (folder "/" page ".3")
}

# The first sentence of COMMENT, as a phrase.
function summary(comment,    text)
{
  text = prose(comment)
  gsub (/\n\.PP\n.*/, "", text)
  gsub (/\n/, " ", text)
  gsub (/\\-/, "-", text)
  gsub (/\\e/, "\\", text)
  if (match (text, /[.:;] /))
    text = substr (text, 1, RSTART - 1)
  sub (/\. *$/, "", text)
  return text ~ /^[A-Z][a-z]/ ? tolower (substr (text, 1, 1)) substr (text, 2) \
                              : text
}

# The functions that CODE, after COMMENT, declares get their pages.
function declare(comment, code,    rest, name, first)
{
  if (code ~ /^(#|struct|enum|typedef|extern|})/ && code !~ /\) SFM_CHECKED;/)
    return
  rest = code
  sub (/\n\{.*/, "\n", rest)
  while (match (rest, /sfm_[a-z0-9_]+ \(/))
    {
      name = substr (rest, RSTART, RLENGTH - 2)
      rest = substr (rest, RSTART + RLENGTH)
      sub (/^[^;]*;?/, "", rest)
      if (first == "")
        {
          first = name
          save(name, head(name, summary(comment)) code ".fi\n" \
                     ".SH DESCRIPTION\n" prose(comment) \
                     ".SH SEE ALSO\n.BR " page " (3)\n")
        }
      else
        save(name, ".so man3/" first ".3\n")
    }
}

# End the page of the header that was read.
function finish()
{
  if (page == "")
    return
  save(page, head(page, what) ".B cc ... \\-lsfmerge\n.fi\n" body \
             ".SH SEE ALSO\n" \
             (page == "libsfmerge" ? ".BR sfmerge (1)\n" \
                                   : ".BR libsfmerge (3)\n"))
}

FNR == 1 {
  finish()
  page = FILENAME
  sub (/.*\//, "", page)
  sub (/\.h$/, "", page)
  page = page == "sfmerge" ? "libsfmerge" : "libsfmerge_" page
  body = comment = ""
  headed = 0
}

# The comment at the top: its first paragraph is the licence.
! headed {
  if (/ - /)
    {
      what = $0
      sub (/.* - /, "", what)
      sub (/\. *(\*\/)?$/, "", what)
      body = ".SH DESCRIPTION\n"
      seen = 1
    }
  else if (seen && ! /^#/)
    top = top $0 "\n"
  if (/\*\/$/)
    {
      sub (/\*\/\n$/, "", top)
      sub (/^\n/, "", top)
      body = body prose(top)
      top = ""
      headed = 1
      seen = 0
    }
  next
}

/^\/\* -+ \*\/$/ || /^\/\* clang-format/ || /^#(ifndef|ifdef|endif|include)/ \
  || /^#define SFMERGE_/ || /^extern "C"/ { next }

# Titles stand between lines of dashes; they end in a run of blanks.
/^\/\* .*   +\*\/$/ {
  title = $0
  sub (/^\/\* /, "", title)
  sub (/ +\*\/$/, "", title)
  body = body ".SS " plain(title) "\n"
  next
}

/^\/\*/ { comment = ""; inside = 1 }
inside {
  comment = comment (comment == "" ? "" : "\n") $0
  if (/\*\/$/)
    {
      inside = 0
      body = body ".PP\n" prose(comment)
    }
  next
}

NF { code = code $0 "\n"; next }

code != "" {
  declare(comment, code)
  body = body example(code)
  code = ""
}

END { finish() }
