-- What an analysis told, without the masks that it drew: figures over thousands of studies read the words only. A mask
-- of a chest CT is hundreds of times longer than the words, and a jsonb is read whole or not at all.
alter table analyses add column told jsonb generated always as (result - 'overlays') stored;
