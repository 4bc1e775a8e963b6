import type { Readable } from 'node:stream';
import type { Context, SharedActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { zipStream } from '../../core/files/zip-stream.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Reports } from '../reports/index.ts';
import { createLostFiles, imageEntries, type Studies } from '../studies/index.ts';
import { isOpeningAlive } from './shares.policy.ts';
import * as store from './shares.store.ts';

/** How often a running download checks that its link is still valid, in ms. */
const RECHECK_MS = 2000;

interface Others {
  audit: Audit;
  cases: Cases;
  reports: Reports;
  studies: Studies;
}

/** Sends the unchanged files to the doctor. The download is cut within seconds when the link is closed. */
export async function downloadShared(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { audit, cases, reports, studies }: Others,
  context: Context,
  reader: SharedActor,
): Promise<{ stream: Readable; caseNumber: string }> {
  const { caseNumber } = await db.transaction(async (tx) => {
    await reports.assertSigned(tx, context, reader.caseId);
    await store.updateOpening(tx, reader.openingId, { downloadedAt: clock.now() });
    const row = await cases.forPatient(tx, context, reader.caseId);
    await audit.record(tx, context, { action: 'studies.download', subjectType: 'case', subjectId: row.id });
    return row;
  });
  const assertLive = async () => {
    const found = await store.findOpeningById(db.drizzle, reader.openingId);
    if (!found || !isOpeningAlive(found.share, found.opening, clock.now())) throw new AppError('SHARE_CLOSED');
  };
  const trees = await studies.wholeTree(db.drizzle, { caseId: reader.caseId });
  const lost = createLostFiles(context.language);
  const entries = function* () {
    yield* imageEntries(caseNumber, trees, async ({ sha256 }) => {
      await assertLive();
      return studies.openFile(sha256);
    });
    yield* lost.entry(caseNumber, clock.now());
  };
  const stream = zipStream(entries(), lost.options);
  const recheck = setInterval(() => void assertLive().catch((error) => stream.destroy(error)), RECHECK_MS);
  stream.on('close', () => clearInterval(recheck));
  return { stream, caseNumber };
}
