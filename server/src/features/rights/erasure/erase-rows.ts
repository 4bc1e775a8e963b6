import { given } from '@duai/contract';
import { systemContext } from '../../../core/actor.ts';
import { hashSecret, newSecret } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import type { Uploads } from '../../uploads/index.ts';
import { countKinds } from '../held-tables.ts';
import { deleteRows, findFileHashes, findPatientRows, findSubjects } from '../patient-tables.store.ts';
import * as store from '../rights.store.ts';
import { eraseFiles, mailKeyOf } from './erasure.jobs.ts';

interface Others {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
  cases: Cases;
  uploads: Uploads;
}

/** Deletes all rows of the patient in one transaction. Safe to run twice: an erasure that is not waiting is skipped. */
export async function eraseRows(
  { db, queue, clock }: Pick<Parts, 'db' | 'queue' | 'clock'>,
  { accounts, audit, notifications, cases, uploads }: Others,
  erasureId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await store.lockErasure(tx, erasureId);
    const now = clock.now();
    if (row?.state !== 'waiting' || row.dueAt > now) return;
    const patientId = given(row.patientId, 'the patient of an erasure');
    await store.beginErasure(tx, erasureId);
    const owned = await cases.ofPatient(tx, patientId);
    // Whoever works on a case locks it before its patient.
    for (const { id } of owned) await cases.lock(tx, id);
    await accounts.patients.traces.lock(tx, patientId);
    const contact = await accounts.contactOf(tx, patientId);
    const recipients = await accounts.patients.traces.recipients(tx, patientId);
    for (const { id } of owned) await uploads.removeBytesOfCase(id);

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
      dedupeKey: mailKeyOf(erasureId),
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
