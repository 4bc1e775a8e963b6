import { type rights as contract, LIMITS } from '@duai/contract';
import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../../adapters/queue/port.ts';
import { type Context, type PatientActor, systemContext } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { DAY_MS, later } from '../../../core/clock.ts';
import { hashSecret, newId, newSecret, sha256Hex } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import type { Uploads } from '../../uploads/index.ts';
import { countKinds } from '../held-tables.ts';
import { deleteRows, findFileHashes, findPatientRows, findSubjects } from '../patient-tables.store.ts';
import * as store from '../rights.store.ts';
import type { ErasureRow } from '../rights.tables.ts';
import type { RewriteDisk } from './rewrite-disk.ts';

interface Others {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
  cases: Cases;
  uploads: Uploads;
  disk: Pick<RewriteDisk, 'cleanBy'>;
}

const options = { ...BACKGROUND, retryDelaySeconds: 10 };
const payload = z.strictObject({ erasureId: z.uuid() });
/** Finds what is due; hourly. */
const eraseDue = defineJob({ name: 'rights.erase-due', payload: z.object({}), options: { ...options, retryLimit: 1 } });
const eraseAccount = defineJob({ name: 'rights.erase', payload, options });
const eraseFiles = defineJob({ name: 'rights.erase-files', payload, options });
const HOURLY = '41 * * * *';
const HELD_RETRY_SECONDS = 600;

/**
 * Erasure (KVKK Art. 7, GDPR Art. 17): asked with the password, done after a time in which one can change one's mind,
 * proved by a document that names nobody. Rows go in one transaction; files follow, for no file system takes part in one.
 */
