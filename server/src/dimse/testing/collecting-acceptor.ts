import { createHash } from 'node:crypto';
import { type Acceptor, type AcceptorOptions, startAcceptor } from '../acceptor.ts';
import { type Outcome, STATUS } from '../messages/statuses.ts';
import { provide, type Services, type StoreCall } from '../services/provider.ts';

export interface Collected {
  sopClassUid: string;
  transferSyntax: string;
  sha256: string;
  bytes: number;
}

const IMPLEMENTATION = { classUid: '2.25.1', versionName: 'TEST' };

/** For tests: accepts everything from everybody and keeps it by SOP Instance UID. */
export async function startCollectingAcceptor(
  options: Partial<Pick<AcceptorOptions<null>, 'limits' | 'timers' | 'tls' | 'admit'>> & {
    answer?: () => Promise<Outcome> | Outcome;
    /** Called before anything is read; if it answers undefined, the object is collected. */
    instead?: (call: StoreCall) => Promise<Outcome | undefined>;
    /** Further services. */
    services?: Partial<Services>;
  } = {},
): Promise<Acceptor & { stored: Map<string, Collected>; failures: unknown[] }> {
  const stored = new Map<string, Collected>();
  const failures: unknown[] = [];
  const acceptor = await startAcceptor<null>({
    host: '127.0.0.1',
    port: 0,
    implementation: IMPLEMENTATION,
    limits: { connections: 40, waitingOfAddress: 10 },
    admit: async () => ({ peer: null, key: 'all', atOnce: 20, offerOf: () => ({ accepts: () => true }) }),
    serve: (association) =>
      provide(association, {
        ...options.services,
        async store(call) {
          const other = await options.instead?.(call);
          if (other) return other;
          const { context, sopClassUid, sopInstanceUid, dataSet } = call;
          const hash = createHash('sha256');
          let bytes = 0;
          for await (const part of dataSet) {
            hash.update(part);
            bytes += part.length;
          }
          const { transferSyntax } = context;
          stored.set(sopInstanceUid, { sopClassUid, transferSyntax, sha256: hash.digest('hex'), bytes });
          return (await options.answer?.()) ?? { status: STATUS.success };
        },
      }),
    onFailure: (error) => failures.push(error),
    ...options,
  });
  return { ...acceptor, stored, failures };
}
