-- What a scan costs an institution after the upgrade, from a day on (UTC). No row: as agreed elsewhere. A price is never
-- changed once its day is over: statements stay what they were.
create table scan_prices (
  id uuid primary key,
  institution_id uuid not null references institutions (id),
  valid_from date not null,
  -- in the smallest unit of the currency (ISO 4217)
  unit_price_minor integer not null check (unit_price_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  tax_note text not null,
  created_at timestamptz not null,
  unique (institution_id, valid_from)
);
