import type { DataSet } from 'dicom-parser';

/** Why no uptake can be computed from a file: missing or contradictory data. */
export const UPTAKE_GAPS = ['MODALITY', 'CORRECTIONS', 'UNITS', 'WEIGHT', 'DOSE', 'DECAY', 'TIMES'] as const;
export type UptakeGap = (typeof UPTAKE_GAPS)[number];

/** Factors that convert one modality value of a PET image to standardised uptake. */
export interface UptakeFactors {
  /** By body weight, g/ml. */
  bodyWeight: number;
  /** By lean body mass, g/ml; null without sex, weight and height. */
  leanBodyMass: number | null;
  /** By body surface, cm²/ml; null without weight and height. */
  bodySurface: number | null;
}

/**
 * Standardised uptake of one modality value of a PET image (QIBA Profile FDG-PET/CT 1.13 appendix G.1); if it cannot be
 * computed, what is missing. Required are corrections for decay and attenuation; for BQML the weight, the dose and, where
 * decay was corrected to the start of the scan, both times and the half-life. CNTS has a manufacturer's factor (Philips,
 * private group 7053); GML is already an uptake (PS3.3 C.8.9.1.1.3).
 */
export function uptakeOf(dataSet: DataSet): UptakeFactors | UptakeGap {
  const bodyWeight = factorOf(dataSet);
  if (typeof bodyWeight === 'string') return bodyWeight;
  const weightKg = positive(dataSet, 'x00101030');
  const heightM = positive(dataSet, 'x00101020');
  // The standard requires metres (PS3.3 C.7.2.2); a height in centimetres is treated as missing.
  if (weightKg === null || heightM === null || heightM > TALLEST_M)
    return { bodyWeight, leanBodyMass: null, bodySurface: null };
  const perGram = bodyWeight / (weightKg * 1000);
  const leanKg = leanBodyMassKg(text(dataSet, 'x00100040'), weightKg, heightM);
  return {
    bodyWeight,
    leanBodyMass: leanKg === null ? null : perGram * leanKg * 1000,
    bodySurface: perGram * bodySurfaceCm2(weightKg, heightM),
  };
}

/** By body weight, g/ml; null if it cannot be computed. */
export function suvFactorOf(dataSet: DataSet): number | null {
  const factor = factorOf(dataSet);
  return typeof factor === 'string' ? null : factor;
}

const TALLEST_M = 2.8;

/** Janmahasatian et al., Clin Pharmacokinet 44 (2005) 1051: a formula that is valid for severe obesity too. */
function leanBodyMassKg(sex: string, weightKg: number, heightM: number): number | null {
  const index = weightKg / heightM ** 2;
  if (sex === 'M') return (9270 * weightKg) / (6680 + 216 * index);
  if (sex === 'F') return (9270 * weightKg) / (8780 + 244 * index);
  return null;
}

/** Du Bois and Du Bois, Arch Intern Med 17 (1916) 863. */
const bodySurfaceCm2 = (weightKg: number, heightM: number): number =>
  71.84 * weightKg ** 0.425 * (heightM * 100) ** 0.725;

/** Corrected Image (0028,0051), PS3.3 C.8.9.1. */
export const correctionsOf = (dataSet: DataSet): string[] =>
  (dataSet.string('x00280051') ?? '')
    .split('\\')
    .map((word) => word.trim())
    .filter(Boolean);

function factorOf(dataSet: DataSet): number | UptakeGap {
  if (text(dataSet, 'x00080060') !== 'PT') return 'MODALITY';
  const corrected = correctionsOf(dataSet);
  if (!corrected.includes('ATTN') || !corrected.includes('DECY')) return 'CORRECTIONS';
  switch (text(dataSet, 'x00541001')) {
    case 'GML':
      // SUV Type (0054,1006): absent means body weight.
      return ['', 'BW'].includes(text(dataSet, 'x00541006')) ? 1 : 'UNITS';
    case 'BQML':
      return factorOfActivity(dataSet);
    case 'CNTS':
      return factorOfCounts(dataSet);
    default:
      return 'UNITS';
  }
}

const PHILIPS_PET = 'Philips PET Private Group';

/** (7053,1000) converts counts to uptake, (7053,1009) to Bq/ml. */
function factorOfCounts(dataSet: DataSet): number | UptakeGap {
  if (text(dataSet, 'x70530010') !== PHILIPS_PET) return 'UNITS';
  const uptake = positive(dataSet, 'x70531000');
  if (uptake !== null) return uptake;
  const activity = positive(dataSet, 'x70531009');
  if (activity === null) return 'UNITS';
  const factor = factorOfActivity(dataSet);
  return typeof factor === 'string' ? factor : activity * factor;
}

function factorOfActivity(dataSet: DataSet): number | UptakeGap {
  const drug = dataSet.elements.x00540016?.items?.[0]?.dataSet;
  const weightKg = positive(dataSet, 'x00101030');
  const doseBq = drug ? positive(drug, 'x00181074') : null;
  if (weightKg === null) return 'WEIGHT';
  if (!drug || doseBq === null) return 'DOSE';
  const decay = decaySince(dataSet, drug);
  return typeof decay === 'string' ? decay : (weightKg * 1000) / (doseBq * decay);
}

/** The fraction of the dose that is left at the time to which decay was corrected; 1 at its administration. */
function decaySince(dataSet: DataSet, drug: DataSet): number | UptakeGap {
  const correction = text(dataSet, 'x00541102');
  if (correction === 'ADMIN') return 1;
  const halfLifeSeconds = positive(drug, 'x00181075');
  if (correction !== 'START' || halfLifeSeconds === null) return 'DECAY';
  const startSeconds = scanStart(dataSet);
  if (startSeconds === null) return 'TIMES';
  const injection = dateTime(text(drug, 'x00181078').slice(0, 8), text(drug, 'x00181078').slice(8));
  const injectionSeconds = injection ?? dateTime(text(dataSet, 'x00080021'), text(drug, 'x00181072'));
  if (injectionSeconds === null) return 'TIMES';
  // If only times of day are known, an injection "after" the scan was on the day before.
  const isDayBefore = injection === null && injectionSeconds > startSeconds;
  const elapsedSeconds = startSeconds - injectionSeconds + (isDayBefore ? DAY_SECONDS : 0);
  // Beyond a day, a wrong time is more likely than a useful uptake.
  if (elapsedSeconds < 0 || elapsedSeconds > DAY_SECONDS) return 'TIMES';
  return 2 ** (-elapsedSeconds / halfLifeSeconds);
}

const DAY_SECONDS = 86_400;

/**
 * The start of the scan, to which START refers: Series Time, unless a processing step has overwritten it. Series Time is then
 * later than the acquisition, and the manufacturer's time is used (GE: (0009,100D)), if there is one.
 */
function scanStart(dataSet: DataSet): number | null {
  const series = dateTime(text(dataSet, 'x00080021'), text(dataSet, 'x00080031'));
  const acquisition = dateTime(text(dataSet, 'x00080022'), text(dataSet, 'x00080032'));
  if (series !== null && acquisition !== null && series <= acquisition) return series;
  if (text(dataSet, 'x00090010') !== 'GEMS_PETD_01') return null;
  const ofMaker = text(dataSet, 'x0009100d');
  return dateTime(ofMaker.slice(0, 8), ofMaker.slice(8));
}

/** Seconds for a date (DA) and a time of day (TM), PS3.5 section 6.2; null if one is missing. */
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
