import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Acceptor, startAcceptor } from './dimse/acceptor.ts';
import { EXPLICIT_LE, STORAGE_COMMITMENT } from './dimse/messages/uids.ts';
import { provide } from './dimse/services/provider.ts';
import { writeCommitment } from './features/pacs/storage/commitment-information.ts';
import { resultsReady, scanFinished } from './features/scans/index.ts';
import { driveJobs } from './testing/job-driver.ts';
import { smallPhantom } from './testing/samples.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let archive: Acceptor;
/** Names by institution. */
const names = new Map<string, string>();
const scans: { scanId: string; institutionId: string }[] = [];
const peers = new Map<string, string>();
const [A, B] = [randomUUID(), randomUUID()];

const run = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  server.parts.db.drizzle.execute<Row>(query);

beforeAll(async () => {
  archive = await startAcceptor<null>({
    ...{ host: '127.0.0.1', port: 0, limits: { connections: 10, waitingOfAddress: 10 } },
    implementation: { classUid: '2.25.77', versionName: 'TEST' },
    admit: async () => ({ ...{ peer: null, key: 'one', atOnce: 10 }, offerOf: () => ({ accepts: () => true }) }),
    serve: (association) =>
      provide(association, {
        async store({ dataSet }) {
          for await (const _ of dataSet);
          return { status: 0 };
        },
      }),
    onFailure: () => {},
  });
  // Without a worker, the waiting jobs can be inspected.
  server = await startTestServer({ DUAI_ROLE: 'web' });
  for (const [name, id, studies] of [
    ['A', A, 4],
    ['B', B, 1],
  ] as const) {
    names.set(id, name);
    const peerId = randomUUID();
    peers.set(id, peerId);
    await run(sql`insert into institutions (id, name, country) values (${id}, ${name}, 'Other')`);
    await run(sql`insert into webhooks (id, institution_id, url, event, secret_encrypted, created_at)
      values (${randomUUID()}, ${id}, 'https://receiver.example', 'analysis.finished', '', now())`);
    await run(sql`insert into pacs_peers
      (id, institution_id, name, ae_title, transport, address, is_open, created_at, host, port)
      values (${peerId}, ${id}, ${name}, ${name}, 'plain', '127.0.0.1', true, now(), '127.0.0.1', ${archive.port})`);
    await run(sql`insert into pacs_result_routes (peer_id, institution_id, objects, changed_at)
      values (${peerId}, ${id}, '{structured-report}', now())`);
    for (let number = 0; number < studies; number += 1) {
      const scanId = randomUUID();
      await run(sql`insert into scans (id, institution_id, source, billing, status, submitted_at, created_at)
        values (${scanId}, ${id}, 'pacs', 'metered', 'complete', now(), now())`);
      scans.push({ scanId, institutionId: id });
    }
  }
});
afterAll(async () => {
  await server.end();
  await archive.close(0);
});

/** Whose jobs these are, in the order in which workers would take them. */
async function order(job: string, table: 'webhook_deliveries' | 'pacs_deliveries' | 'pacs_commitments', key: string) {
  const { rows } = await run<{ institutionId: string }>(sql`
    select institution_id::text as "institutionId" from pgboss.job
    join ${sql.identifier(table)} own on own.id = (data ->> ${key})::uuid
    where pgboss.job.name = ${job} order by priority desc, created_on, pgboss.job.id`);
  return rows.map(({ institutionId }) => names.get(institutionId)).join(' ');
}

it('calls to the systems of institutions take turns: who has many, or slow ones, makes no other wait', async () => {
  const { db, queue } = server.parts;
  const jobs = driveJobs(server);
  for (const { scanId } of scans) {
    for (const job of [scanFinished, resultsReady])
      await db.transaction((tx) => queue.enqueue(tx, job, { scanId, submission: 1 }));
  }
  for (let left = 2 * scans.length; left > 0; left -= 1) await jobs.runNext();
  expect(await order('integrations.deliver', 'webhook_deliveries', 'deliveryId')).toBe('A B A A A');
  expect(await order('pacs.deliver-result', 'pacs_deliveries', 'deliveryId')).toBe('A B A A A');

  // Once the results have arrived, requests for storage commitment take turns too.
  await run(sql`delete from pgboss.job where name = 'integrations.deliver'`);
  await run(sql`update pacs_deliveries set content = ${Buffer.from(smallPhantom().files[0]!.bytes)}`);
  for (let left = scans.length; left > 0; left -= 1) await jobs.runNext();
  expect(await order('pacs.ask-for-commitment', 'pacs_deliveries', 'deliveryId')).toBe('A B A A A');

  // So do answers to commitment requests from the systems, for which this server calls back.
  for (const { institutionId } of scans) {
    const context = { id: 1, abstractSyntax: STORAGE_COMMITMENT, transferSyntax: EXPLICIT_LE };
    const peer = { id: peers.get(institutionId)!, institutionId } as never;
    const instances = [{ sopClassUid: '1.2.840.10008.5.1.4.1.1.2', sopInstanceUid: '2.25.1' }];
    const transactionUid = `2.25.${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`;
    const information = writeCommitment({ transactionUid, instances, failed: [] }, EXPLICIT_LE);
    const { requestCommitment } = server.features.pacs.commitments.servicesFor(peer);
    expect(await requestCommitment({ context, type: 1, information })).toEqual({ status: 0 });
  }
  expect(await order('pacs.report-commitment', 'pacs_commitments', 'commitmentId')).toBe('A B A A A');
});
