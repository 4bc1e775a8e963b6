import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../instance.ts';
import { freePorts } from './free-ports.ts';

const START_TIMEOUT_MS = 60_000;
const DICOM_WEB = '/usr/share/orthanc/plugins/libOrthancDicomWeb.so';
const WORKLISTS = '/usr/share/orthanc/plugins/libModalityWorklists.so';

export interface OrthancServer {
  /** URL of its REST interface; DICOMweb is below /dicom-web. */
  url: string;
  dicomPort: number;
  close(): Promise<void>;
}

/**
 * Orthanc, a PACS of somebody else's making, with DICOMweb; on loopback, empty, in a directory that goes with it. `worklists`: a
 * directory of entries that it answers as a modality worklist.
 */
export async function startOrthanc({
  user,
  worklists,
}: {
  user?: { name: string; password: string };
  worklists?: string;
} = {}): Promise<OrthancServer> {
  const dir = await mkdtemp(join(tmpdir(), 'duai-orthanc-'));
  const [httpPort, dicomPort] = (await freePorts(2)) as [number, number];
  const configuration = {
    StorageDirectory: join(dir, 'storage'),
    IndexDirectory: join(dir, 'index'),
    StorageCompression: false,
    HttpPort: httpPort,
    DicomPort: dicomPort,
    RemoteAccessAllowed: false,
    AuthenticationEnabled: user !== undefined,
    ...(user && { RegisteredUsers: { [user.name]: user.password } }),
    Plugins: worklists ? [DICOM_WEB, WORKLISTS] : [DICOM_WEB],
    ...(worklists && { Worklists: { Enable: true, Database: worklists }, DicomAlwaysAllowFindWorklist: true }),
    DicomWeb: { Enable: true, Root: '/dicom-web/' },
  };
  const file = join(dir, 'orthanc.json');
  await writeFile(file, JSON.stringify(configuration));
  const child = spawn('/usr/sbin/Orthanc', [file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-4000);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      output = String(error);
      resolve();
    });
  });
  const close = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
    await rm(dir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${httpPort}`;
  try {
    await waitFor(
      () =>
        fetch(`${url}/dicom-web/studies`).then(
          // One that asks who is there is ready too.
          (answer) => answer.ok || answer.status === 401 || undefined,
          () => undefined,
        ),
      START_TIMEOUT_MS,
      () => `Orthanc is not ready: ${output}`,
    );
    return { url, dicomPort, close };
  } catch (error) {
    await close();
    throw error;
  }
}
