import { type CaseModality, regionsIn } from '@duai/contract';
import {
  canBlackOut,
  type DicomHeader,
  type IdentifyingKeyword,
  normalOf,
  positionAlongNormalMm,
} from '@duai/imaging/browser';
import type { FileReport } from './preflight-client.ts';

export interface Looked {
  readonly key: string;
  readonly name: string;
  readonly report: FileReport;
}

export interface FoundSeries {
  readonly key: string;
  readonly modality: string | null;
  readonly bodyPart: string | null;
  readonly description: string | null;
  readonly images: number;
}

/** A person as the file headers name them. */
export interface Person {
  readonly name: string | null;
  /** YYYYMMDD, DICOM PS3.5 table 6.2-1. */
  readonly birthDate: string | null;
  readonly number: string | null;
  readonly keys: readonly string[];
}

/** Something to know or fix before sending; `keys` are the files concerned. */
export type Finding =
  | { readonly code: 'TWO_PATIENTS'; readonly people: readonly Person[] }
  | {
      readonly code: 'MISSING_SLICES';
      readonly series: string;
      readonly missing: number;
      readonly keys: readonly string[];
    }
  | {
      readonly code: 'PHOTOGRAPH' | 'DOCUMENT' | 'NO_IMAGE' | 'UNREADABLE' | 'BURNED_IN' | 'BURNED_IN_FIXED';
      readonly keys: readonly string[];
      readonly names: readonly string[];
    }
  | {
      readonly code: 'WRONG_BODY_PART' | 'WRONG_MODALITY';
      /** As DICOM codes. */
      readonly found: readonly string[];
      readonly keys: readonly string[];
    };

export interface Preflight {
  readonly series: readonly FoundSeries[];
  readonly pictures: number;
  readonly findings: readonly Finding[];
  readonly identity: readonly { keyword: IdentifyingKeyword; values: readonly string[] }[];
  /** Files whose identifying details cannot be removed, because the file cannot be rewritten. */
  readonly fixedIdentity: readonly { key: string; name: string }[];
}

/** DICOM modalities that belong to each examination (PS3.3 C.7.3.1.1.1). */
const MODALITIES: Record<CaseModality, readonly string[]> = {
  CT: ['CT'],
  MRI: ['MR'],
  'X-Ray': ['CR', 'DX', 'RG', 'RF', 'XA', 'PX', 'IO'],
  Ultrasound: ['US', 'IVUS'],
  Mammography: ['MG', 'DX'],
  'PET-CT': ['PT', 'CT', 'NM'],
};
/** The examination that a DICOM modality belongs to; null if a case cannot have it. */
export const examinationOf = (modality: string): CaseModality | null =>
  (Object.keys(MODALITIES) as CaseModality[]).find(
    (kind) => MODALITIES[kind].includes(modality) && modality !== 'NM',
  ) ?? null;
/** Modalities without an examination of their own: screenshots, secondary captures. */
const NEUTRAL = ['OT', 'SC', 'KO', 'PR', 'SR', 'DOC'];
/** More white than any radiograph has, about as much as a printed page. */
const DOCUMENT_WHITE_SHARE = 0.55;
/** A gap larger than the usual one by this factor means missing slices. */
const GAP_FACTOR = 1.5;

type Dicom = Looked & { header: DicomHeader };

