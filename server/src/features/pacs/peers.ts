import { X509Certificate } from 'node:crypto';
import type { pacs as contract, Received } from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import { canonicalAddress } from './pacs.policy.ts';
import { deletePeer, findPeers, insertPeer, updatePeer } from './pacs.store.ts';
import type { PeerRow } from './pacs.tables.ts';
import type { PacsTools } from './pacs-tools.ts';

type NewPeer = Received<typeof contract.addPacsPeer, 'body'>;

/** Which systems of institutions may send by DIMSE: operators decide. */
export function createPeers({ db, clock, accounts, audit }: PacsTools) {
  async function present(row: PeerRow): Promise<contract.PacsPeer> {
    const institutionName = await accounts.institutions.nameOf(db.drizzle, row.institutionId);
    return { ...row, institutionName, createdAt: row.createdAt.toISOString() };
  }

  return {
    list: async (): Promise<contract.PacsPeer[]> => Promise.all((await findPeers(db.drizzle)).map(present)),

    async add(
      context: Context,
      { institutionId, name, aeTitle, identification, destination, mayQuery = false }: NewPeer,
    ): Promise<contract.PacsPeer> {
      await accounts.institutions.nameOf(db.drizzle, institutionId);
      const row = await db.transaction(async (tx) => {
        const inserted = await insertPeer(tx, {
          ...{ institutionId, name, aeTitle, mayQuery },
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

    async setOpen(context: Context, id: string, isOpen: boolean): Promise<contract.PacsPeer> {
      const row = await db.transaction(async (tx) => {
        const changed = await updatePeer(tx, id, isOpen);
        if (!changed) throw notFound('peer');
        const action = isOpen ? 'pacs.open-peer' : 'pacs.close-peer';
        await audit.record(tx, context, { action, subjectType: 'pacs-peer', subjectId: id });
        return changed;
      });
      return present(row);
    },

    async remove(context: Context, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await deletePeer(tx, id))) throw notFound('peer');
        await audit.record(tx, context, { action: 'pacs.remove-peer', subjectType: 'pacs-peer', subjectId: id });
      });
    },
  };
}

const identityOf = (given: NewPeer['identification']) =>
  given.transport === 'tls'
    ? { transport: given.transport, address: null, certificateSha256: fingerprintOf(given.certificate) }
    : { transport: given.transport, address: canonicalAddress(given.address), certificateSha256: null };

/** SHA-256 of a certificate in PEM. @throws AppError PACS_CERTIFICATE_NOT_READABLE */
function fingerprintOf(pem: string): string {
  try {
    return new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
  } catch (error) {
    throw new AppError('PACS_CERTIFICATE_NOT_READABLE', { cause: error });
  }
}
