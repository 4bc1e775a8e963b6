import { measurementTermsOf, reportTitleOf, type StandardCode } from '@duai/contract';
import type { ExportedScan } from '../fhir/exported-scan.ts';
import type { NamedPatient } from '../fhir/named-patient.ts';
import { ENCODING, field, number, segment, text, timestamp } from './segments.ts';

/** The receiver and the identity of a message. */
export interface Envelope {
  /** MSH-10, at most 20 characters. */
  controlId: string;
  /** MSH-5 and MSH-6. */
  application: string;
  facility: string;
  at: Date;
}

const OWN = 'DUAI';
const OWN_CODES = '99DUAI';
/** Result status of table 0085: preliminary, not verified by anybody. P also in table 0123. */
const PRELIMINARY = 'P';
const FINDINGS: StandardCode = { scheme: 'LN', value: '59776-5', meaning: 'Procedure findings' };

const coded = ({ scheme, value, meaning }: StandardCode) => [value, meaning, scheme === 'DCM' ? 'DCM' : scheme];

/**
 * An ORU^R01 message for a scan (HL7 v2.5.1 section 7.3.1): the patient of the headers, the examination, the results of
 * each algorithm as text (TX) and numbers (NM, UCUM), and on request the PDF (ED). All results are preliminary.
 */
export function oruMessage(
  { scan, trees, runs }: ExportedScan,
  who: NamedPatient & { patientId: string },
  {
    envelope,
    orderId,
    disclaimer,
    pdf,
  }: { envelope: Envelope; orderId: string; disclaimer: string; pdf: Buffer | null },
): string {
  const title = reportTitleOf(trees.flatMap(({ series }) => series));
  const endedAt = scan.completedAt ?? scan.createdAt;
  const observations: Observation[] = [
    ...trees.flatMap(({ studyInstanceUid }) => (studyInstanceUid ? [studyOf(studyInstanceUid)] : [])),
    ...runs.flatMap((run, index) => observationsOf(run, String(index + 1))),
    ...(pdf ? [{ type: 'ED' as const, code: field(...coded(title)), value: document(pdf) }] : []),
  ];
  return [
    segment('MSH', {
      2: ENCODING.characters,
      3: field(OWN),
      4: field(OWN),
      5: field(envelope.application),
      6: field(envelope.facility),
      7: timestamp(envelope.at),
      9: 'ORU^R01^ORU_R01',
      10: field(envelope.controlId),
      11: 'P',
      12: '2.5.1',
      18: 'UNICODE UTF-8',
    }),
    segment('PID', {
      1: '1',
      3: field(who.patientId, null, null, null, 'PI'),
      5: nameOf(who.name),
      7: (who.birthDate ?? '').replaceAll('-', ''),
      8: SEXES[scan.patientSex ?? ''] ?? '',
    }),
    segment('OBR', {
      1: '1',
      3: field(orderId, OWN),
      4: field(...coded(title)),
      7: (scan.studyDate ?? '').replaceAll('-', ''),
      // IHE RAD TF-2 table 4.4-6: Placer Field 1 is the accession number.
      18: field(who.accessionNumber),
      22: timestamp(endedAt),
      24: 'RAD',
      25: PRELIMINARY,
    }),
    segment('NTE', { 1: '1', 2: 'L', 3: text(disclaimer) }),
    ...observations.map(({ type, code, value, subId, unit, status, by, at }, index) =>
      segment('OBX', {
        1: String(index + 1),
        2: type,
        3: code,
        4: subId ?? '',
        5: value,
        6: unit ?? '',
        11: status ?? PRELIMINARY,
        14: timestamp(at ?? endedAt),
        17: by ?? '',
      }),
    ),
  ].join('');
}

/** Administrative sex (table 0001). */
const SEXES: Readonly<Record<string, string>> = { M: 'M', F: 'F', O: 'O' };

interface Observation {
  /** OBX-2, the value type. */
  type: 'HD' | 'TX' | 'NM' | 'ED';
  code: string;
  value: string;
  /** OBX-4: the run of an algorithm, to tell two series apart. */
  subId?: string;
  unit?: string;
  status?: string;
  /** OBX-17: the algorithm and its version. */
  by?: string;
  at?: Date;
}

/** The study of the results (IHE RAD TF-2 section 4.28.4.1.2); O: no result (table 0085). */
const studyOf = (uid: string): Observation => ({
  ...{ type: 'HD', code: field('113014', 'DICOM Study', 'DCM'), value: text(uid), status: 'O' },
});

function observationsOf(
  { row, title, series, findings, measurements }: ExportedScan['runs'][number],
  subId: string,
): Observation[] {
  if (findings.length === 0 && measurements.length === 0) return [];
  const shared = {
    ...{ subId, at: row.finishedAt ?? row.createdAt },
    by: field(row.algorithmId, `${title} ${row.algorithmVersion}`, OWN_CODES),
  };
  return [
    {
      ...{ ...shared, type: 'TX', code: field(...coded(FINDINGS)) },
      value: [`${title}: ${series.name}`, ...findings].map(text).join('~'),
    },
    ...measurements.map((measured): Observation => {
      const terms = measurementTermsOf(measured.code);
      return {
        ...{ ...shared, type: 'NM', value: number(measured.value) },
        code: field(measured.code, measured.name.en, OWN_CODES, ...(terms ? coded(terms.kind) : [])),
        unit: field(measured.unit, measured.unit, 'UCUM'),
      };
    }),
  ];
}

/** ED value (section 2.A.24): type of data by table 0191, sub-type PDF (RFC 8118), Base64. */
const document = (pdf: Buffer): string => `^Application^PDF^Base64^${pdf.toString('base64')}`;

/** XPN value (section 2.A.88): family, given, middle, suffix, prefix. */
function nameOf(name: NamedPatient['name']): string {
  const {
    family,
    given = [],
    suffix = [],
    prefix = [],
  } = (name ?? {}) as {
    family?: string;
    given?: string[];
    suffix?: string[];
    prefix?: string[];
  };
  return field(family, given[0], given[1], suffix[0], prefix[0]);
}