/** Describes the files and their problems for the chosen case. A pure function; the server checks again. */
export function summarise(
  looked: readonly Looked[],
  wanted: { modality: CaseModality; bodyPart: string | null },
): Preflight {
  const dicom = looked.flatMap((entry): Dicom[] => {
    const { inspection } = entry.report;
    return inspection.status === 'accepted' && inspection.kind === 'dicom'
      ? [{ ...entry, header: inspection.header }]
      : [];
  });
  const bySeries = Map.groupBy(dicom, ({ header }) => header.seriesInstanceUid ?? header.seriesDescription ?? '');
  return {
    series: [...bySeries].flatMap(([key, entries]): FoundSeries[] => {
      const [first] = entries;
      if (!first) return [];
      const { modality, bodyPartExamined: bodyPart, seriesDescription: description } = first.header;
      const images = entries.reduce((sum, { header }) => sum + header.frames, 0);
      return [{ key, modality, bodyPart, description, images }];
    }),
    pictures: looked.filter(({ report }) => report.picture !== null).length,
    findings: [
      ...twoPatients(dicom),
      ...wrongExamination(dicom, wanted),
      ...[...bySeries.values()].flatMap(missingSlices),
      ...listed('NO_IMAGE', looked, ({ inspection }) => isRefused(inspection, 'NO_PIXEL_DATA')),
      ...listed(
        'UNREADABLE',
        looked,
        ({ inspection }) => inspection.status === 'refused' && inspection.code !== 'NO_PIXEL_DATA',
      ),
      ...listed('DOCUMENT', looked, ({ picture }) => (picture?.whiteShare ?? 0) >= DOCUMENT_WHITE_SHARE),
      ...listed(
        'PHOTOGRAPH',
        looked,
        ({ picture }) => picture?.hasCamera === true && picture.whiteShare < DOCUMENT_WHITE_SHARE,
      ),
      ...listed('BURNED_IN', looked, (report) => hasText(report) && !hasFixedPixels(report)),
      ...listed('BURNED_IN_FIXED', looked, (report) => hasText(report) && hasFixedPixels(report)),
    ],
    identity: identityOf(looked),
    fixedIdentity: looked.filter(({ report }) => !report.canRemoveIdentity).map(({ key, name }) => ({ key, name })),
  };
}

const headerOf = ({ inspection }: FileReport): DicomHeader | null =>
  inspection.status === 'accepted' && inspection.kind === 'dicom' ? inspection.header : null;

function hasText(report: FileReport): boolean {
  const header = headerOf(report);
  return header !== null && isTextLikely(header);
}

const hasFixedPixels = (report: FileReport): boolean => {
  const header = headerOf(report);
  return header === null || !canBlackOut(header);
};

/** Modalities that often have text in the pixels (PS3.15 E.3.1): ultrasound, endoscopy, photographs, captures. */
const WRITTEN_INTO = ['US', 'IVUS', 'ES', 'XC', 'GM', 'OT', 'SC'];
/** Secondary Capture Image Storage and its multi-frame kinds (PS3.4 B.5). */
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';

/** Whether there may be text in the pixels; the file's own statement (Burned In Annotation) takes precedence. */
function isTextLikely({ burnedInAnnotation, modality, sopClassUid, imageType }: DicomHeader): boolean {
  if (burnedInAnnotation !== null) return burnedInAnnotation === 'YES';
  const isCapture = sopClassUid === SECONDARY_CAPTURE || sopClassUid?.startsWith(`${SECONDARY_CAPTURE}.`) === true;
  return isCapture || WRITTEN_INTO.includes(modality ?? '') || imageType.some((word) => word.startsWith('SCREEN'));
}

const isRefused = (inspection: FileReport['inspection'], code: string): boolean =>
  inspection.status === 'refused' && inspection.code === code;

function listed(
  code: Extract<Finding, { names: unknown }>['code'],
  looked: readonly Looked[],
  holds: (report: FileReport) => boolean,
): Finding[] {
  const those = looked.filter(({ report }) => holds(report));
  return those.length === 0 ? [] : [{ code, keys: those.map(({ key }) => key), names: those.map(({ name }) => name) }];
}

function twoPatients(dicom: readonly Dicom[]): Finding[] {
  const byPerson = Map.groupBy(
    dicom.filter(({ header }) => header.patientKey !== null),
    ({ header }) => header.patientKey,
  );
  const people: Person[] = [];
  for (const entries of byPerson.values()) {
    const person = personOf(entries);
    const at = people.findIndex((other) => isSamePerson(other, person));
    const same = people[at];
    if (!same) people.push(person);
    else people[at] = { ...same, keys: [...same.keys, ...person.keys] };
  }
  return people.length < 2 ? [] : [{ code: 'TWO_PATIENTS', people }];
}

function personOf(entries: readonly Dicom[]): Person {
  const said = (wanted: IdentifyingKeyword) =>
    entries[0]?.report.identity.find(({ keyword }) => keyword === wanted)?.value.trim() || null;
  return {
    name: said('PatientName'),
    birthDate: said('PatientBirthDate'),
    number: said('PatientID'),
    keys: entries.map(({ key }) => key),
  };
}

