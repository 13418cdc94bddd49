# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# sframe.pm - the debhelper add-on: dh_sframe before debug symbols are split
# off, and a check of what is shipped after that.

use strict;
use warnings;
use Debian::Debhelper::Dh_Lib;

insert_before('dh_dwz', 'dh_sframe');
insert_after('dh_strip', 'dh_sframe_check');

1;
