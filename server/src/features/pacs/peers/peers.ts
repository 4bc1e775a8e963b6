import { type pacs as contract, LIMITS, type Received } from '@duai/contract';
import type { Context } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { fingerprintOf, readCertificate } from '../../../core/certificates.ts';
import { newId } from '../../../core/ids.ts';
import { canonicalAddress } from '../pacs.policy.ts';
import {
  deletePeer,
  findPeer,
  findPeers,
  insertPeer,
  isTakenByOpenPeer,
  isTakenByOwnPeer,
  lockedPeerCount,
  updatePeer,
} from '../pacs.store.ts';
import type { PeerRow } from '../pacs.tables.ts';
import type { PacsTools } from '../pacs-tools.ts';
import { checkConnection } from './connection-check.ts';

type NewPeer = Received<typeof contract.addPacsPeer, 'body'>;
type ChangedPeer = Received<typeof contract.changePacsNode, 'body'>;
type Opening = Received<typeof contract.openPacsPeer, 'body'>;
type Test = Received<typeof contract.testPacsNode, 'body'>;

/**
 * Systems of institutions that may send and receive by DIMSE. Operators and an institution's administrators add them;
 * only operators open them. With `institutionId` only the systems of that institution are accessible.
 */
export function createPeers(tools: PacsTools) {
  const { db, clock, accounts, audit } = tools;

  async function present(row: PeerRow): Promise<contract.PacsPeer> {
    const institutionName = await accounts.institutions.nameOf(db.drizzle, row.institutionId);
    const certificateValidTo = row.certificateValidTo?.toISOString() ?? null;
    return { ...row, institutionName, certificateValidTo, createdAt: row.createdAt.toISOString() };
  }

  /** @throws AppError NOT_FOUND */
  async function findOwn(id: string, institutionId: string | undefined): Promise<PeerRow> {
    const peer = await findPeer(db.drizzle, id);
    if (!peer || (institutionId !== undefined && peer.institutionId !== institutionId)) throw notFound('peer');
    return peer;
  }

  return {
    list: async (institutionId?: string): Promise<contract.PacsPeer[]> =>
      Promise.all((await findPeers(db.drizzle, institutionId)).map(present)),

    /** @throws AppError PACS_PEER_TAKEN, PACS_CERTIFICATE_NOT_READABLE, TOO_MANY_PACS_PEERS */
    async add(
      context: Context,
      {
        institutionId,
        identification,
        destination,
        name,
        aeTitle,
        purpose = 'archive',
        sends = true,
        mayQuery = false,
      }: NewPeer,
    ): Promise<contract.PacsPeer> {
      await accounts.institutions.nameOf(db.drizzle, institutionId);
      const row = await db.transaction(async (tx) => {
        if ((await lockedPeerCount(tx, institutionId)) >= LIMITS.pacsPeers)
          throw new AppError('TOO_MANY_PACS_PEERS', { params: { limit: LIMITS.pacsPeers } });
        const inserted = await insertPeer(tx, {
          ...{ institutionId, name, aeTitle, mayQuery, purpose, sends },
          ...{ host: destination?.host ?? null, port: destination?.port ?? null },
          ...identityOf(identification),
          id: newId(),
          createdAt: clock.now(),
        });
        if (!inserted) throw new AppError('PACS_PEER_TAKEN');
        await audit.record(tx, context, { action: 'pacs.add-peer', subjectType: 'pacs-peer', subjectId: inserted.id });
        return inserted;
      });
      return present(row);
    },

    /**
     * An operator opened what was entered then: of a system that is known by something else, or listens elsewhere, nobody
     * has decided that.
     * @throws AppError NOT_FOUND, PACS_PEER_TAKEN, PACS_CERTIFICATE_NOT_READABLE
     */
    async change(
      context: Context,
      institutionId: string,
      id: string,
      { identification, destination, name, aeTitle, purpose, sends }: ChangedPeer,
    ): Promise<contract.PacsPeer> {
      const row = await db.transaction(async (tx) => {
        await lockedPeerCount(tx, institutionId);
        const peer = await findPeer(tx, id);
        if (peer?.institutionId !== institutionId) throw notFound('peer');
        const told = {
          ...peer,
          ...{ name, aeTitle, purpose: purpose ?? peer.purpose, sends: sends ?? peer.sends },
          ...{ host: destination?.host ?? null, port: destination?.port ?? null },
          ...(identification ? identityOf(identification) : {}),
        };
        if (await isTakenByOwnPeer(tx, told)) throw new AppError('PACS_PEER_TAKEN');
        const isSame = DECIDED_ON.every((fact) => told[fact] === peer[fact]);
        const changed = await updatePeer(tx, id, { ...told, isOpen: peer.isOpen && isSame });
        await audit.record(tx, context, {
          ...{ action: 'pacs.change-peer', subjectType: 'pacs-peer', subjectId: id },
          details: { state: peer.isOpen && isSame ? 'open' : 'closed' },
        });
        return changed ?? peer;
      });
      return present(row);
    },

    /** @throws AppError NOT_FOUND; PACS_PEER_TAKEN where another open one is known by the same */
    async setOpen(context: Context, id: string, change: Opening): Promise<contract.PacsPeer> {
      const { isOpen } = change;
      const row = await db.transaction(async (tx) => {
        const peer = await findPeer(tx, id);
        if (!peer) throw notFound('peer');
        if (isOpen && (await isTakenByOpenPeer(tx, peer))) throw new AppError('PACS_PEER_TAKEN');
        const changed = await updatePeer(tx, id, change);
        const action = isOpen ? 'pacs.open-peer' : 'pacs.close-peer';
        await audit.record(tx, context, { action, subjectType: 'pacs-peer', subjectId: id });
        return changed ?? peer;
      });
      return present(row);
    },

    /** @throws AppError NOT_FOUND */
    async remove(context: Context, id: string, institutionId?: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await deletePeer(tx, id, institutionId))) throw notFound('peer');
        await audit.record(tx, context, { action: 'pacs.remove-peer', subjectType: 'pacs-peer', subjectId: id });
      });
    },

    /** @throws AppError NOT_FOUND */
    async test(
      context: Context,
      id: string,
      wish: Test,
      institutionId?: string,
    ): Promise<contract.ConnectionStepResult[]> {
      const peer = await findOwn(id, institutionId);
      await db.transaction((tx) =>
        audit.record(tx, context, { action: 'pacs.test-peer', subjectType: 'pacs-peer', subjectId: id }),
      );
      return checkConnection(tools, peer, wish);
    },
  };
}

/** What an operator looks at before a system is opened. */
const DECIDED_ON = ['aeTitle', 'transport', 'address', 'certificateSha256', 'host', 'port'] as const;

const identityOf = (given: NewPeer['identification']) =>
  given.transport === 'tls'
    ? { transport: given.transport, address: null, ...factsOf(given.certificate) }
    : {
        transport: given.transport,
        address: canonicalAddress(given.address),
        certificateSha256: null,
        certificateValidTo: null,
      };

/** Fingerprint and validity of a certificate in PEM. @throws AppError PACS_CERTIFICATE_NOT_READABLE */
function factsOf(pem: string) {
  const certificate = readCertificate(pem);
  return { certificateSha256: fingerprintOf(certificate), certificateValidTo: certificate.validToDate };
}
