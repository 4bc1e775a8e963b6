import { marks as contract, reportTitleOf } from '@duai/contract';
import type { PlaneInPatient, Verification } from '@duai/imaging';
import type { ObjectToWrite } from '../../../compute/objects/write-signature-object.ts';
import { uidOf } from '../../../core/derived-ids.ts';
import { evidenceOf, type FullTree } from '../../studies/index.ts';
import type { MeasurementRow } from '../reports.tables.ts';
import { named, personNameOf } from './object-names.ts';
import type { PatientIn } from './patient-of-objects.ts';

export interface Measured {
  /** The oldest first. */
  rows: readonly MeasurementRow[];
  /** Who signs them, or exports own ones. */
  reader: { id: string; name: string };
  language: 'tr' | 'en';
  /** Null before the report is signed. */
  verification: Verification | null;
  /** ISO 8601, UTC. */
  at: string;
  patientIn: PatientIn;
}

/**
 * One object for each study and each person who measured on its DICOM images, with that person as observer: PS3.16 TID 1500 names its
 * observers at the root (TID 1001), not which of them measured what. Measurements on computed planes have an object of their own,
 * because a Comprehensive SR may not hold them and not every archive takes a Comprehensive 3D SR (docs/decisions/0379). Pictures
 * without DICOM UIDs are left out. A measurement keeps its tracking UID in every object (PS3.16 TID 4108); its number is that among
 * all of its kind in the case.
 */
export function readerMeasurementObjects(
  { rows, reader, language, verification, at, patientIn }: Measured,
  studies: readonly FullTree[],
): ObjectToWrite[] {
  const numbers = new Map<string, number>();
  const drawn = rows.map((row) => {
    const number = (numbers.get(row.measure) ?? 0) + 1;
    numbers.set(row.measure, number);
    return { row, trackingId: `${row.measure} ${number}` };
  });
  const byPerson = Map.groupBy(drawn, ({ row }) => row.staffId);
  const people = [reader.id, ...byPerson.keys()].filter((id, at, all) => all.indexOf(id) === at);
  return studies.flatMap((tree) => {
    const names = new Map(evidenceOf(tree).map((image) => [image.sopInstanceUid, image]));
    const images = new Map(
      tree.series.flatMap(({ instances }) => instances.map((image) => [image.id, image] as const)),
    );
    return people.flatMap((person, number) => {
      const marks = (byPerson.get(person) ?? []).flatMap(({ row, trackingId }) => {
        const image = images.get(row.instanceId);
        const name = image?.sopInstanceUid ? names.get(image.sopInstanceUid) : undefined;
        if (!image || !name) return [];
        const { measure, points, frame, told, planeValues } = row;
        const plane = inPatient(row.plane, image.header);
        // One that lost its frame of reference has no place.
        if (row.plane && !plane) return [];
        const { sopClassUid, sopInstanceUid } = name;
        const trackingUid = uidOf(`tracking measurement ${row.id}`);
        const note = measure === 'arrow' ? told : '';
        const of = { trackingId, trackingUid, measure, points, frame, note, sha256: image.sha256 };
        return [{ ...of, sopClassUid, sopInstanceUid, plane, planeValues: planeValues ?? [] }];
      });
      const content = {
        ...patientIn(tree),
        language,
        procedure: reportTitleOf(tree.series),
        observer: personNameOf(person === reader.id ? reader.name : byPerson.get(person)![0]!.row.staffName),
        verification,
      };
      const suffix = number === 0 ? '' : `-${number + 1}`;
      const of = (start: string, own: typeof marks): ObjectOfMarks[] => {
        const [first] = own;
        if (!first) return [];
        const evidence = [...names.values()].filter((image) => isOf(own, image));
        const about = { at, seriesDescription: 'Measurements by the reader' };
        return [
          {
            kind: 'reader-measurements',
            name: `${start}-${tree.id}${suffix}.dcm`,
            sha256: first.sha256,
            object: named({ ...content, marks: own, evidence }, about),
          },
        ];
      };
      return [
        ...of(
          'reader-measurements',
          marks.filter(({ plane }) => !plane),
        ),
        ...of(
          'reader-measurements-planes',
          marks.filter(({ plane }) => plane),
        ),
      ];
    });
  });
}

type ObjectOfMarks = Extract<ObjectToWrite, { kind: 'reader-measurements' }>;

const isOf = (marks: ObjectOfMarks['object']['marks'], image: ObjectOfMarks['object']['evidence'][number]): boolean =>
  marks.some(({ sopInstanceUid }) => sopInstanceUid === image.sopInstanceUid);

/**
 * The object without what was measured on images that cannot be read, by their SHA-256: another object, which says that it is partial
 * and is verified by nobody. Null where nothing is left of it.
 */
export function withoutImages(
  whole: ObjectOfMarks,
  images: ReadonlySet<string>,
): { rest: ObjectOfMarks; lacking: string[] } | null {
  const { object } = whole;
  const marks = object.marks.filter(({ sha256 }) => !images.has(sha256));
  const [first] = marks;
  if (!first || marks.length === object.marks.length) return null;
  const lacking = object.marks.filter(({ sha256 }) => images.has(sha256)).map(({ trackingId }) => trackingId);
  const content = {
    ...object,
    lacking: (object.lacking ?? 0) + lacking.length,
    marks,
    evidence: object.evidence.filter((image) => isOf(marks, image)),
  };
  const { at, seriesDescription } = object;
  const rest = { ...whole, sha256: first.sha256, object: named(content, { at, seriesDescription }) };
  return { rest, lacking };
}

function inPatient(
  plane: MeasurementRow['plane'],
  header: FullTree['series'][number]['instances'][number]['header'],
): PlaneInPatient | undefined {
  const frameOfReferenceUid = header?.frameOfReferenceUid;
  if (!plane || !frameOfReferenceUid) return undefined;
  const { origin, across, down, mm, slabMm } = plane;
  return { frameOfReferenceUid, name: contract.computedPlaneName(plane), origin, across, down, mm, slabMm };
}
