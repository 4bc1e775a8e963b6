import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '../../scripts/instance.ts';
import { freePorts } from '../../scripts/test-servers/free-ports.ts';

export const OHIF_VERSION = '3.13.2';
const run = promisify(execFile);
/** Serves the built viewer in front of a DICOMweb root; it lies beside the data of the tests. */
const SERVER = join(
  process.env.DUAI_TEST_DATA ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data'),
  '..',
  'tools',
  'ohif-server.mjs',
);
export const hasOhifServer = existsSync(SERVER);

/**
 * OHIF as its package is built, in front of a DICOMweb root that is called with this Authorization. `OHIF_DIST` names a folder
 * that was unpacked before; without it the package is fetched into a directory that goes with it.
 */
export async function serveOhif(root: string, authorization?: string) {
  const dir = await mkdtemp(join(tmpdir(), 'duai-ohif-'));
  let dist = process.env.OHIF_DIST;
  if (!dist) {
    await run('npm', ['pack', `@ohif/app@${OHIF_VERSION}`, '--silent'], { cwd: dir });
    await run('tar', ['xzf', `ohif-app-${OHIF_VERSION}.tgz`], { cwd: dir });
    dist = join(dir, 'package', 'dist');
  }
  const [port = 0] = await freePorts(1);
  const more = authorization === undefined ? [] : [authorization];
  const child = spawn(process.execPath, [SERVER, dist, root, String(port), ...more], { stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}`;
  await waitFor(
    () =>
      fetch(address).then(
        (answer) => answer.ok || undefined,
        () => undefined,
      ),
    30_000,
    () => 'the server of OHIF does not answer',
  );
  return {
    addressOf: (studyInstanceUid: string, mode = 'viewer') =>
      `${address}/${mode}?StudyInstanceUIDs=${studyInstanceUid}`,
    async close() {
      child.kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
