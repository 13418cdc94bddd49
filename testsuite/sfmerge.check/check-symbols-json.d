# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check --json: findings have the names of functions
#source: ../inc/bad-rows.s
#require: demangler
#sfmerge: check -C --json %1
#stdout:
{"schema":1,"sfmerge":"0.2.0","files":[
{"file":"bad-rows.o","kind":"object","abi":"AMD64","findings":[
{"name":"row-beyond-end","severity":"warning","count":1,"section":".sframe","offset":68,"piece":0,"fde":0,"row":1,"symbol":"_ZN4tree4walkEi","demangled":"tree::walk(int)","text":"the row starts at 0x14, the function ends at 0x10"},
{"name":"row-beyond-end","severity":"warning","count":1,"section":".sframe","offset":79,"piece":0,"fde":1,"row":1,"symbol":"fell","text":"the row starts at 0x11, the function ends at 0x10"}],"errors":0,"warnings":2,"notes":0,"counts":{"row-beyond-end":2},"pieces":[{"version":3,"flags":4,"num_fdes":2,"num_fres":4,"buried":false,"known":true}],"consumers":[]}
],"failures":[],"exit_status":0}
