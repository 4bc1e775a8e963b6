import type { DataSet } from 'dicom-parser';

/**
 * Standardised uptake by body weight, in g/ml, of one modality value of a PET image; null where the file does not say enough
 * (QIBA Profile FDG-PET/CT 1.13 appendix G.1, "SUV normalised by body weight"). Needed are corrections for decay and
 * attenuation; for BQML the weight, the dose and, where decay was corrected to the start of the scan, both times and the
 * half-life. CNTS have a factor of the maker (Philips, private group 7053); GML is an uptake already (PS3.3 C.8.9.1.1.3).
 */
export function suvFactorOf(dataSet: DataSet): number | null {
  if (text(dataSet, 'x00080060') !== 'PT') return null;
  const corrected = (dataSet.string('x00280051') ?? '').split('\\').map((word) => word.trim());
  if (!corrected.includes('ATTN') || !corrected.includes('DECY')) return null;
  switch (text(dataSet, 'x00541001')) {
    case 'GML':
      // SUV Type (0054,1006): body weight where it is absent.
      return ['', 'BW'].includes(text(dataSet, 'x00541006')) ? 1 : null;
    case 'BQML':
      return factorOfActivity(dataSet);
    case 'CNTS':
      return factorOfCounts(dataSet);
    default:
      return null;
  }
}

const PHILIPS_PET = 'Philips PET Private Group';

/** (7053,1000) turns counts into uptake, (7053,1009) into Bq/ml. */
function factorOfCounts(dataSet: DataSet): number | null {
  if (text(dataSet, 'x70530010') !== PHILIPS_PET) return null;
  const uptake = positive(dataSet, 'x70531000');
  if (uptake !== null) return uptake;
  const activity = positive(dataSet, 'x70531009');
  const factor = activity === null ? null : factorOfActivity(dataSet);
  return factor === null ? null : activity! * factor;
}

function factorOfActivity(dataSet: DataSet): number | null {
  const drug = dataSet.elements.x00540016?.items?.[0]?.dataSet;
  const weightKg = positive(dataSet, 'x00101030');
  const doseBq = drug ? positive(drug, 'x00181074') : null;
  if (!drug || weightKg === null || doseBq === null) return null;
  const decay = decaySince(dataSet, drug);
  return decay === null ? null : (weightKg * 1000) / (doseBq * decay);
}

/** What is left of the dose at the time to which decay was corrected: 1 at its administration. */
function decaySince(dataSet: DataSet, drug: DataSet): number | null {
  const correction = text(dataSet, 'x00541102');
  if (correction === 'ADMIN') return 1;
  const halfLifeSeconds = positive(drug, 'x00181075');
  const startSeconds = scanStart(dataSet);
  if (correction !== 'START' || halfLifeSeconds === null || startSeconds === null) return null;
  const injection = dateTime(text(drug, 'x00181078').slice(0, 8), text(drug, 'x00181078').slice(8));
  const injectionSeconds = injection ?? dateTime(text(dataSet, 'x00080021'), text(drug, 'x00181072'));
  if (injectionSeconds === null) return null;
  // Only a time of day: an injection "after" the scan was before midnight.
  const isDayBefore = injection === null && injectionSeconds > startSeconds;
  const elapsedSeconds = startSeconds - injectionSeconds + (isDayBefore ? DAY_SECONDS : 0);
  // Beyond a day a time is wrong rather than an uptake useful.
  if (elapsedSeconds < 0 || elapsedSeconds > DAY_SECONDS) return null;
  return 2 ** (-elapsedSeconds / halfLifeSeconds);
}

const DAY_SECONDS = 86_400;

/**
 * The start of the scan, to which START refers: Series Time, unless a processing step has overwritten it. Then it is after
 * the acquisition, and what the maker says stands (GE: (0009,100D)), else nothing.
 */
function scanStart(dataSet: DataSet): number | null {
  const series = dateTime(text(dataSet, 'x00080021'), text(dataSet, 'x00080031'));
  const acquisition = dateTime(text(dataSet, 'x00080022'), text(dataSet, 'x00080032'));
  if (series !== null && acquisition !== null && series <= acquisition) return series;
  if (text(dataSet, 'x00090010') !== 'GEMS_PETD_01') return null;
  const ofMaker = text(dataSet, 'x0009100d');
  return dateTime(ofMaker.slice(0, 8), ofMaker.slice(8));
}

/** Seconds of a date (DA) and a time of day (TM), PS3.5 section 6.2; null where one is missing. */
function dateTime(date: string, time: string): number | null {
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(date);
  const clock = /^(\d{2})(\d{2})?(\d{2}(?:\.\d+)?)?/.exec(time);
  if (!day || !clock) return null;
  const midnight = Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3])) / 1000;
  return midnight + Number(clock[1]) * 3600 + Number(clock[2] ?? 0) * 60 + Number(clock[3] ?? 0);
}

const text = (dataSet: DataSet, tag: string): string => dataSet.string(tag)?.split('\\')[0]?.trim() ?? '';

function positive(dataSet: DataSet, tag: string): number | null {
  const value = Number.parseFloat(text(dataSet, tag));
  return Number.isFinite(value) && value > 0 ? value : null;
}
