-- What stands under a signature beside the name: a radiologist's professional title and number in the register.
alter table staff
  add column title text check (title = btrim(title) and title <> ''),
  add column registration_number text check (registration_number = btrim(registration_number) and registration_number <> '');
