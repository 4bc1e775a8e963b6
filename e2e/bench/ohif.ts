import { startOrthanc } from '../../scripts/test-servers/orthanc.ts';
import { stowRequest } from '../../scripts/test-servers/stow.ts';
import { hasOhifServer, serveOhif } from '../support/ohif.ts';

/** OHIF in front of Orthanc with these files; null where its server is not there. */
export async function startOhif(files: readonly { bytes: Uint8Array }[]) {
  if (!hasOhifServer) return null;
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
  const ohif = await serveOhif(`${orthanc.url}/dicom-web`);
  return {
    addressOf: ohif.addressOf,
    async close() {
      await ohif.close();
      await orthanc.close();
    },
  };
}
