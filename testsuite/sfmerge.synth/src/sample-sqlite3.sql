-- SPDX-License-Identifier: GPL-3.0-or-later
-- Copyright (C) 2026 the sfmerge authors
--
-- Work for the sampler: a database in memory.

create table a (x integer primary key, y text, z real);
create table b (k text, n int);
with recursive c (i) as (select 1 union all select i + 1 from c
                         where i < 60000)
  insert into a select i, 'name' || (i * 7919 % 10007), i * 0.37 from c;
insert into b select y, count (*) from a group by y;
create index ay on a (y);
create index bk on b (k, n);
select count (*), sum (z), avg (length (y)) from a join b on a.y = b.k
  where y like '%77%' or n > 5;
select count (*) from (select group_concat (x) from a where x % 97 = 3
                       group by substr (y, 5, 2) order by 1 desc);
update a set z = z * 2 where y glob '*9*';
delete from a where x in (select x from a order by z desc limit 4000);
select sum (w) from (select row_number () over (partition by substr (y, 1, 6)
                                                order by z) w from a);
select max (printf ('%s-%d-%.3f', y, x, z)) from a;
reindex;
vacuum;
analyze;
pragma integrity_check;
