# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: readelf's style shows the first piece
#source: ../sfmerge.decode/pieces.s
#as: x86_64
#sfmerge: dump --style=readelf %O
#note: pieces.o: note: readelf shows the first piece of .sframe only, and there is more
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_1
    Flags: NONE
    CFA fixed RA offset: -8
    Num FDEs: 1
    Num FREs: 1

  Function Index :

    func idx [0]: pc = 0xffffffffffffffe4, size = 8 bytes
    STARTPC         CFA       FP        RA           
    ffffffffffffffe4  sp+8      u         f            
