/**
 * What an open second read asks of the radiologist who looks: to read blinded, to go on with that, to decide between two
 * opinions, to confirm a text that was changed since, or to add an addendum as decided. `waiting`: colleagues read; it asks nothing of the first reader.
 */
export const SECOND_READ_TASKS = [
  'may-read',
  'reading',
  'may-adjudicate',
  'may-confirm',
  'addendum-due',
  'waiting',
] as const;
export type SecondReadTask = (typeof SECOND_READ_TASKS)[number];
