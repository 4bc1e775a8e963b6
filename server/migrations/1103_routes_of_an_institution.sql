-- An institution whose data are deleted takes its routes along: a foreign key without an index is searched row by row.
create index pacs_result_routes_institution on pacs_result_routes (institution_id);
