/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bare.s - SIZE bytes of the code of others here, without a table.  */

        .text
        .skip   SIZE
