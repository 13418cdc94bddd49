# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: files that cannot be read, as JSON
#source: none
#prepare: seq 9 > text
#sfmerge: check --json missing text
#status: 2
#files: text
#error: missing: cannot open: No such file or directory
#error: text: not an ELF file
#stdout:
#re \{"schema":1,"sfmerge":"\d+\.\d+\.\d+","files":\[
{"file":"missing","kind":null,"failures":[{"file": "missing", "place": null, "text": "cannot open: No such file or directory"}]},
{"file":"text","kind":null,"failures":[{"file": "text", "place": null, "text": "not an ELF file"}]}
],"failures":[],"exit_status":2}
