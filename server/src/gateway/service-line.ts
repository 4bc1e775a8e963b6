import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { dicomweb, scans } from '@duai/contract';
import { z } from 'zod';
import { GATEWAY_USER_AGENT } from '../core/gateway-user-agent.ts';
import type { GatewaySettings } from './gateway-settings.ts';

const ANSWER_MS = 60_000;
/** Time limit for sending a whole study over a slow line. */
const SEND_MS = 6 * 3600 * 1000;

/** The service refused, or its answer cannot be understood. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Duplicate SOP Instance (PS3.7 section C.4): other content under its UID is stored, and the service kept this aside. */
const KEPT_ASIDE = 0x0111;

/** Referenced and Failed SOP Sequence with the UIDs in them (PS3.18 annex I.2). */
const storeAnswer = z.object({
  '00081199': z
    .object({ Value: z.array(z.object({ '00081155': z.object({ Value: z.tuple([z.string()]) }) })) })
    .optional(),
  '00081198': z
    .object({
      Value: z.array(
        z.object({
          '00081155': z.object({ Value: z.tuple([z.string()]) }),
          '00081197': z.object({ Value: z.tuple([z.number()]) }),
        }),
      ),
    })
    .optional(),
});

/** UIDs of the instances that the service stored, and of those that it kept aside. */
export interface Stored {
  stored: Set<string>;
  keptAside: Set<string>;
}

export type ServiceLine = ReturnType<typeof createServiceLine>;

/** Calls to the service, always from the inside out; no connection comes in. */
export function createServiceLine({ serviceUrl, apiKey }: Pick<GatewaySettings, 'serviceUrl' | 'apiKey'>) {
  async function call(
    path: string,
    init: RequestInit & { duplex?: 'half' } = {},
    timeoutMs = ANSWER_MS,
  ): Promise<Response> {
    return fetch(`${serviceUrl}${path}`, {
      ...init,
      redirect: 'error',
      headers: { authorization: `Bearer ${apiKey}`, 'user-agent': GATEWAY_USER_AGENT, ...init.headers },
      signal: AbortSignal.timeout(timeoutMs),
    });
  }

  async function told(response: Response): Promise<ServiceError> {
    const text = (await response.text()).slice(0, 300);
    const code = /"code":"([A-Z_]+)"/.exec(text)?.[1];
    return new ServiceError(response.status, `the service answered ${response.status}${code ? ` ${code}` : ''}`);
  }

  async function fetchObject(path: string): Promise<Uint8Array> {
    const response = await call(path);
    if (!response.ok) throw await told(response);
    return new Uint8Array(await response.arrayBuffer());
  }

  return {
    /**
     * Sends instances by STOW-RS (PS3.18 section 10.5), reading them while they are sent.
     * @returns the UIDs that the service has
     * @throws ServiceError, TypeError of fetch
     */
    async store(instances: readonly (() => AsyncIterable<Uint8Array>)[]): Promise<Stored> {
      const boundary = `duai-${randomUUID()}`;
      async function* body() {
        for (const open of instances) {
          yield Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`);
          yield* open();
          yield Buffer.from('\r\n');
        }
        yield Buffer.from(`--${boundary}--\r\n`);
      }
      const source = Readable.from(body(), { objectMode: false });
      const contentType = `multipart/related; type="application/dicom"; boundary=${boundary}`;
      let response: Response;
      try {
        response = await call(
          dicomweb.storeInstances.path,
          {
            method: 'POST',
            body: Readable.toWeb(source),
            duplex: 'half',
            headers: { 'content-type': contentType, accept: 'application/dicom+json' },
          },
          SEND_MS,
        );
      } finally {
        // A broken connection would leave the current file open.
        source.destroy();
      }
      // 409: none was stored, and the answer gives the reason for each (PS3.18 table 10.5.3-1).
      if (!response.ok && response.status !== 409) throw await told(response);
      const answer = storeAnswer.parse(await response.json());
      const failed = answer['00081198']?.Value ?? [];
      const uidsIn = (items: readonly { '00081155': { Value: [string] } }[]) =>
        new Set(items.map((item) => item['00081155'].Value[0]));
      return {
        stored: uidsIn(answer['00081199']?.Value ?? []),
        keptAside: uidsIn(failed.filter((item) => item['00081197'].Value[0] === KEPT_ASIDE)),
      };
    },

    /** The service's scan of a study; undefined where there is none. */
    async scanOf(studyInstanceUid: string): Promise<scans.Scan | undefined> {
      const response = await call(scans.getScanOfStudy.path.replace(':studyInstanceUid', studyInstanceUid));
      if (response.status === 404) return undefined;
      if (!response.ok) throw await told(response);
      return scans.getScanOfStudy.answer.parse(await response.json());
    },

    /** The results of a scan as DICOM objects of these kinds, one after the other; a run that has none of a kind is left out. */
    async *resultsOf(scanId: string, wanted: GatewaySettings['results']): AsyncGenerator<Uint8Array> {
      const isWanted = (object: (typeof wanted)[number]) => wanted.includes(object);
      if (isWanted('structured-report')) yield await fetchObject(scans.getScanSr.path.replace(':scanId', scanId));
      const kinds = scans.OBJECTS_OF_RUNS.filter(isWanted);
      if (kinds.length === 0) return;
      const response = await call(scans.listMaskedRuns.path.replace(':scanId', scanId));
      if (!response.ok) throw await told(response);
      for (const { runId } of scans.listMaskedRuns.answer.parse(await response.json()))
        for (const kind of kinds) {
          const path = scans.getObjectOfRun.path.replace(':scanId', scanId).replace(':runId', runId);
          const made = await fetchObject(path.replace(':object', kind)).catch(undefinedIfMissing);
          if (made) yield made;
        }
    },

    /** For the check: the time of the service, and whether it accepts the key. */
    async hello(): Promise<{ status: number; at: Date | undefined }> {
      const response = await call(scans.listScans.path, { method: 'GET' });
      await response.body?.cancel();
      const date = response.headers.get('date');
      return { status: response.status, at: date ? new Date(date) : undefined };
    },
  };
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof ServiceError && error.status === 404) return;
  throw error;
}
