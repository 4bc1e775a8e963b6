-- Who sent a case back with its question: what a reader asks the patient may tell what the first report or AI says, and is kept
-- from who reads without them. Null: not known.
alter table cases add column question_by uuid;
