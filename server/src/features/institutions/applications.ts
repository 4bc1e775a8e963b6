import { type institutions as contract, LIMITS } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context, StaffActor } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { hashSecret, newId, newSecret } from '../../core/ids.ts';
import * as store from './applications.store.ts';
import type { InstitutionTools } from './institution-tools.ts';
import type { ApplicationRow } from './institutions.tables.ts';
import { insertTrial, lockTrial } from './trials.store.ts';

const QUESTION_DAYS = 14;

const present = ({
  createdAt,
  decidedAt,
  gdprConsentAt: _given,
  institutionId: _institution,
  decidedBy: _by,
  questionTokenHash: _hash,
  questionExpiresAt: _until,
  ...row
}: ApplicationRow): contract.Application => ({
  ...row,
  createdAt: createdAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/**
 * Applications for a trial: stored from the public form, with questions to the applicant, decided once, then invited by
 * mail.
 */
export function createApplications({ db, clock, config, audit, notifications, accounts }: InstitutionTools) {
  const isOpen = (row: ApplicationRow) => row.status === 'new' || row.status === 'asked';

  /** Locks an application that is not yet decided, changes it, and writes the audit row last. */
  const change = async (
    context: Context,
    id: string,
    action: string,
    act: (tx: Tx, row: ApplicationRow) => Promise<Partial<ApplicationRow>>,
  ): Promise<contract.Application> =>
    db.transaction(async (tx) => {
      const row = await store.lockApplication(tx, id);
      if (!row) throw notFound('application');
      if (!isOpen(row)) throw new AppError('APPLICATION_DECIDED');
      const changed = await store.updateApplication(tx, id, await act(tx, row));
      await audit.record(tx, context, { action, subjectType: 'application', subjectId: id });
      return present(changed);
    });

  const mail = (tx: Tx, recipient: string, template: Template, params: Record<string, string>) =>
    notifications.enqueue(tx, { channel: 'email', recipient, template, params, language: 'en' });

  const decided = (staff: StaffActor) => ({ decidedBy: staff.id, decidedAt: clock.now(), questionTokenHash: null });

  return {
    async apply(context: Context, { gdprConsent: _given, ...wish }: contract.TrialRegistration): Promise<void> {
      await db.transaction(async (tx) => {
        const id = newId();
        const now = clock.now();
        await store.insertApplication(tx, { ...wish, id, gdprConsentAt: now, createdAt: now });
        await mail(tx, wish.email, 'application-received', {});
        const link = notifications.link('/console/applications');
        await mail(tx, config.OPERATORS_EMAIL, 'application-to-operators', { link });
        await audit.record(tx, context, { action: 'trial.apply', subjectType: 'application', subjectId: id });
      });
    },

    /** Applications that wait for a decision first, then the newest. */
    list: async (): Promise<contract.Application[]> => (await store.findApplications(db.drizzle)).map(present),

    approve: (context: Context, staff: StaffActor, id: string) =>
      change(context, id, 'trial.approved', async (tx, row) => {
        const institutionId = await accounts.institutions.createInstitution(tx, {
          name: row.institutionName,
          country: row.country,
        });
        await insertTrial(tx, { institutionId, scanLimit: LIMITS.trialScans });
        await accounts.institutions.invite(tx, { institutionId, email: row.email });
        return { ...decided(staff), status: 'approved', institutionId };
      }),

    decline: (context: Context, staff: StaffActor, id: string, reason: string) =>
      change(context, id, 'trial.declined', async (tx, row) => {
        await mail(tx, row.email, 'application-declined', { reason });
        return { ...decided(staff), status: 'declined', declineReason: reason };
      }),

    /** Sends the invitation again where the link has expired or the mail was lost. @throws AppError INVITATION_REDEEMED */
    async inviteAgain(context: Context, institutionId: string): Promise<void> {
      await db.transaction(async (tx) => {
        const trial = await lockTrial(tx, institutionId);
        const application = await store.findApplicationOf(tx, institutionId);
        if (!application) throw notFound('institution');
        if (trial.activatedAt) throw new AppError('INVITATION_REDEEMED');
        await accounts.institutions.invite(tx, { institutionId, email: application.email });
        await audit.record(tx, context, {
          action: 'trial.invite-again',
          subjectType: 'institution',
          subjectId: institutionId,
        });
      });
    },

    /** Asks the applicant by mail; the link of an earlier question becomes invalid. */
    ask: (context: Context, id: string, question: string) =>
      change(context, id, 'trial.ask', async (tx, row) => {
        const token = newSecret();
        const link = notifications.link('/duaicheck-trial/application', token);
        await mail(tx, row.email, 'application-question', { question, link });
        return {
          status: 'asked',
          question,
          answer: null,
          questionTokenHash: hashSecret(token),
          questionExpiresAt: later(clock.now(), QUESTION_DAYS * DAY_MS),
        };
      }),

    /** @throws AppError LINK_INVALID */
    async question(token: string): Promise<{ institutionName: string; question: string }> {
      const row = await store.findAsked(db.drizzle, hashSecret(token), clock.now());
      if (!row?.question) throw new AppError('LINK_INVALID');
      return { institutionName: row.institutionName, question: row.question };
    },

    /** Stores the answer; the application is new again. @throws AppError LINK_INVALID */
    async answer(context: Context, token: string, answer: string): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await store.answerQuestion(tx, hashSecret(token), answer, clock.now());
        if (!row) throw new AppError('LINK_INVALID');
        const link = notifications.link('/console/applications');
        await mail(tx, config.OPERATORS_EMAIL, 'application-answered', { link });
        await audit.record(tx, context, { action: 'trial.answer', subjectType: 'application', subjectId: row.id });
      });
    },
  };
}

type Template =
  | 'application-received'
  | 'application-to-operators'
  | 'application-declined'
  | 'application-question'
  | 'application-answered';
