-- Published read model: every content hash that something refers to. What storage holds beyond it is swept.
create view stored_files as
  select sha256 from instances
  union select preview_sha256 from instances where preview_sha256 is not null
  union select sha256 from report_documents;
