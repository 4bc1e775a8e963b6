-- What a system asked for and waits for is counted before it may ask for more.
create index pacs_commitments_open on pacs_commitments (peer_id) where state = 'open' and asked_by = 'peer';