/** Hospitals use their own patient IDs and spellings, so name and date of birth decide whether it is one person. */
function isSamePerson(a: Person, b: Person): boolean {
  const name = plainName(a.name ?? '');
  return a.birthDate !== null && a.birthDate === b.birthDate && name !== '' && name === plainName(b.name ?? '');
}

/** Ignores case, accents, punctuation and the order of the parts: IŞIK^ZEYNEP and Zeynep Isik are the same. */
const plainName = (name: string): string =>
  name
    .toLocaleLowerCase('tr')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');

function wrongExamination(
  dicom: readonly Dicom[],
  wanted: { modality: CaseModality; bodyPart: string | null },
): Finding[] {
  const findings: Finding[] = [];
  const fits = ({ header }: Dicom) =>
    !header.modality || [...MODALITIES[wanted.modality], ...NEUTRAL].includes(header.modality);
  const otherModality = dicom.filter((entry) => !fits(entry));
  if (otherModality.length > 0) {
    findings.push({
      code: 'WRONG_MODALITY',
      found: unique(otherModality.flatMap(({ header }) => header.modality ?? [])),
      keys: otherModality.map(({ key }) => key),
    });
  }
  const wantedRegions = regionsIn(wanted.bodyPart);
  const elsewhere = dicom.filter(({ header }) => {
    const regions = regionsIn(header.bodyPartExamined);
    return regions.length > 0 && wantedRegions.length > 0 && !regions.some((region) => wantedRegions.includes(region));
  });
  if (elsewhere.length > 0) {
    findings.push({
      code: 'WRONG_BODY_PART',
      found: unique(elsewhere.flatMap(({ header }) => header.bodyPartExamined ?? [])),
      keys: elsewhere.map(({ key }) => key),
    });
  }
  return findings;
}

/** By slice positions if they are known, otherwise by instance numbers. */
function missingSlices(entries: readonly Dicom[]): Finding[] {
  const headers = entries.map(({ header }) => header).filter((header) => header.frames === 1);
  const [first] = headers;
  if (!first || headers.length < 4) return [];
  const normal = normalOf(first);
  const places = headers.map((header) => (normal ? positionAlongNormalMm(header, normal) : null));
  const missing = places.every((place) => place !== null)
    ? gapsIn(places)
    : gapsInNumbers(headers.map((header) => header.instanceNumber));
  if (missing === 0) return [];
  const series = first.seriesDescription ?? first.modality ?? '';
  return [{ code: 'MISSING_SLICES', series, missing, keys: entries.map(({ key }) => key) }];
}

function gapsIn(places: number[]): number {
  const sorted = [...new Set(places.map((place) => Math.round(place * 100) / 100))].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((place, index) => place - (sorted[index] ?? place));
  const usual = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  if (usual <= 0) return 0;
  const lost = gaps.map((gap) => (gap > usual * GAP_FACTOR ? Math.round(gap / usual) - 1 : 0));
  const sum = lost.reduce((total, count) => total + count, 0);
  // Many gaps mean several stacks, not lost slices.
  return lost.filter((count) => count > 0).length > gaps.length / 4 ? 0 : sum;
}

function gapsInNumbers(numbers: (number | null)[]): number {
  const known = new Set(numbers.filter((number) => number !== null));
  if (known.size !== numbers.length) return 0;
  const missing = Math.max(...known) - Math.min(...known) + 1 - known.size;
  return missing > known.size / 4 ? 0 : missing;
}

function identityOf(looked: readonly Looked[]): Preflight['identity'] {
  const values = new Map<IdentifyingKeyword, Set<string>>();
  for (const { report } of looked) {
    for (const { keyword, value } of report.identity) {
      values.set(keyword, (values.get(keyword) ?? new Set()).add(value.replaceAll('^', ' ').trim()));
    }
  }
  return [...values].map(([keyword, set]) => ({ keyword, values: [...set] }));
}

const unique = (texts: readonly string[]) => [...new Set(texts)];
