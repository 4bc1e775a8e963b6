create table press_releases (
  id uuid primary key,
  title text not null,
  date date not null,
  -- sanitised when stored
  content text not null,
  link_url text not null default '',
  created_at timestamptz not null default now()
);

create table announcements (
  id uuid primary key,
  title text not null,
  link_text text not null,
  link_url text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
