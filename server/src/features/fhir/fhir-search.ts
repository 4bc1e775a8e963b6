import type { fhir as contract } from '@duai/contract';
import { AppError } from '../../core/app-error.ts';
import { storableText } from '../../core/storable.ts';
import type { ScanConditions } from './fhir.store.ts';
import { scanIdOf } from './resource-ids.ts';

export const PATIENT_ID = 'urn:duai:patient-id';
export const PATIENT_LABEL = 'urn:duai:patient-label';
export const ACCESSION_NUMBER = 'urn:duai:accession-number';
const STUDY_UID = 'urn:dicom:uid';
const ALGORITHM = 'urn:duai:algorithm';

/** Search parameters of each type; the CapabilityStatement lists them. */
export const PARAMETERS: Readonly<Record<contract.FhirType, Readonly<Record<string, 'token' | 'reference' | 'date'>>>> =
  {
    Patient: { _id: 'token', identifier: 'token' },
    ImagingStudy: { _id: 'token', patient: 'reference', identifier: 'token', started: 'date' },
    Observation: { _id: 'token', patient: 'reference', date: 'date' },
    DiagnosticReport: { _id: 'token', patient: 'reference', identifier: 'token', date: 'date' },
    Device: { _id: 'token', identifier: 'token' },
    Provenance: { _id: 'token', patient: 'reference', target: 'reference' },
  };

const MOST_PER_PAGE = 50;
const PER_PAGE = 20;

export interface Wish {
  type: contract.FhirType;
  /** Which studies are searched. */
  scans: ScanConditions;
  /** The id of the resource to find; null for any. */
  id: string | null;
  algorithmId: string | null;
  target: string | null;
  count: number;
  /** Where the page begins: studies already read, and resources already returned of the next one. */
  place: { scans: number; resources: number };
}

const wrong = (internal: string): AppError => new AppError('VALIDATION_FAILED', { internal });

/**
 * Reads the query of a search (R4 section 3.1.1). An unknown parameter is refused, because ignoring it could return
 * other patients. @throws AppError VALIDATION_FAILED
 */
export function wishOf(type: contract.FhirType, query: URLSearchParams): Wish {
  const wish: Wish = {
    type,
    scans: { hasResults: type !== 'Patient' && type !== 'ImagingStudy' },
    id: null,
    algorithmId: null,
    target: null,
    count: PER_PAGE,
    place: { scans: 0, resources: 0 },
  };
  for (const [name, value] of query) {
    if (name === '_format') continue;
    if (name === '_count') wish.count = Math.max(1, Math.min(MOST_PER_PAGE, wholeNumber(value)));
    else if (name === '_place') wish.place = placeOf(value);
    else if (name === 'patient.identifier' && PARAMETERS[type].patient) asPatient(wish, value);
    else if (PARAMETERS[type][name]) apply(wish, name, value);
    else throw wrong(`${type} has no search parameter ${name}`);
  }
  return wish;
}

function apply(wish: Wish, name: string, asked: string): void {
  const value = storableText(asked);
  if (value === '') throw wrong(`${name} is empty`);
  if (name === '_id') {
    wish.id = value;
    ofScan(wish, value);
  } else if (name === 'patient' || name === 'target') {
    const id = idOf(value, name === 'patient' ? 'Patient' : null);
    if (name === 'target') wish.target = value;
    ofScan(wish, id);
  } else if (name === 'date' || name === 'started') {
    wish.scans.days = [...(wish.scans.days ?? []), daysOf(value)];
  } else asIdentifier(wish, value);
}

/** The id in a reference: `Type/id`, or the id alone where the type is known. A URL is refused. */
function idOf(reference: string, type: string | null): string {
  const parts = reference.split('/');
  if (parts.length === 1 && type) return reference;
  if (parts.length !== 2 || (type && parts[0] !== type))
    throw wrong(`${reference} is no reference to a resource of ours`);
  return parts[1]!;
}

/** Restricts the search to the scan of an id. An unknown id, or ids of two different scans, match nothing. */
function ofScan(wish: Wish, id: string): void {
  wish.scans.scanIds = [...(wish.scans.scanIds ?? []), scanIdOf(id)];
}

function asPatient(wish: Wish, token: string): void {
  const { system, value } = tokenOf(token);
  if (system === PATIENT_LABEL) wish.scans.patientLabel = value;
  else if (system === null || system === PATIENT_ID) wish.scans.patientId = value;
  else wish.scans.isNone = true;
}

function asIdentifier(wish: Wish, token: string): void {
  const { system, value } = tokenOf(token);
  if (wish.type === 'Patient') asPatient(wish, token);
  else if (wish.type === 'Device') {
    if (system === null || system === ALGORITHM) wish.algorithmId = value;
    else wish.scans.isNone = true;
  } else if (system === STUDY_UID || (system === null && value.startsWith('urn:oid:')))
    wish.scans.studyInstanceUid = value.replace(/^urn:oid:/, '');
  else if (system === null || system === ACCESSION_NUMBER) wish.scans.accessionNumber = value;
  else wish.scans.isNone = true;
}

/** Token parameter (R4 section 3.1.1.4.10). */
function tokenOf(token: string): { system: string | null; value: string } {
  const at = token.indexOf('|');
  const [system, value] = at < 0 ? [null, token] : [token.slice(0, at), token.slice(at + 1)];
  if (value === '') throw wrong('an identifier without a value');
  return { system: system || null, value };
}

/** From the year 1000 to 9998: the day after has to be a date of four digits too, and no image is older. */
const DATE = /^(eq|ge|le|gt|lt)?((?!9999)[1-9]\d{3})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** The first day and the day after the last, YYYY-MM-DD; a year or a month is a range (R4 section 3.1.1.4.7). */
function daysOf(text: string): { from: string | null; before: string | null } {
  const [matched, prefix = 'eq', year, month, day] = DATE.exec(text) ?? [];
  if (!matched) throw wrong(`${text} is no date that is searched by`);
  const first = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)));
  if (month && (first.getUTCMonth() !== Number(month) - 1 || (day && first.getUTCDate() !== Number(day))))
    throw wrong(`${text} is no date`);
  const after = new Date(first);
  if (day) after.setUTCDate(after.getUTCDate() + 1);
  else if (month) after.setUTCMonth(after.getUTCMonth() + 1);
  else after.setUTCFullYear(after.getUTCFullYear() + 1);
  const [start, end] = [first, after].map((date) => date.toISOString().slice(0, 10)) as [string, string];
  return {
    from: prefix === 'eq' || prefix === 'ge' ? start : prefix === 'gt' ? end : null,
    before: prefix === 'eq' || prefix === 'le' ? end : prefix === 'lt' ? start : null,
  };
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw wrong(`${text} is no number`);
  return Number(text);
}

function placeOf(text: string): Wish['place'] {
  const [scans, resources] = text.split('.');
  return { scans: wholeNumber(scans ?? ''), resources: wholeNumber(resources ?? '') };
}
