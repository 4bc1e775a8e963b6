import { TAGS } from './workitems.policy.ts';

/** Keys by keyword or tag; others are not matched. */
const KEYS: Readonly<Record<string, 'uids' | 'states' | 'studies' | string>> = {
  SOPInstanceUID: 'uids',
  [TAGS.sopInstanceUid]: 'uids',
  ProcedureStepState: 'states',
  [TAGS.state]: 'states',
  StudyInstanceUID: 'studies',
  [TAGS.studyInstanceUid]: 'studies',
  [`${TAGS.input}.${TAGS.studyInstanceUid}`]: 'studies',
  'InputInformationSequence.StudyInstanceUID': 'studies',
  PatientID: TAGS.patientId,
  [TAGS.patientId]: TAGS.patientId,
  ScheduledProcedureStepPriority: TAGS.priority,
  [TAGS.priority]: TAGS.priority,
  ProcedureStepLabel: TAGS.label,
  [TAGS.label]: TAGS.label,
};

/** What a search or a filter asks for. */
export function conditionsOf(keys: Readonly<Record<string, unknown>>) {
  const lists: { uids?: string[]; states?: string[]; studies?: string[] } = {};
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(keys)) {
    const of = KEYS[key];
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (!of || text === '' || text === '*') continue;
    if (of === 'uids' || of === 'states' || of === 'studies') lists[of] = text.split(/[,\\]/).filter(Boolean);
    else texts.set(of, text);
  }
  return { ...lists, texts };
}

export const isSearched = (key: string): boolean => key in KEYS;