export function createEraseAccount(parts: Pick<Parts, 'db' | 'queue' | 'storage' | 'clock'>, others: Others) {
  const { db, queue, storage, clock } = parts;
  const { accounts, audit, notifications, cases, uploads, disk } = others;

  const present = (row: ErasureRow | undefined): { erasure: contract.Erasure | null } => ({
    erasure: row ? { id: row.id, requestedAt: row.requestedAt.toISOString(), dueAt: row.dueAt.toISOString() } : null,
  });

  /** Rows: everything or nothing. Safe to run twice: what is no longer waiting is left alone. */
  async function eraseRows(erasureId: string): Promise<void> {
    await db.transaction(async (tx) => {
      const row = await store.lockErasure(tx, erasureId);
      const now = clock.now();
      if (row?.state !== 'waiting' || row.dueAt > now) return;
      const patientId = row.patientId!;
      await store.beginErasure(tx, erasureId);
      await accounts.patients.traces.lock(tx, patientId);
      const contact = await accounts.contactOf(tx, patientId);
      const recipients = await accounts.patients.traces.recipients(tx, patientId);
      for (const { id } of await cases.ofPatient(tx, patientId)) await uploads.removeBytesOfCase(id);

      const tables = await findPatientRows(tx, patientId);
      const subjects = (await findSubjects(tx, tables)).map((subject) => subject.subjectId);
      await store.insertFiles(tx, erasureId, await findFileHashes(tx, tables));
      const traces = await accounts.patients.traces.erase(tx, patientId);
      const removedRows = { ...(await deleteRows(tx, tables)), ...traces };
      const messages = await notifications.forget(tx, recipients);
      await store.deleteCancelled(tx, patientId);
      const auditRows = await audit.forgetOrigins(tx, subjects);

      const token = newSecret();
      await notifications.enqueue(tx, {
        channel: 'email',
        recipient: contact.email,
        template: 'erasure-done',
        params: { link: notifications.link('/second-opinion/erasure-proof', token) },
        language: contact.language,
        dedupeKey: keyOf(erasureId),
        waitsAs: 'held',
        isForgottenOnceSent: true,
      });
      await store.updateErasure(tx, erasureId, {
        patientId: null,
        state: 'removing-files',
        erasedAt: now,
        removedRows: countKinds(removedRows),
        removedMessages: messages + (removedRows.outbox ?? 0),
        auditRows,
        tokenHash: hashSecret(token),
      });
      await queue.enqueue(tx, eraseFiles, { erasureId });
      await audit.record(tx, systemContext, {
        action: 'rights.erase',
        subjectType: 'erasure',
        subjectId: erasureId,
      });
    });
  }

  /** Files, then the proof and the last mail. Safe to run twice: a file that is settled is not asked for again. */
  async function finish(erasureId: string): Promise<void> {
    const open = await store.findOpenFiles(db.drizzle, erasureId);
    const { removed, held } = await storage.removeUnreferenced(open);
    await store.settleFiles(db.drizzle, erasureId, removed, 'removed');
    const isWaiting = new Set(held);
    const others = new Set(removed);
    const kept = open.filter((sha256) => !others.has(sha256) && !isWaiting.has(sha256));
    await store.settleFiles(db.drizzle, erasureId, kept, 'kept');
    if (held.length > 0) {
      // Somebody is storing the same bytes: whether they are kept for others is known once that has ended.
      await db.transaction((tx) =>
        queue.enqueue(tx, eraseFiles, { erasureId }, { startAfterSeconds: HELD_RETRY_SECONDS }),
      );
      return;
    }
    const cleanBy = await disk.cleanBy(clock.now());
    await db.transaction(async (tx) => {
      const row = await store.lockErasure(tx, erasureId);
      if (row?.state !== 'removing-files') return;
      const proof: contract.ErasureProof = {
        id: row.id,
        requestedAt: row.requestedAt.toISOString(),
        erasedAt: row.erasedAt!.toISOString(),
        rows: countKinds(row.removedRows),
        files: {
          removed: await store.countFiles(tx, erasureId, 'removed'),
          keptForOthers: await store.countFiles(tx, erasureId, 'kept'),
        },
        messages: row.removedMessages,
        kept: [
          { what: 'audit-rows', count: row.auditRows },
          { what: 'erasure-proof', count: 1 },
          { what: 'backups', count: null },
        ],
        cleanBy,
      };
      const document = canonicalJson(proof);
      const sha256 = sha256Hex(document);
      await store.deleteFiles(tx, erasureId);
      await store.updateErasure(tx, erasureId, { state: 'done', document, sha256 });
      await notifications.releaseHeld(tx, keyOf(erasureId));
      await audit.record(tx, systemContext, {
        action: 'rights.prove-erasure',
        subjectType: 'erasure',
        subjectId: erasureId,
        details: { sha256 },
      });
    });
  }

  /** Begins every erasure whose day has come. */
  async function startDue(): Promise<void> {
    await db.transaction(async (tx) => {
      for (const erasureId of await store.findDueErasures(tx, clock.now()))
        await queue.enqueue(tx, eraseAccount, { erasureId });
    });
  }

  return {
    find: async (patient: PatientActor) => present(await store.findOpenErasure(db.drizzle, patient.id)),

    /** Twice is the same as once. @throws AppError PASSWORD_WRONG, TOO_MANY_REQUESTS */
    async request(context: Context, patient: PatientActor, password: string) {
      await accounts.patients.settings.confirmPassword(context, patient, password);
      return db.transaction(async (tx) => {
        const now = clock.now();
        const id = newId();
        const dueAt = later(now, LIMITS.erasureGraceDays * DAY_MS);
        const isNew = await store.insertErasure(tx, {
          id,
          patientId: patient.id,
          state: 'waiting',
          requestedAt: now,
          dueAt,
        });
        const answer = present(await store.findOpenErasure(tx, patient.id));
        if (!isNew) return answer;
        const { email, language } = await accounts.contactOf(tx, patient.id);
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: email,
          patientId: patient.id,
          template: 'erasure-asked',
          params: {
            link: notifications.link('/second-opinion/my-data'),
            date: new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(dueAt),
          },
          language,
        });
        await audit.record(tx, context, {
          action: 'rights.ask-erasure',
          subjectType: 'patient',
          subjectId: patient.id,
        });
        return answer;
      });
    },

    /** Quietly does nothing where nothing waits. */
    cancel: (context: Context, patient: PatientActor) =>
      db.transaction(async (tx) => {
        const cancelled = await store.cancelWaiting(tx, patient.id);
        if (cancelled) {
          const { email, language } = await accounts.contactOf(tx, patient.id);
          await notifications.enqueue(tx, {
            channel: 'email',
            recipient: email,
            patientId: patient.id,
            template: 'erasure-cancelled',
            params: {},
            language,
          });
          await audit.record(tx, context, {
            action: 'rights.cancel-erasure',
            subjectType: 'patient',
            subjectId: patient.id,
          });
        }
        return present(undefined);
      }),

    /** @throws AppError LINK_INVALID */
    async proof(token: string): Promise<{ proof: contract.ErasureProof; document: string; sha256: string }> {
      const row = await store.findErasureByToken(db.drizzle, hashSecret(token));
      if (row?.state !== 'done') throw new AppError('LINK_INVALID');
      const { document, sha256 } = row;
      if (document === null || sha256 === null) throw new Error(`the erasure ${row.id} has no document`);
      const proof = JSON.parse(document) as contract.ErasureProof;
      return { proof: { ...proof, rows: countKinds(proof.rows) }, document, sha256 };
    },

    startDue,
    registerJobs(): void {
      queue.handle(eraseDue, startDue);
      queue.schedule(eraseDue, HOURLY, {});
      queue.handle(eraseAccount, ({ erasureId }) => eraseRows(erasureId));
      queue.handle(eraseFiles, ({ erasureId }) => finish(erasureId));
    },
  };
}

const keyOf = (erasureId: string) => `erasure:${erasureId}`;
