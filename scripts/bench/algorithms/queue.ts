import { rm } from 'node:fs/promises';
import { acceptance, evaluation, scans } from '@duai/contract';
import { bytesSource, chestPhantom, type DicomHeader, inspectFile } from '@duai/imaging';
import { readConfig } from '../../../server/src/config.ts';
import { createLogger } from '../../../server/src/core/logger.ts';
import { start } from '../../../server/src/start.ts';
import { imagesForm } from '../../http-client.ts';
import { temporaryDirectory, waitFor } from '../../instance.ts';
import { signIn } from '../people.ts';

const WITHIN_MS = 900_000;

/** A phantom as so many studies of their own: the same images with other UIDs, each of the same length. */
export async function studiesOf(count: number): Promise<{ name: string; bytes: Uint8Array }[][]> {
  const { files } = chestPhantom({ slices: 30, matrix: 256 });
  const headers: DicomHeader[] = [];
  for (const { bytes } of files) {
    const found = await inspectFile(bytesSource(bytes));
    if (found.status === 'refused' || found.kind !== 'dicom') throw new Error('the phantom is no image');
    headers.push(found.header);
  }
  const renamed = (uid: string, number: number) => `${uid.slice(0, -8)}${10_000_000 + number}`;
  return Array.from({ length: count }, (_, study) =>
    files.map(({ name, bytes }, at) => {
      const copy = Buffer.from(bytes);
      const { studyInstanceUid, seriesInstanceUid, sopInstanceUid } = headers[at] ?? {};
      for (const [uid, number] of [
        [sopInstanceUid, study * 100 + at],
        [seriesInstanceUid, study],
        [studyInstanceUid, study],
      ] as const) {
        if (!uid) throw new Error('the phantom has no UIDs');
        for (let found = copy.indexOf(uid); found >= 0; found = copy.indexOf(uid, found + 1))
          copy.write(renamed(uid, number), found, 'latin1');
      }
      return { name, bytes: copy };
    }),
  );
}

/**
 * Uploads chest CTs to an institution and has an algorithm run on all of them at once, as an acceptance run does. Seconds from the call
 * that queues them to the end of the last: queue, database, verified copies of the files, child process, check of each result.
 */
export async function queuedSeconds(count: number, { id, version }: { id: string; version: string }): Promise<number> {
  const dataDir = await temporaryDirectory();
  const running = await start(
    readConfig({ NODE_ENV: 'development', PORT: '0', DUAI_DATA_DIR: dataDir, AUTH_RATE_PER_MINUTE: '1000' }),
    { log: createLogger('fatal') },
  );
  try {
    const { institution, operator, whose } = await signIn(running);
    await running.parts.db.drizzle.execute('update trials set scan_limit = 10000');
    const ids: string[] = [];
    for (const files of await studiesOf(count))
      ids.push((await institution.call(scans.uploadScan, { form: imagesForm(files) })).scan.id);
    const isProcessed = async () => {
      const { rows } = await running.parts.db.drizzle.execute(
        "select 1 from scans where status = 'processing' limit 1",
      );
      return rows.length === 0 || undefined;
    };
    await waitFor(isProcessed, WITHIN_MS, () => 'the studies are not processed');
    const question = await institution.call(evaluation.createQuestion, {
      body: {
        name: 'Volume',
        algorithmId: id,
        positiveWhen: { kind: 'measurement', code: 'LUNG_VOLUME', direction: 'at-least', threshold: 1 },
      },
    });
    const csv = ids.map((scanId) => `${scanId},1`).join('\n');
    await institution.call(evaluation.uploadGroundTruth, { params: { questionId: question.id }, body: { csv } });
    const params = { institutionId: whose.institutionId };
    await operator.call(acceptance.startAcceptance, { params, body: { algorithmId: id, version } });
    const run = await waitFor(
      async () => (await operator.call(acceptance.getAcceptanceOf, { params })).runs.find((each) => each.finishedAt),
      WITHIN_MS,
      () => 'the queued runs have not ended',
    );
    const answered = run.questions?.[0]?.accuracy.truePositives;
    if (answered !== count) throw new Error(`${answered} of ${count} studies were measured`);
    return (Date.parse(String(run.finishedAt)) - Date.parse(run.startedAt)) / 1000;
  } finally {
    await running.stop();
    await rm(dataDir, { recursive: true });
  }
}
