import type { DicomHeader } from '@duai/imaging';
import { isoDate } from '../dicom-date.ts';
import type { Owner, Queries } from '../studies.store.ts';
import { type FullTree, findFullSeries, findFullTree, findSources, type ScanSource } from '../study-trees.store.ts';
import { findCorrection, findCorrectionsOf } from './corrections.store.ts';
import type { CorrectionRow } from './corrections.tables.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365.25;

/** Age at the examination, in years; null where either day is unknown. @param birthDate YYYYMMDD @param day ISO */
export function ageAt(birthDate: string | null, day: string | null): number | null {
  const born = isoDate(birthDate);
  if (born === null || day === null) return null;
  const years = (Date.parse(day) - Date.parse(born)) / DAY_MS / YEAR_DAYS;
  return years >= 0 ? Math.round(years * 100) / 100 : null;
}

/** Sex and age by which algorithms decide: those of the corrected patient, never those of the one before. */
const personOf = ({ sex, birthDate }: CorrectionRow, day: string | null) => ({
  patientSex: sex,
  patientAgeYears: ageAt(birthDate, isoDate(day)),
});

type Series = FullTree['series'][number];
const withPerson = (series: Series, correction: CorrectionRow): Series => ({
  ...series,
  instances: series.instances.map((instance) => ({
    ...instance,
    header: instance.header && ofCorrected(instance.header, correction),
  })),
});
const ofCorrected = (header: DicomHeader, correction: CorrectionRow): DicomHeader => ({
  ...header,
  ...personOf(correction, header.studyDate),
});

export async function fullTree(on: Queries, owner: Owner): Promise<FullTree[]> {
  const [tree, correction] = [await findFullTree(on, owner), await findCorrection(on, owner)];
  if (!correction) return tree;
  return tree.map((study) => ({ ...study, series: study.series.map((series) => withPerson(series, correction)) }));
}

export async function fullSeries(on: Queries, owner: Owner, seriesId: string): Promise<Series | undefined> {
  const [series, correction] = [await findFullSeries(on, owner, seriesId), await findCorrection(on, owner)];
  return series && correction ? withPerson(series, correction) : series;
}

/** The patient and device of each scan; scans without a header are left out. */
export async function sourcesOfScans(
  on: Pick<Queries, 'execute' | 'select'>,
  scanIds: string[],
): Promise<Map<string, ScanSource>> {
  const sources = await findSources(on, scanIds);
  for (const [scanId, correction] of await findCorrectionsOf(on, scanIds)) {
    const source = sources.get(scanId);
    if (source) sources.set(scanId, { ...source, ...personOf(correction, source.studyDate) });
  }
  return sources;
}
