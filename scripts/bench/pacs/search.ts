import { connectDatabase } from '../../../server/src/adapters/database/connect.ts';
import { inTurn, openSite, type Site, settled } from '../sites.ts';

/** Numbers of studies, of ten images each. */
const STUDIES = [1_000, 10_000, 100_000];
export const CALLS = 100;
const MOST_GROWTH = 1.5;
/** Smaller differences are noise, ms. */
const NOISE_MS = 3;
/** So many days hold more than 20 studies at each size: as many are answered. */
const DAYS = 120;
const DAY_MS = 86_400_000;

/** The search of each call is for another study, spread over all of them. */
const SEARCHES: Readonly<Record<string, (n: number, days: string) => string>> = {
  'by patient id': (n) => `PatientID=HN${n}`,
  'by accession number': (n) => `AccessionNumber=ACC${n}`,
  'by name, wildcard': (n) => `PatientName=BENCH${n}*`,
  'by Study Instance UID': (n) => `StudyInstanceUID=1.2.826.0.1.3680043.10.511.${n}`,
  'by days and modality, the newest 20': (_, days) => `StudyDate=${days}&ModalitiesInStudy=CT&limit=20`,
  'the newest 20': () => 'limit=20',
};

export interface SearchFigure {
  name: string;
  /** p95 in ms at each size. */
  p95: number[];
  growth: number;
  isMet: boolean;
}

/** QIDO-RS searches for studies over HTTP, with 10,000, 100,000 and 1,000,000 instances. */
export async function run(): Promise<SearchFigure[]> {
  const sites: Site[] = [];
  const found: SearchFigure[] = [];
  try {
    for (const size of STUDIES) {
      const site = await openSite(size);
      sites.push(site);
      await fillIdentities(site.maintenanceUrl, size);
    }
    for (const site of sites) await settled(site);
    for (const [name, queryOf] of Object.entries(SEARCHES)) {
      const times = await inTurn(
        CALLS,
        sites.map((site) => searching(site, name, queryOf)),
      );
      const p95 = times.map((one) => one.p95);
      const [least, most] = [p95[0]!, p95.at(-1)!];
      found.push({ name, p95, growth: most / least, isMet: most <= MOST_GROWTH * least || most - least <= NOISE_MS });
      console.log(`${name}: ${p95.map((ms) => ms.toFixed(1)).join(', ')}`);
    }
  } finally {
    for (const site of sites) await site.remove();
  }
  return found;
}

/** One search of a site, ms. @throws Error where it finds nothing */
function searching({ size, running, people }: Site, name: string, queryOf: (n: number, days: string) => string) {
  const cookie = people.institution
    .cookies()
    .map((pair) => pair.join('='))
    .join('; ');
  return async (call: number): Promise<number> => {
    const n = ownStudy(Math.floor(((call - 0.5) * size) / CALLS));
    const days = [call + DAYS, call].map((ago) => dicomDate(Date.now() - ago * DAY_MS)).join('-');
    const begin = performance.now();
    const answer = await fetch(`${running.address}/api/dicom-web/studies?${queryOf(n, days)}`, { headers: { cookie } });
    const rows = (await answer.json()) as unknown[];
    const ms = performance.now() - begin;
    if (!answer.ok || rows.length === 0)
      throw new Error(`${name} for study ${n} was answered with ${answer.status} and ${rows.length} studies`);
    return ms;
  };
}

const dicomDate = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');

/** Half of the studies belong to the institution (fill.ts). */
function ownStudy(n: number): number {
  let own = Math.max(1, n);
  while ((own * 37) % 100 >= 50) own += 1;
  return own;
}

async function fillIdentities(maintenanceUrl: string, size: number): Promise<void> {
  const db = await connectDatabase(maintenanceUrl, { max: 1 });
  try {
    await db.drizzle.execute(`
      insert into series_identities (id, series_id, name, patient_id, birth_date, sex, accession_number, is_removed, images)
      select gen_random_uuid(), bench_id('series', n), 'BENCH' || n || '^PATIENT', 'HN' || n, '19600101', 'F', 'ACC' || n, false, 10
      from generate_series(1, ${size}) n where exists (select from series where id = bench_id('series', n))`);
    await db.drizzle.execute('vacuum analyze series_identities');
  } finally {
    await db.close();
  }
}
