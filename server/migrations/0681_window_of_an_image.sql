-- The window of the preview: what the file proposes, else what was measured on its pixels. Null for colour and pictures,
-- and for images from before it was kept, whose file is asked.
alter table instances
  add column window_center double precision,
  add column window_width double precision;
