-- stopped: without a valid consent a part of this submission was not analysed; it gets no draft
alter table cases drop constraint cases_pipeline_check,
  add constraint cases_pipeline_check
    check (pipeline in ('waiting-for-images', 'analysing', 'draft-ready', 'signed', 'failed', 'stopped'));
