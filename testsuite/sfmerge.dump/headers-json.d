# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: the headers only, as JSON
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#sfmerge: dump --headers --json %O
#stdout:
#...
{"number":0,"offset":0,"buried":false,"big_endian":false,"version":3,"flags":4,"flag_names":["FDE_FUNC_START_PCREL"],"abi_arch":3,"abi_name":"AMD64","cfa_fixed_fp_offset":0,"cfa_fixed_ra_offset":-8,"auxhdr_len":0,"num_fdes":2,"num_fres":7,"fre_len":33,"fdeoff":0,"freoff":32,"errors":[]}],"errors":[]}]}],"failures":[],"exit_status":0}
