import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Acceptor, startAcceptor } from '../../../dimse/acceptor.ts';
import { EXPLICIT_LE, IMPLICIT_LE } from '../../../dimse/messages/uids.ts';
import { provide } from '../../../dimse/services/provider.ts';
import { sendInstances } from './send-instances.ts';

const [CT, MR] = ['1.2.840.10008.5.1.4.1.1.2', '1.2.840.10008.5.1.4.1.1.4'] as const;

/** The peer breaks off while it is sent. */
const BREAKS = '2.25.4';
/** Accepts CT only, in Explicit VR only. */
let peer: Acceptor;
const received: string[] = [];
beforeAll(async () => {
  peer = await startAcceptor<null>({
    ...{ host: '127.0.0.1', port: 0, limits: { connections: 10, waitingOfAddress: 10 } },
    implementation: { classUid: '2.25.77', versionName: 'TEST' },
    admit: async () => ({
      ...{ peer: null, key: 'one', atOnce: 10 },
      offerOf: (uid) => (uid === CT ? { accepts: (syntax: string) => syntax === EXPLICIT_LE } : undefined),
    }),
    serve: (association) =>
      provide(association, {
        async store({ sopInstanceUid, dataSet }) {
          for await (const _ of dataSet);
          if (sopInstanceUid === BREAKS) association.abort(new Error('for the test'));
          received.push(sopInstanceUid);
          return { status: 0 };
        },
      }),
    onFailure: () => {},
  });
});
afterAll(() => peer.close(0));

it('a file is opened only where the peer takes its class and syntax, and every file that is opened is closed', async () => {
  let opened = 0;
  let closed = 0;
  /** Opened like a stored file: its handle exists before anybody reads. */
  const instance = (sopInstanceUid: string, sopClassUid: string, transferSyntax: string) => ({
    ...{ sopInstanceUid, sopClassUid, transferSyntax },
    open: async () => {
      opened += 1;
      return (async function* () {
        try {
          yield Buffer.alloc(16);
        } finally {
          closed += 1;
        }
      })();
    },
  });
  const destination = {
    ...{ aeTitle: 'PEER', transport: 'plain' as const, certificateSha256: null, host: '127.0.0.1', port: peer.port },
  };
  const config = { DICOM_AE_TITLE: 'DUAI' } as never;
  const instances = [
    instance('2.25.1', MR, EXPLICIT_LE),
    instance('2.25.2', CT, IMPLICIT_LE),
    instance('2.25.3', CT, EXPLICIT_LE),
  ];
  const results: unknown[] = [];
  for await (const sent of sendInstances({ config }, destination, instances)) results.push(sent);
  expect(results).toEqual([
    { sopInstanceUid: '2.25.1', result: 'failed', reason: 'NOT_TAKEN' },
    { sopInstanceUid: '2.25.2', result: 'failed', reason: 'NOT_TAKEN' },
    { sopInstanceUid: '2.25.3', result: 'completed', status: 0 },
  ]);
  expect(received).toEqual(['2.25.3']);
  expect([opened, closed]).toEqual([1, 1]);
});

it('a connection that breaks while an instance is sent is told as that, and the next one is sent', async () => {
  const destination = {
    ...{ aeTitle: 'PEER', transport: 'plain' as const, certificateSha256: null, host: '127.0.0.1', port: peer.port },
  };
  const instances = [BREAKS, '2.25.5'].map((sopInstanceUid) => ({
    ...{ sopInstanceUid, sopClassUid: CT, transferSyntax: EXPLICIT_LE },
    open: async () =>
      (async function* () {
        yield Buffer.alloc(16);
      })(),
  }));
  const results: unknown[] = [];
  for await (const sent of sendInstances({ config: { DICOM_AE_TITLE: 'DUAI' } as never }, destination, instances))
    results.push(sent);
  expect(results).toEqual([
    { sopInstanceUid: BREAKS, result: 'failed', reason: 'ABORTED' },
    { sopInstanceUid: '2.25.5', result: 'completed', status: 0 },
  ]);
});
