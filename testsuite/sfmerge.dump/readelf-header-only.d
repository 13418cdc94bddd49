# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: readelf's text of a header alone
#source: ../sfmerge.decode/header-only.s --defsym V=3
#as: x86_64
#sfmerge: dump --style=readelf %O
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_3
    Flags: SFRAME_F_FDE_FUNC_START_PCREL
    CFA fixed RA offset: -8
    Num FDEs: 0
    Num FREs: 0

  Function Index :
