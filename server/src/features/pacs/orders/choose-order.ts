/** What a worklist says of one requested procedure (PS3.3 sections C.4.10 and C.4.11); dates as YYYYMMDD. */
export interface WorklistEntry {
  patientId: string | null;
  studyInstanceUid: string | null;
  accessionNumber: string | null;
  procedureId: string | null;
  description: string | null;
  steps: { modality: string | null; date: string | null }[];
}

/** What the headers of a study say that an order is known by. */
export interface OrderedStudy {
  patientId: string;
  studyInstanceUid: string;
  /** YYYYMMDD. */
  studyDate: string | null;
  modalities: readonly string[];
}

export type Order = WorklistEntry & { accessionNumber: string };

/** An accession number has 16 characters (PS3.5 section 6.2, SH). */
const LONGEST_ACCESSION_NUMBER = 16;

/**
 * The order that a study was made for: the one that names the study, else the only one of its patient for that day and
 * modality. Where two could be meant, none is: a wrong order is worse than none.
 */
export function chooseOrder(
  study: OrderedStudy,
  entries: readonly WorklistEntry[],
): { order: Order; matchedBy: 'study' | 'patient' } | undefined {
  // What a worklist answers beside what it was asked for is not the patient's.
  const own = entries.filter(
    (entry): entry is Order =>
      entry.patientId === study.patientId &&
      entry.accessionNumber !== null &&
      entry.accessionNumber.length <= LONGEST_ACCESSION_NUMBER,
  );
  const ofStudy = theOnly(own.filter(({ studyInstanceUid }) => studyInstanceUid === study.studyInstanceUid));
  if (ofStudy) return { order: ofStudy, matchedBy: 'study' };
  const ofDay = theOnly(
    own.filter(({ steps }) =>
      steps.some(
        ({ modality, date }) =>
          date !== null && date === study.studyDate && modality !== null && study.modalities.includes(modality),
      ),
    ),
  );
  return ofDay && { order: ofDay, matchedBy: 'patient' };
}

/** Several steps of one order are one. */
function theOnly(orders: Order[]): Order | undefined {
  const numbers = new Set(orders.map(({ accessionNumber }) => accessionNumber));
  return numbers.size === 1 ? orders[0] : undefined;
}
