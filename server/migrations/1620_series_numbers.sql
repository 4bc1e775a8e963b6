-- The number that the scanner gave a series: readers find it by that, and series stand in its order.
alter table series add column series_number integer;

-- A header may have a number that no Integer String can hold (PS3.5 section 6.2).
update series s set series_number = (
  select (i.header ->> 'seriesNumber')::integer from instances i
  where i.series_id = s.id and (i.header ->> 'seriesNumber')::numeric between -2147483648 and 2147483647 limit 1);
