-- Verdicts go with the analysis that they are about.
create index proof_verdicts_analysis_id on proof_verdicts (analysis_id) where analysis_id is not null;
