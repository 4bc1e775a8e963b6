import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileMeta, isTakenStorage, isTransferSyntaxSupported } from '@duai/imaging';
import { readOriginal } from '@duai/imaging/deidentify';
import type { Logger } from '../core/logger.ts';
import { type Acceptor, startAcceptor } from '../dimse/acceptor.ts';
import { type Outcome, STATUS } from '../dimse/messages/statuses.ts';
import { EXPLICIT_LE, IMPLICIT_LE, VERIFICATION } from '../dimse/messages/uids.ts';
import { provide, type StoreCall } from '../dimse/services/provider.ts';
import type { Implementation } from '../dimse/upper-layer/negotiate.ts';
import { REJECTIONS } from '../dimse/upper-layer/pdu.ts';
import { fileSource } from './file-source.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import type { Vault } from './vault.ts';

const LIMITS = { connections: 50, waitingOfAddress: 8 };
const ASSOCIATIONS_AT_ONCE = 10;

/** Accepts studies by C-STORE from the configured systems. It answers success only once the instance is on disk. */
export function receive(
  { ownTitle, listen, sources }: GatewaySettings,
  { vault, log, implementation }: { vault: Vault; log: Logger; implementation: Implementation },
): Promise<Acceptor> {
  return startAcceptor<string>({
    ...listen,
    implementation,
    limits: LIMITS,
    async admit({ callingAe, calledAe }, { address }) {
      if (calledAe !== ownTitle) return { rejection: REJECTIONS.calledAe };
      const isKnown = sources.some((source) => source.aeTitle === callingAe && source.address === address);
      if (!isKnown) return { rejection: REJECTIONS.callingAe };
      const key = `${callingAe}@${address}`;
      return {
        ...{ peer: key, key, atOnce: ASSOCIATIONS_AT_ONCE },
        offerOf: (abstractSyntax) => {
          if (abstractSyntax === VERIFICATION) return { accepts: (uid) => uid === EXPLICIT_LE || uid === IMPLICIT_LE };
          return isTakenStorage(abstractSyntax) ? { accepts: isTransferSyntaxSupported } : undefined;
        },
      };
    },
    serve: (association) => provide(association, { store: (call) => store(vault, log, call) }),
    onFailure(error, _caller, peer) {
      if (peer) log.info({ err: error }, 'an association failed');
    },
  });
}

async function store(vault: Vault, log: Logger, call: StoreCall): Promise<Outcome> {
  const path = join(vault.incoming, randomUUID());
  try {
    await write(path, call);
    const source = await fileSource(path);
    try {
      const original = await readOriginal(source);
      if (original.sopInstanceUid !== call.sopInstanceUid)
        return { status: STATUS.doesNotMatch, comment: 'The data set is not what the command says' };
      await vault.keep(path, original, Date.now());
      return { status: STATUS.success };
    } catch (error) {
      if ((error as Error).name !== 'ImagingError') throw error;
      return { status: STATUS.cannotUnderstand, comment: 'The data set cannot be read' };
    } finally {
      await source.close();
    }
  } catch (error) {
    if (isOfAssociation(error)) throw error;
    log.error({ err: error }, 'an instance was not kept');
    return { status: STATUS.outOfResources, comment: 'Not possible now: send again later' };
  } finally {
    await rm(path, { force: true });
  }
}

async function write(path: string, { sopClassUid, sopInstanceUid, context, dataSet }: StoreCall): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.write(fileMeta({ sopClassUid, sopInstanceUid, transferSyntaxUid: context.transferSyntax }));
    for await (const part of dataSet) await file.write(part);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The other side disconnected or violated the protocol, so it gets no answer. */
const isOfAssociation = (error: unknown): boolean =>
  ['AssociationLost', 'ProtocolError'].includes((error as Error).name);
