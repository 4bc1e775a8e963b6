import { LIMITS } from '@duai/contract';
import { fileMeta } from '@duai/imaging';
import { isStorageFull, StorageError } from '../../../adapters/storage/port.ts';
import { type Context, systemContext } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { newId } from '../../../core/ids.ts';
import { inTurns, type Turns } from '../../../core/intake.ts';
import { OperationRefused, type Outcome, STATUS } from '../../../dimse/messages/statuses.ts';
import type { StoreCall } from '../../../dimse/services/provider.ts';
import { headerOf } from '../../studies/index.ts';
import { findOpenPeer } from '../pacs.store.ts';
import type { PeerRow } from '../pacs.tables.ts';
import type { PacsTools } from '../pacs-tools.ts';
import { keepAside } from './keep-aside.ts';

/** Fewest bytes that a piece of a data set counts for, since even a tiny piece costs work. */
const LEAST_COUNTED_BYTES = 512;

const LATER = 'Not possible now: send again later';
/** The answers to peers: without patient data, and at most 64 characters of ASCII. */
const OUTCOMES = {
  stored: { status: STATUS.success },
  duplicate: { status: STATUS.success },
  'other-content': { status: STATUS.duplicateInstance, comment: 'Another object has this UID: kept aside for review' },
} as const satisfies Record<string, Outcome>;

/** C-STORE for one association of a peer. It answers success only once the instance is on disk and in the database. */
export function createStoreInstance(tools: PacsTools, peer: PeerRow, address: string) {
  const { clock, config, log, scans, studies } = tools;
  const { institutionId } = peer;
  const context: Context = { ...systemContext, address, requestId: newId() };
  const intake = studies.enterIntakeOf(institutionId);
  const turns: Turns = { next: (bytes) => intake.next(Math.max(bytes, LEAST_COUNTED_BYTES)) };
  const quietMs = config.DICOM_QUIET_SECONDS * 1000;

  return async ({ context: { transferSyntax }, sopClassUid, sopInstanceUid, dataSet }: StoreCall): Promise<Outcome> => {
    // Asked while the data set comes; of a sender that is not admitted any more nothing further is read into staging.
    let refusal: Error | undefined;
    const asked = admitted(tools, peer).catch((error: Error) => {
      refusal = error;
      throw error;
    });
    asked.catch(() => {});
    async function* unlessRefused() {
      for await (const bytes of inTurns(dataSet, turns)) {
        if (refusal) throw refusal;
        yield bytes;
      }
    }
    try {
      const meta = fileMeta({ sopClassUid, sopInstanceUid, transferSyntaxUid: transferSyntax });
      const file = await studies.receiveInstance(
        { meta, dataSet: unlessRefused() },
        // Counted by peer, so that a system whose files end their checker does not delay others of its institution.
        { account: peer.id, maxBytes: LIMITS.instanceBytes },
      );
      if ('code' in file) return refusalOf(file.code);
      const now = await asked.catch(async (error: unknown) => {
        await studies.discard([file]);
        throw error;
      });
      const header = headerOf(file) ?? undefined;
      const isOther = header?.sopClassUid !== sopClassUid || header.sopInstanceUid !== sopInstanceUid;
      const { dataSetSha256 } = file;
      if (isOther || !header.studyInstanceUid || !dataSetSha256) {
        await studies.discard([file]);
        return isOther
          ? { status: STATUS.doesNotMatch, comment: 'The data set is not what the command says' }
          : { status: STATUS.cannotUnderstand, comment: 'The data set has no Study Instance UID' };
      }
      const { staged } = file;
      const outcome = await scans.acceptInstance(context, {
        ...{ institutionId, sopInstanceUid, file, quietMs },
        ...{ peerId: peer.id, peerName: now.name },
        studyInstanceUid: header.studyInstanceUid,
        onOtherContent: async (tx, scanId) => {
          log.warn({ peerId: peer.id, scanId }, 'other content under the UID of an instance: quarantined');
          const isKept = await keepAside(tx, clock.now(), {
            ...{ institutionId, scanId, sopInstanceUid, dataSetSha256 },
            ...{ sha256: staged.sha256, sizeBytes: staged.sizeBytes },
            ...{ way: 'c-store', peerId: peer.id, sender: now.name },
          });
          if (!isKept)
            throw new OperationRefused(STATUS.outOfResources, 'Too much of this study is kept aside already');
        },
      });
      return OUTCOMES[outcome];
    } catch (error) {
      const tell = (cause: unknown) => log.warn({ err: cause, peerId: peer.id }, 'an instance was not stored');
      return failureOf(refusal ?? error, tell);
    }
  };
}

/** The system as it is now. @throws OperationRefused for one that may not send any more; AppError TRIAL_EXPIRED */
async function admitted({ db, scans }: PacsTools, peer: PeerRow): Promise<PeerRow> {
  const [now] = await Promise.all([findOpenPeer(db.drizzle, peer.id), scans.assertTakesScans(peer.institutionId)]);
  if (!now?.sends) throw new OperationRefused(STATUS.notAuthorized);
  return now;
}

/** The answer to a file that was refused, by its code. */
function refusalOf(code: string): Outcome {
  if (code === 'CHECK_FAILED') return { status: STATUS.outOfResources, comment: LATER };
  if (code === 'TOO_LARGE') return { status: STATUS.outOfResources, comment: 'The instance is too large' };
  return { status: STATUS.cannotUnderstand, comment: code };
}

/** @throws the cause where the association ended meanwhile, since there is nobody to answer */
function failureOf(error: unknown, report: (error: unknown) => void): Outcome {
  if (error instanceof StorageError && error.code === 'ABORTED') throw error.cause;
  if (error instanceof StorageError && error.code === 'TOO_LARGE') return refusalOf('TOO_LARGE');
  if (error instanceof OperationRefused) return error.outcome;
  const code = error instanceof AppError ? error.code : undefined;
  if (code === 'TRIAL_SCANS_USED_UP')
    return { status: STATUS.outOfResources, comment: 'No scans are left: ask your administrator' };
  if (code === 'TRIAL_EXPIRED')
    return { status: STATUS.outOfResources, comment: 'The trial has ended: ask your administrator' };
  if (code === 'STUDY_FULL')
    return { status: STATUS.outOfResources, comment: 'The study has too many instances already' };
  report(error);
  const isFull = code === 'STORAGE_FULL' || isStorageFull(error);
  return { status: STATUS.outOfResources, comment: isFull ? 'The storage is full: send again later' : LATER };
}
