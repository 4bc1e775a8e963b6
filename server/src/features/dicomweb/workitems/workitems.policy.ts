import { workitems as contract, type dicomweb } from '@duai/contract';
import type { WorkitemRow } from './workitems.tables.ts';

/** Attributes of work items (PS3.4 table CC.2.5-3), by tag. */
export const TAGS = {
  sopInstanceUid: '00080018',
  transactionUid: '00081195',
  patientId: '00100020',
  studyInstanceUid: '0020000D',
  scheduledStart: '00404005',
  scheduledCode: '00404018',
  performedCode: '00404019',
  input: '00404021',
  output: '00404033',
  inputReadiness: '00404041',
  performedStart: '00404050',
  performedEnd: '00404051',
  cancelledAt: '00404052',
  state: '00741000',
  progress: '00741002',
  priority: '00741200',
  label: '00741204',
  performed: '00741216',
  reasonForCancellation: '00741238',
} as const;

/** What is answered; `warning` is the text of PS3.18 sections 11.6 to 11.8 (code 299). */
export interface Outcome {
  status: 200 | 201 | 202 | 400 | 409;
  warning?: string;
}
export type Changed = Outcome & { next?: contract.WorkitemState };

const MISSING_UID: Outcome = { status: 400, warning: 'The Transaction UID is missing.' };
const WRONG_UID: Outcome = { status: 400, warning: 'The Transaction UID is incorrect.' };
const CONFLICT: Outcome = {
  status: 409,
  warning: 'The submitted request is inconsistent with the state of the UPS Instance.',
};
const already = (state: string): Outcome => ({
  status: 200,
  warning: `The UPS is already in the requested state of ${state}.`,
});

export const firstOf = (dataSet: dicomweb.DicomJson | undefined, tag: string): unknown => dataSet?.[tag]?.Value?.[0];
export const itemOf = (dataSet: dicomweb.DicomJson | undefined, tag: string): dicomweb.DicomJson | undefined => {
  const item = firstOf(dataSet, tag);
  return typeof item === 'object' && item !== null ? (item as dicomweb.DicomJson) : undefined;
};

/** Of an institution; one that has more has a client that went wrong. */
export const MOST_WORKITEMS = 10_000;

/** Of the JSON of one: a request for work refers to images and has none, and an institution may keep thousands. */
const MOST_CHARACTERS = 32 * 1024;
export const TOO_LARGE: Outcome = { status: 400, warning: 'The UPS is too large.' };
export function isTooLarge(dataSet: dicomweb.DicomJson): boolean {
  try {
    return JSON.stringify(dataSet).length > MOST_CHARACTERS;
  } catch (error) {
    // Nested too deep to be written.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** Type 1 of N-CREATE: without a value nobody could schedule it. */
const NEEDED = [TAGS.scheduledStart, TAGS.inputReadiness, TAGS.priority, TAGS.label];

/** Whether a work item may be created from this (PS3.4 section CC.2.5.3). */
export function refusedAtCreation(dataSet: dicomweb.DicomJson): Outcome | undefined {
  const isScheduled =
    firstOf(dataSet, TAGS.state) === 'SCHEDULED' && firstOf(dataSet, TAGS.transactionUid) === undefined;
  const isWhole = NEEDED.every((tag) => firstOf(dataSet, tag) !== undefined) && TAGS.input in dataSet;
  if (!isScheduled || !isWhole) return { status: 400 };
  return isTooLarge(dataSet) ? TOO_LARGE : undefined;
}

/** By the code of the work that is scheduled: our algorithms, or somebody else who claims it. */
export function performerOf(dataSet: dicomweb.DicomJson): WorkitemRow['performer'] {
  const code = itemOf(dataSet, TAGS.scheduledCode);
  const { scheme, value } = contract.ANALYSIS_REQUEST;
  return firstOf(code, '00080100') === value && firstOf(code, '00080102') === scheme ? 'house' : 'other';
}

/** The study that is its input. */
export function studyOf(dataSet: dicomweb.DicomJson): string | null {
  const uid = firstOf(itemOf(dataSet, TAGS.input), TAGS.studyInstanceUid);
  return typeof uid === 'string' && /^[0-9.]{1,64}$/.test(uid) ? uid : null;
}

type Claimed = Pick<WorkitemRow, 'state' | 'transactionUid' | 'performer' | 'dataSet'>;

/** The change of state that its performer asks for (PS3.4 table CC.1.1-2; PS3.18 section 11.7). */
export function changeOf(item: Claimed, wanted: unknown, transactionUid: unknown): Changed {
  const [, ...legal] = contract.WORKITEM_STATES;
  const next = legal.find((state) => state === wanted);
  if (!next) return { status: 400 };
  if (typeof transactionUid !== 'string' || !/^[0-9.]{1,64}$/.test(transactionUid)) return MISSING_UID;
  if (next === 'IN PROGRESS')
    return item.state === 'SCHEDULED' && item.performer === 'other' ? { status: 200, next } : CONFLICT;
  if (item.state === 'SCHEDULED') return CONFLICT;
  if (item.transactionUid !== transactionUid) return WRONG_UID;
  if (item.state === next) return already(next);
  if (item.state !== 'IN PROGRESS') return CONFLICT;
  return next === 'COMPLETED' && !isFinal(item.dataSet) ? CONFLICT : { status: 200, next };
}

/** What has to be known of work that was done (PS3.4 table CC.2.5-3, final state). */
function isFinal(dataSet: dicomweb.DicomJson): boolean {
  const performed = itemOf(dataSet, TAGS.performed);
  const { performedStart, performedEnd, performedCode } = TAGS;
  return [performedStart, performedEnd, performedCode].every((tag) => firstOf(performed, tag) !== undefined);
}

/** A change of attributes (PS3.18 section 11.6): by anybody before it is claimed, by its performer until it ends. */
export function updateOf(item: Claimed, transactionUid: string | undefined, change: dicomweb.DicomJson): Outcome {
  if (item.state === 'COMPLETED' || item.state === 'CANCELED') return { ...CONFLICT, status: 400 };
  if (item.performer === 'house') return CONFLICT;
  if (item.state === 'IN PROGRESS') {
    if (transactionUid === undefined) return MISSING_UID;
    if (item.transactionUid !== transactionUid) return WRONG_UID;
  }
  const fixed: readonly string[] = [TAGS.sopInstanceUid, '00080016', TAGS.transactionUid, TAGS.state];
  return Object.keys(change).some((tag) => fixed.includes(tag)) ? { status: 400 } : { status: 200 };
}

/** A request to cancel (PS3.18 section 11.8). A performer who has begun is told, if he listens, and decides (PS3.4 section CC.2.2.3). */
export function cancellationOf(item: Claimed, { isListening }: { isListening: boolean }): Changed {
  if (item.state === 'CANCELED') return { ...already('CANCELED'), status: 202 };
  if (item.state === 'COMPLETED') return { status: 409, warning: 'The UPS is already COMPLETED.' };
  if (item.state === 'SCHEDULED') return { status: 202, next: 'CANCELED' };
  if (item.performer === 'house') return { status: 409, warning: 'Performer chooses not to cancel.' };
  return isListening ? { status: 202 } : { status: 409, warning: 'The performer cannot be contacted.' };
}
