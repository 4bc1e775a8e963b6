import type { dicomweb } from '@duai/contract';
import { firstOf, itemOf, TAGS } from '../workitems.policy.ts';

type DataSet = dicomweb.DicomJson;

/** Unified Procedure Step Push (PS3.6 table A-1), the class of all of them. */
export const UPS_PUSH = '1.2.840.10008.5.1.4.34.6.1';

/** Event types of PS3.4 table CC.2.4-1. */
const TYPES = { state: 1, cancelRequested: 2, progress: 3, assigned: 5 } as const;
/** Attributes that events have besides those of the work item. */
const EVENT_TAGS = {
  requestingAe: '00741236',
  reasonCode: '0074100E',
  contactUri: '0074100A',
  contactName: '0074100C',
  stationName: '00404025',
  humanPerformers: '00404034',
  performerOrganization: '00404037',
} as const;

/** An event: its type and its attributes. */
export interface EventReport {
  type: number;
  attributes: DataSet;
}

const taken = (from: DataSet | undefined, tags: readonly string[]): DataSet =>
  Object.fromEntries(tags.flatMap((tag) => (from?.[tag] ? [[tag, from[tag]]] : [])));

/** The state it has now, with the reason where it was cancelled. @param item as it is given to who asks for it */
export function stateReport(item: DataSet): EventReport {
  const why = taken(itemOf(item, TAGS.progress), [TAGS.reasonForCancellation, EVENT_TAGS.reasonCode]);
  const attributes = {
    ...taken(item, [TAGS.state, TAGS.inputReadiness]),
    ...(firstOf(item, TAGS.state) === 'CANCELED' && why),
  };
  return { type: TYPES.state, attributes };
}

/** Somebody asks its performer to cancel it, and may say why and whom to ask. */
export const cancelRequested = (requestingAe: string, asked: DataSet | undefined): EventReport => ({
  type: TYPES.cancelRequested,
  attributes: {
    [EVENT_TAGS.requestingAe]: { vr: 'AE', Value: [requestingAe] },
    ...taken(asked, [TAGS.reasonForCancellation, EVENT_TAGS.reasonCode, EVENT_TAGS.contactUri, EVENT_TAGS.contactName]),
  },
});

const ASSIGNED = [EVENT_TAGS.stationName, EVENT_TAGS.humanPerformers, EVENT_TAGS.performerOrganization] as const;
const isAssigned = (item: DataSet): boolean => ASSIGNED.some((tag) => firstOf(item, tag) !== undefined);
const assigned = (item: DataSet): EventReport => ({ type: TYPES.assigned, attributes: taken(item, ASSIGNED) });

/** What is told of a new one (PS3.4 section CC.2.4.3). */
export const reportsOfCreation = (item: DataSet): EventReport[] => [
  stateReport(item),
  ...(isAssigned(item) ? [assigned(item)] : []),
];

/** What is told of a change of attributes. */
export function reportsOfUpdate(before: DataSet, after: DataSet): EventReport[] {
  const differs = (tag: string) => JSON.stringify(before[tag]) !== JSON.stringify(after[tag]);
  return [
    ...(differs(TAGS.inputReadiness) ? [stateReport(after)] : []),
    ...(differs(TAGS.progress) ? [{ type: TYPES.progress, attributes: taken(after, [TAGS.progress]) }] : []),
    ...(ASSIGNED.some(differs) && isAssigned(after) ? [assigned(after)] : []),
  ];
}

/** N-EVENT-REPORT-RQ (PS3.7 table 10.3-1) as the JSON of PS3.18 section 8.10.5, without its Message ID. */
export function eventMessage(uid: string, { type, attributes }: EventReport): DataSet {
  const number = (value: number) => ({ vr: 'US', Value: [value] });
  return {
    '00000002': { vr: 'UI', Value: [UPS_PUSH] },
    '00000100': number(0x0100),
    '00000800': number(0),
    '00001000': { vr: 'UI', Value: [uid] },
    '00001002': number(type),
    ...attributes,
  };
}

/** A name as an Application Entity title (AE, PS3.5 section 6.2). */
export const aeTitleOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^ -[\]-~]/g, '')
    .slice(0, 16)
    .trim() || 'UNKNOWN';
