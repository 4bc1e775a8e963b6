-- A measurement on a plane that the viewer computed names an image of the series, the plane in patient coordinates, and the figures of
-- its values, because no server has such an image (docs/decisions/0373).
alter table reading_measurements add column plane jsonb, add column plane_values jsonb;
