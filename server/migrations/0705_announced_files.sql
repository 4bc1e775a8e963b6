-- How many files were chosen together with this one: after an interruption another device can say how many are missing.
alter table uploads
  add column announced_files integer check (announced_files > 0);
