import { execFile } from 'node:child_process';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accounts, scans } from '@duai/contract';
import { createHttpClient } from '../../scripts/http-client.ts';
import { type Instance, startInstance, temporaryDirectory, waitFor } from '../../scripts/instance.ts';

const TEMPLATE = 'DUAI_JOURNEY_TEMPLATE';

/** Runs before all journeys: prepares a data directory as after the first start, which the server of every file copies. */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  const dataDir = await temporaryDirectory();
  const first = await startInstance({ dataDir });
  await sampleScansAnalysed(first);
  await first.stop();
  // No data of a journey must survive a power failure, so commits need not wait for the disk.
  await appendFile(
    join(dataDir, 'database', 'cluster', 'postgresql.auto.conf'),
    ['fsync', 'synchronous_commit', 'full_page_writes'].map((setting) => `${setting} = off\n`).join(''),
  );
  process.env[TEMPLATE] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}

/** The sample scans are analysed once, here, so that nothing is running in the copies when a journey begins. */
async function sampleScansAnalysed({ address, logins }: Instance): Promise<void> {
  const client = createHttpClient(address);
  await client.call(accounts.loginInstitutionUser, { body: logins.institution });
  await waitFor(
    async () => (await client.call(scans.listScans)).every(({ status }) => status === 'complete') || undefined,
    100_000,
    () => 'the sample scans were not analysed',
  );
}

/** A data directory with a migrated database and the sample accounts, identical in every copy. */
export async function copyOfTemplate(): Promise<string> {
  const dataDir = await temporaryDirectory();
  // Keeps owners, which Node's own copy function does not: the database runs under another account than root.
  await promisify(execFile)('cp', ['-a', `${process.env[TEMPLATE]}/.`, dataDir]);
  return dataDir;
}
