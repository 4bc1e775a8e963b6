create sequence case_numbers;

create table cases (
  id uuid primary key,
  case_number text not null unique,
  patient_id uuid not null references patients (id),
  modality text not null check (modality in ('CT', 'MRI', 'X-Ray', 'Ultrasound', 'Mammography', 'PET-CT')),
  body_part text,
  clinical_history text,
  symptoms text,
  urgency text not null default 'routine' check (urgency in ('urgent', 'semi-urgent', 'routine')),
  status text not null default 'uploaded' check (status in ('uploaded', 'processing', 'completed')),
  -- what staff sees of the work in the background
  pipeline text not null default 'waiting-for-images'
    check (pipeline in ('waiting-for-images', 'analysing', 'draft-ready', 'signed', 'failed')),
  -- rises with every submission of images; jobs of an older submission do nothing
  submission integer not null default 0,
  question text,
  claimed_by uuid references staff (id),
  claimed_at timestamptz,
  uploaded_at timestamptz not null default now(),
  submitted_at timestamptz,
  due_at timestamptz,
  completed_at timestamptz
);
create index cases_patient on cases (patient_id, uploaded_at desc);
create index cases_open on cases (due_at) where status = 'processing';
