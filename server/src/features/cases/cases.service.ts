import type { cases as contract } from '@duai/contract';
import type { Actor, Context } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { yearsFrom } from '../../core/clock.ts';
import type { Page } from '../../core/keyset.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { findClaimIdleHours } from './assignment/assignment.store.ts';
import { createAssignment } from './assignment/assignment.ts';
import { createCaseEvents } from './case-events.ts';
import { createCaseMails } from './case-mails.ts';
import { createWatch } from './cases.jobs.ts';
import * as store from './cases.store.ts';
import type { CaseRow } from './cases.tables.ts';
import { createConsentedCases } from './consented-case.ts';
import { createOwnCases } from './own-cases.ts';
import { isSamePerson, presentDeclaration, presentFirstReport, subjectOf } from './present-case.ts';
import { presentWithImages } from './present-with-images.ts';
import { readable } from './readable-case.ts';
import { findWhoSaw, hasSeen, insertSeen, isAiWithheldFrom } from './review/being-read.store.ts';
import { createProgress } from './review/case-progress.ts';
import { createClaims } from './review/claims.ts';
import { createReview } from './review/review-case.ts';
import { createSubmissions } from './submit-images.ts';
import { createTurnaround } from './turnaround/turnaround.ts';

export type Cases = ReturnType<typeof createCases>;

interface Others {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
}

/** Cases: requests of patients for a second opinion, from `uploaded` through `processing` to `completed`. */
export function createCases(
  parts: Pick<Parts, 'db' | 'clock' | 'config' | 'log' | 'queue'>,
  { accounts, audit, notifications }: Others,
) {
  const { db } = parts;
  const consented = createConsentedCases(parts, { accounts });
  const mails = createCaseMails(parts, { accounts, notifications });
  const assignment = createAssignment(parts, { accounts, audit, mails });
  const claims = createClaims(parts, { accounts, audit, assignment });

  return {
    ...createOwnCases(parts, { audit, consented }),
    ...createSubmissions(parts, { accounts, notifications, consented, assignment }),
    ...createProgress(parts),

    // ---- for features further down the line ----
    forStaff: async (tx: store.Queries, caseId: string): Promise<CaseRow> => {
      const row = await store.findCase(tx, caseId);
      if (!row) throw notFound('case');
      return row;
    },
    forPatient: readable,
    /** Whether AI on the current images of a case is kept from this caller: by read-first mode, or by a second read. */
    isAiWithheldFrom: async (on: store.Queries, actor: Actor, caseId: string): Promise<boolean> =>
      actor.realm === 'staff' && isAiWithheldFrom(on, caseId, actor.id),
    /** So long a claim, or a second read that was taken, is kept for a reader who does not go on with it. */
    claimIdleHours: findClaimIdleHours,
    /** Who was shown results or opinions on which images: nobody of them reads these images blinded. */
    opinionsSeen: {
      leave: (on: store.Queries, staffId: string, { id: caseId, submission }: Pick<CaseRow, 'id' | 'submission'>) =>
        insertSeen(on, { caseId, staffId, submission, seenAt: parts.clock.now() }),
      has: hasSeen,
      by: findWhoSaw,
    },
    /** Null where the case was erased; then the remaining work for it is skipped. */
    submissionOf: async (on: store.Queries, caseId: string): Promise<number | null> =>
      (await store.findCase(on, caseId))?.submission ?? null,
    present: async (on: store.Queries, context: Context, caseId: string): Promise<contract.PatientCase> =>
      presentWithImages(on, context, await readable(on, context, caseId)),
    subjectOf,
    /**
     * Earlier signed cases of the same person; cases of a relative and of the account holder are kept apart. At least
     * `PRIORS_AT_ONCE` of them, unless there are no more.
     */
    async priorsOf(on: store.Queries, row: CaseRow, cursor?: string): Promise<Omit<Page<CaseRow>, 'previous'>> {
      const own: CaseRow[] = [];
      let next = cursor ?? null;
      do {
        const found = await store.findEarlier(on, row, { page: 1, ...(next === null ? {} : { cursor: next }) });
        own.push(...found.rows.filter((earlier) => isSamePerson(earlier, row)));
        next = found.next;
      } while (next !== null && own.length < store.PRIORS_AT_ONCE);
      return { rows: own, next };
    },
    /**
     * Age in years of the person on the images on the day of submission, by the date of birth that the case names, or
     * the account's where the case is the holder's own; null where it is not known.
     */
    async ageOnImages(on: store.Queries, row: CaseRow): Promise<number | null> {
      const subject = subjectOf(row);
      const born = subject ? subject.dateOfBirth : (await accounts.patientSummary(on, row.patientId)).dateOfBirth;
      return born === null ? null : yearsFrom(born, row.submittedAt ?? row.uploadedAt);
    },
    firstReportOf: async (on: store.Queries, caseId: string): Promise<contract.FirstReport | null> =>
      presentFirstReport((await store.findFirstReports(on, [caseId]))[0]),
    personDeclarationsOf: async (on: store.Queries, caseId: string): Promise<contract.PersonDeclaration[]> =>
      (await store.findPersonDeclarations(on, [caseId])).map(presentDeclaration),
    ofPatient: (on: store.Queries, patientId: string): Promise<CaseRow[]> => store.findCasesOfPatient(on, patientId),
    numbersOfPatient: async (on: store.Queries, patientId: string): Promise<Map<string, string>> =>
      new Map((await store.findCasesOfPatient(on, patientId)).map((row) => [row.id, row.caseNumber])),
    /** Numbers of cases that are still there, by id. */
    numbersOf: store.findNumbers,
    idOfNumber: store.findIdOfNumber,
    lock: async (tx: store.Queries, caseId: string): Promise<CaseRow> => {
      const row = await store.lockCase(tx, caseId);
      if (!row) throw notFound('case');
      return row;
    },
    notifyChanged: async (tx: store.Queries, caseId: string): Promise<void> => {
      const row = await store.findCase(tx, caseId);
      if (row) await store.notifyChange(tx, row.patientId, caseId);
    },

    /** For changes that the patient does not see. */
    notifyConsole: async (tx: store.Queries, caseId: string): Promise<void> => {
      await store.notifyConsole(tx, caseId);
    },

    /** Changes of cases, for open pages. */
    events: createCaseEvents(db),
    assignment,
    turnaround: createTurnaround(parts),
    ...createWatch(parts, { mails, assignment, claims }),
    ...consented,
    ...createReview(parts, { accounts, audit, notifications }),
    ...claims,
  };
}
