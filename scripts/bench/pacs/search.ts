import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase } from '../../../server/src/adapters/database/connect.ts';
import { startEmbeddedPostgres } from '../../../server/src/adapters/database/embedded.ts';
import { readConfig } from '../../../server/src/config.ts';
import { createLogger } from '../../../server/src/core/logger.ts';
import { start } from '../../../server/src/start.ts';
import { temporaryDirectory } from '../../instance.ts';
import { fill } from '../fill.ts';
import { signIn } from '../people.ts';

/** Numbers of studies, of ten images each. */
const STUDIES = [1_000, 10_000, 100_000];
const CALLS = 40;
const MOST_GROWTH = 1.5;
/** Smaller differences are noise, ms. */
const NOISE_MS = 3;

/** The search of each call is for another study, spread over all of them. */
const SEARCHES: Readonly<Record<string, (n: number, day: string) => string>> = {
  'by patient id': (n) => `PatientID=HN${n}`,
  'by accession number': (n) => `AccessionNumber=ACC${n}`,
  'by name, wildcard': (n) => `PatientName=BENCH${n}*`,
  'by Study Instance UID': (n) => `StudyInstanceUID=1.2.826.0.1.3680043.10.511.${n}`,
  'by day and modality': (_, day) => `StudyDate=${day}&ModalitiesInStudy=CT&limit=20`,
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
  const dataDir = await temporaryDirectory();
  const log = createLogger('fatal');
  const running = await start(
    readConfig({ NODE_ENV: 'development', PORT: '0', DUAI_DATA_DIR: dataDir, AUTH_RATE_PER_MINUTE: '1000' }),
    { log },
  );
  const found = new Map<string, number[]>(Object.keys(SEARCHES).map((name) => [name, []]));
  try {
    const { maintenanceUrl } = await startEmbeddedPostgres({
      ...{ dataDir: join(dataDir, 'database'), log, whenRunning: 'share' },
    });
    const { institution, whose } = await signIn(running);
    const cookie = institution
      .cookies()
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    let from = 0;
    for (const size of STUDIES) {
      await fill(maintenanceUrl, whose, from, size);
      await fillIdentities(maintenanceUrl, from, size);
      for (const [name, queryOf] of Object.entries(SEARCHES)) {
        const times: number[] = [];
        for (let call = 0; call < CALLS; call += 1) {
          const n = ownStudy(Math.floor(((call + 0.5) * size) / CALLS));
          const day = new Date(Date.now() - (call + 1) * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
          const begin = performance.now();
          const answer = await fetch(`${running.address}/api/dicom-web/studies?${queryOf(n, day)}`, {
            headers: { cookie },
          });
          const rows = (await answer.json()) as unknown[];
          times.push(performance.now() - begin);
          if (!answer.ok || (rows.length === 0 && name !== 'by day and modality'))
            throw new Error(`${name} for study ${n} was answered with ${answer.status} and ${rows.length} studies`);
        }
        found.get(name)!.push(times.toSorted((a, b) => a - b)[Math.ceil(CALLS * 0.95) - 1]!);
      }
      console.log(`searched ${size.toLocaleString('en')} studies`);
      from = size;
    }
  } finally {
    await running.stop();
    await rm(dataDir, { recursive: true });
  }
  return [...found].map(([name, p95]) => {
    const [least, most] = [p95[0]!, p95.at(-1)!];
    return { name, p95, growth: most / least, isMet: most <= MOST_GROWTH * least || most - least <= NOISE_MS };
  });
}

/** Half of the studies belong to the institution (fill.ts). */
function ownStudy(n: number): number {
  let own = Math.max(1, n);
  while ((own * 37) % 100 >= 50) own += 1;
  return own;
}

async function fillIdentities(maintenanceUrl: string, from: number, to: number): Promise<void> {
  const db = await connectDatabase(maintenanceUrl, { max: 1 });
  try {
    await db.drizzle.execute(`
      insert into series_identities (id, series_id, name, patient_id, birth_date, sex, accession_number, is_removed, images)
      select gen_random_uuid(), bench_id('series', n), 'BENCH' || n || '^PATIENT', 'HN' || n, '19600101', 'F', 'ACC' || n, false, 10
      from generate_series(${from + 1}, ${to}) n where exists (select from series where id = bench_id('series', n))`);
    await db.drizzle.execute('vacuum analyze series_identities');
  } finally {
    await db.close();
  }
}
