import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { dicomweb, studies } from '@duai/contract';

/**
 * The server of a case as if its study had so many slices: its own answers, in which one image stands under as many names as
 * are wanted. 2 GB need not be sent and analysed for it, and the page cannot tell the difference.
 */
export async function startLongStack(address: string, caseId: string, slices: number) {
  const root = `/api/console/cases/${caseId}`;
  const nameOf = (uid: string | undefined | null, at: number) => `${uid}.${at + 1}`;
  let frame: Promise<Buffer> | undefined;
  const fetched = async ({ headers }: IncomingMessage, path: string): Promise<Buffer> => {
    const answer = await fetch(address + path, {
      headers: { cookie: headers.cookie ?? '', accept: headers.accept ?? '*/*' },
    });
    if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  };

  /** The first image of each series, over and over. */
  async function manyImages(incoming: IncomingMessage): Promise<Buffer> {
    const reading = JSON.parse(String(await fetched(incoming, incoming.url ?? ''))) as studies.Reading;
    for (const series of reading.studies.flatMap((study) => study.series))
      series.instances = Array.from({ length: slices }, (_, at) => {
        const image = series.instances[0];
        if (!image) throw new Error('a series has no image');
        return {
          ...image,
          id: `${image.id.slice(0, -6)}${String(at).padStart(6, '0')}`,
          sopInstanceUid: nameOf(image.sopInstanceUid, at),
        };
      });
    return Buffer.from(JSON.stringify(reading));
  }
  async function manyDescriptions(incoming: IncomingMessage): Promise<Buffer> {
    const [first] = JSON.parse(String(await fetched(incoming, incoming.url ?? ''))) as dicomweb.DicomJson[];
    const uid = String(first?.['00080018']?.Value?.[0]);
    const all = Array.from({ length: slices }, (_, at) => ({
      ...first,
      '00080018': { vr: 'UI', Value: [nameOf(uid, at)] },
    }));
    return Buffer.from(JSON.stringify(all));
  }
  /** Each a little different, so that it can be told from its neighbours. */
  async function oneFrame(incoming: IncomingMessage): Promise<Buffer> {
    const [, before = '', uid = '', at = '0'] =
      /^(.*\/instances\/)([\d.]+)\.(\d+)\/frames\/1$/.exec(incoming.url ?? '') ?? [];
    return frameAt(incoming, `${before}${uid}/frames/1`, Number(at));
  }
  async function frameAt(incoming: IncomingMessage, path: string, at: number): Promise<Buffer> {
    frame ??= fetched(incoming, path);
    const octets = Buffer.from(await frame);
    octets.fill(at % 251, 0, octets.length / 8);
    return octets;
  }
  /** The same, many in one answer. */
  async function manyFrames(incoming: IncomingMessage): Promise<Buffer> {
    const [series = '', query = ''] = incoming.url?.split('/frames?') ?? [];
    const parts: Buffer[] = [];
    for (const one of new URLSearchParams(query).get('of')?.split(',') ?? []) {
      const [, name = '', uid = '', at = '0'] = /^(([\d.]+)\.(\d+)):1$/.exec(one) ?? [];
      const octets = await frameAt(incoming, `${series}/instances/${uid}/frames/1`, Number(at));
      const head = `--part\r\nContent-Type: application/octet-stream\r\nContent-Location: instances/${name}/frames/1\r\n`;
      parts.push(Buffer.from(`${head}Content-Length: ${octets.length}\r\n\r\n`), octets, Buffer.from('\r\n'));
    }
    return Buffer.concat([...parts, Buffer.from('--part--\r\n')]);
  }
  const answerOf = (incoming: IncomingMessage): Promise<Buffer> | undefined => {
    const { url = '', method } = incoming;
    if (method !== 'GET') return undefined;
    if (url.split('?')[0] === root) return manyImages(incoming);
    if (url.startsWith(`${root}/dicom-web`) && url.endsWith('/metadata')) return manyDescriptions(incoming);
    if (url.startsWith(`${root}/dicom-web`) && url.includes('/frames?of=')) return manyFrames(incoming);
    if (url.startsWith(`${root}/dicom-web`) && url.includes('/frames/')) return oneFrame(incoming);
    return undefined;
  };
  const passOn = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { hostname, port } = new URL(address);
    const headers = { ...incoming.headers, host: `${hostname}:${port}` };
    const passed = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  };
  const server = createServer((incoming, outgoing) => {
    const answer = answerOf(incoming);
    if (!answer) return passOn(incoming, outgoing);
    answer.then(
      (body) => outgoing.end(body),
      (error) => outgoing.writeHead(502).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
