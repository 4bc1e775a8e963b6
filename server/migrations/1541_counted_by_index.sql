-- The worklist counts the images of 500 cases: from the index alone, not from a page of the table for each image.
create index instances_shown on instances (study_id) where not is_presentation;
