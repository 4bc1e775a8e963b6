import { given } from '@duai/contract';
import { textDecoderFor } from '@duai/imaging';
import {
  type DataSetToWrite,
  type ReadDataSet,
  readDataSet,
  textIn,
  writeDataSet,
} from '../../../dimse/messages/data-set.ts';
import { OperationRefused, STATUS } from '../../../dimse/messages/statuses.ts';
import { PATIENT_ROOT } from '../../../dimse/messages/uids.ts';
import type { AcceptedContext } from '../../../dimse/upper-layer/negotiate.ts';
import { type Condition, conditionOf, SEARCH_KEYS, type SearchLevel, SearchValueError } from '../../studies/index.ts';

/** The request in an identifier of C-FIND, C-MOVE or C-GET (PS3.4 section C.4). */
export interface QueryWish {
  level: SearchLevel;
  conditions: Map<string, Condition>;
  /** The attributes to return, by tag, with the VR of the request. */
  asked: ReadonlyMap<string, string>;
  /** True where the request has matching keys that are not supported here. */
  hasOtherKeys: boolean;
}

const QUERY_LEVEL = '00080052';
const LEVELS: Readonly<Record<string, SearchLevel>> = {
  PATIENT: 'patient',
  STUDY: 'study',
  SERIES: 'series',
  IMAGE: 'image',
};
const DEPTH: readonly SearchLevel[] = ['patient', 'study', 'series', 'image'];

/** The unique key of each level (PS3.4 section C.6). */
const UNIQUE: Readonly<Record<SearchLevel, string>> = {
  patient: '00100020',
  study: '0020000D',
  series: '0020000E',
  image: '00080018',
};

const doesNotMatch = (comment: string) => new OperationRefused(STATUS.doesNotMatch, comment);

/** @throws OperationRefused */
export function readWish({ transferSyntax, abstractSyntax }: AcceptedContext, identifier: Buffer): QueryWish {
  const dataSet = parsed(identifier, transferSyntax);
  const level = LEVELS[textIn(dataSet, QUERY_LEVEL)];
  const isPatientRoot = (Object.values(PATIENT_ROOT) as string[]).includes(abstractSyntax);
  if (!level || (level === 'patient' && !isPatientRoot)) throw doesNotMatch('No such query level in this model');
  const decode = textDecoderFor(textIn(dataSet, '00080005') || undefined);
  const conditions = new Map<string, Condition>();
  const asked = new Map<string, string>();
  let hasOtherKeys = false;
  for (const [tag, { vr, bytes, items }] of dataSet) {
    // Group lengths, and attributes about the identifier itself.
    if (tag.endsWith('0000') || tag === QUERY_LEVEL || tag === '00080005') continue;
    asked.set(tag, vr);
    const text = textIn(dataSet, tag, decode);
    const key = SEARCH_KEYS[tag];
    if (!key || key.isAnswerOnly) {
      hasOtherKeys ||= (items.length === 0 && bytes.length > 0 && text !== '') || items.some((item) => item.size > 0);
      continue;
    }
    // Keys below the query level are ignored.
    if (DEPTH.indexOf(key.level) > DEPTH.indexOf(level)) continue;
    const condition = condensed(() => conditionOf(key, text));
    if (condition) conditions.set(tag, condition);
  }
  return { level, conditions, asked, hasOtherKeys };
}

function parsed(identifier: Buffer, transferSyntax: string): ReadDataSet {
  try {
    return readDataSet(identifier, transferSyntax);
  } catch {
    throw new OperationRefused(STATUS.cannotUnderstand, 'The identifier cannot be read');
  }
}

function condensed(act: () => Condition | undefined): Condition | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof SearchValueError) throw doesNotMatch(error.message.slice(0, 64));
    throw error;
  }
}

/**
 * A search has to give one study and series above its level (PS3.4 section C.4.1.2.1). The patient is not required,
 * because many studies have no Patient ID. @throws OperationRefused
 */
export function assertHierarchical({ level, conditions }: QueryWish): void {
  for (const above of DEPTH.slice(1, DEPTH.indexOf(level))) {
    const condition = conditions.get(UNIQUE[above]);
    if (condition?.kind !== 'any-of' || condition.values.length !== 1)
      throw doesNotMatch(`${given(SEARCH_KEYS[UNIQUE[above]], 'the unique key of a level').keyword} has to name one`);
  }
}

/**
 * A retrieval uses only the unique keys, level by level; other keys are ignored (PS3.4 section C.4.2.2.1).
 * @throws OperationRefused
 */
export function namedOnly({ level, conditions }: QueryWish): Map<string, Condition> {
  const named = new Map<string, Condition>();
  for (const at of DEPTH.slice(0, DEPTH.indexOf(level) + 1)) {
    const condition = conditions.get(UNIQUE[at]);
    if (condition?.kind === 'any-of') named.set(UNIQUE[at], condition);
    else if (condition || at === level)
      throw doesNotMatch(`${given(SEARCH_KEYS[UNIQUE[at]], 'the unique key of a level').keyword} has to be a list`);
  }
  return named;
}

/** One match with the requested attributes, empty where the value is unknown (PS3.4 section C.4.1.1.3.2). */
export function answerTo(
  { level, asked }: QueryWish,
  found: DataSetToWrite,
  { transferSyntax, retrieveAe }: { transferSyntax: string; retrieveAe: string },
): Buffer {
  const given: Record<string, DataSetToWrite[string]> = {};
  for (const [tag, vr] of asked) given[tag] = found[tag] ?? { vr: SEARCH_KEYS[tag]?.vr ?? vr };
  return writeDataSet(
    {
      ...given,
      '00080005': { vr: 'CS', Value: ['ISO_IR 192'] },
      [QUERY_LEVEL]: { vr: 'CS', Value: [level.toUpperCase()] },
      '00080054': { vr: 'AE', Value: [retrieveAe] },
    },
    transferSyntax,
  );
}
