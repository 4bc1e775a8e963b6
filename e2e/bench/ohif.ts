import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '../../scripts/instance.ts';
import { freePorts } from '../../scripts/test-servers/free-ports.ts';
import { startOrthanc } from '../../scripts/test-servers/orthanc.ts';
import { stowRequest } from '../../scripts/test-servers/stow.ts';

export const OHIF_VERSION = '3.13.2';
const run = promisify(execFile);
/** Serves the built viewer in front of a DICOMweb root; it lies beside the data of the tests. */
const SERVER = join(
  process.env.DUAI_TEST_DATA ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data'),
  '..',
  'tools',
  'ohif-server.mjs',
);

/**
 * OHIF as its package is built, in front of Orthanc with these files; null where its server is not there. `OHIF_DIST` names
 * a folder that was unpacked before; without it the package is fetched into a directory that goes with it.
 */
export async function startOhif(files: readonly { bytes: Uint8Array }[]) {
  if (!existsSync(SERVER)) return null;
  const dir = await mkdtemp(join(tmpdir(), 'duai-ohif-'));
  let dist = process.env.OHIF_DIST;
  if (!dist) {
    await run('npm', ['pack', `@ohif/app@${OHIF_VERSION}`, '--silent'], { cwd: dir });
    await run('tar', ['xzf', `ohif-app-${OHIF_VERSION}.tgz`], { cwd: dir });
    dist = join(dir, 'package', 'dist');
  }
  const orthanc = await startOrthanc();
  const AT_ONCE = 50;
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const { body, contentType } = stowRequest(files.slice(from, from + AT_ONCE).map(({ bytes }) => bytes));
    const answer = await fetch(`${orthanc.url}/dicom-web/studies`, {
      method: 'POST',
      headers: { 'content-type': contentType, accept: 'application/dicom+json' },
      body,
    });
    if (!answer.ok) throw new Error(`Orthanc answers ${answer.status}`);
    await answer.arrayBuffer();
  }
  const [port = 0] = await freePorts(1);
  const child = spawn(process.execPath, [SERVER, dist, `${orthanc.url}/dicom-web`, String(port)], { stdio: 'ignore' });
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
    addressOf: (studyInstanceUid: string) => `${address}/viewer?StudyInstanceUIDs=${studyInstanceUid}`,
    async close() {
      child.kill();
      await orthanc.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
