import { cases as contract } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context, PatientActor } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { yearsFrom } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { createCaseEvents } from './case-events.ts';
import { createCaseMails } from './case-mails.ts';
import { canAddImages, canTakeBack, dueTime } from './cases.policy.ts';
import * as store from './cases.store.ts';
import type { CaseRow } from './cases.tables.ts';
import { createConsentedCases } from './consented-case.ts';
import { presentCase, presentDeclaration, presentFirstReport, subjectOf } from './present-case.ts';
import { lockReadable, readable } from './readable-case.ts';
import { createReview } from './review-case.ts';

export type Cases = ReturnType<typeof createCases>;

interface Others {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
}

/** Cases: what a patient asks us to look at, from `uploaded` over `processing` to `completed`. */
export function createCases(
  parts: Pick<Parts, 'db' | 'clock' | 'config' | 'queue'>,
  { accounts, audit, notifications }: Others,
) {
  const { db, clock } = parts;
  const consented = createConsentedCases(parts, { accounts });
  const mails = createCaseMails(parts, { accounts, notifications });

  const withImages = async (on: store.Queries, { language }: Context, row: CaseRow) =>
    presentCase(
      row,
      await store.findImages(on, [row.id]),
      (await store.findFirstReports(on, [row.id]))[0],
      await store.findPersonDeclarations(on, [row.id]),
      language,
    );

  async function lockOpen(tx: store.Queries, context: Context, caseId: string): Promise<CaseRow> {
    const row = await lockReadable(tx, context, caseId);
    if (!canAddImages(row)) throw new AppError('CASE_NOT_OPEN_FOR_IMAGES');
    return row;
  }

  return {
    /** The same request again answers the same case: a double press, a lost answer, a second tab. */
    async create(context: Context, patient: PatientActor, wish: contract.CaseCreation): Promise<contract.PatientCase> {
      return db.transaction(async (tx) => {
        await consented.assertConsent(tx, { patientId: patient.id });
        const now = clock.now();
        const row = await store.insertCase(tx, {
          id: newId(),
          patientId: patient.id,
          modality: wish.modality,
          bodyPart: wish.bodyPart ?? null,
          side: wish.side ?? null,
          clinicalHistory: wish.clinicalHistory ?? null,
          symptoms: wish.symptoms ?? null,
          urgency: wish.urgency,
          uploadedAt: now,
          requestId: wish.requestId ?? null,
          ...(wish.subject && {
            subjectRelation: wish.subject.relation,
            subjectFirstName: wish.subject.firstName,
            subjectLastName: wish.subject.lastName,
            subjectDateOfBirth: wish.subject.dateOfBirth ?? null,
            subjectGender: wish.subject.gender ?? null,
            guardianDeclaredAt: now,
            guardianDeclarationVersion: contract.GUARDIAN_DECLARATION_VERSION,
          }),
        });
        if (!row) {
          const earlier = await store.findCaseOfRequest(tx, patient.id, wish.requestId!);
          return withImages(tx, context, earlier!);
        }
        if (wish.firstReportText) await store.saveFirstReport(tx, row.id, { text: wish.firstReportText }, now);
        await store.notifyChange(tx, patient.id, row.id);
        const presented = await withImages(tx, context, row);
        await audit.record(tx, context, { action: 'cases.create', subjectType: 'case', subjectId: row.id });
        return presented;
      });
    },

    async list(context: Context, patient: PatientActor): Promise<contract.PatientCase[]> {
      return db.transaction(async (tx) => {
        const rows = await store.findCasesOfPatient(tx, patient.id);
        const ids = rows.map((row) => row.id);
        const byCase = Map.groupBy(await store.findImages(tx, ids), (image) => image.caseId);
        const firstReports = await store.findFirstReports(tx, ids);
        const declarations = await store.findPersonDeclarations(tx, ids);
        await audit.record(tx, context, { action: 'cases.list', subjectType: 'patient', subjectId: patient.id });
        return rows.map((row) =>
          presentCase(
            row,
            byCase.get(row.id) ?? [],
            firstReports.find(({ caseId }) => caseId === row.id),
            declarations.filter(({ caseId }) => caseId === row.id),
            context.language,
          ),
        );
      });
    },

    async get(context: Context, caseId: string): Promise<contract.PatientCase> {
      return db.transaction(async (tx) => {
        const row = await readable(tx, context, caseId);
        const presented = await withImages(tx, context, row);
        await audit.record(tx, context, { action: 'cases.read', subjectType: 'case', subjectId: caseId });
        return presented;
      });
    },

    /** Before a byte of an upload is read: throws where the transaction at its end would have to refuse. */
    async assertTakesImages(context: Context, caseId: string): Promise<void> {
      const row = await readable(db.drizzle, context, caseId);
      await consented.assertTakesImagesOf(db.drizzle, row);
    },

    /** Locks the case for a submission of images; the caller stores them in the same transaction. */
    async lockForImages(tx: store.Queries, context: Context, caseId: string): Promise<CaseRow> {
      const row = await lockOpen(tx, context, caseId);
      await consented.assertConsent(tx, row);
      return row;
    },
    /** Locks a case that is open for images, to take something off it: that needs no consent. */
    lockOpen,

    /** Keeps, for whoever reads the images, that the sender takes several named people for one. Part of a submission. */
    declareOnePerson: (tx: store.Queries, caseId: string, namedPeople: number): Promise<void> =>
      store.insertPersonDeclaration(tx, { id: newId(), caseId, namedPeople, declaredAt: clock.now() }),

    /** uploaded → processing: the due time starts, the question is answered, radiologists are told. */
    async submit(tx: Tx, context: Context, row: CaseRow): Promise<contract.PatientCase> {
      const submittedAt = clock.now();
      const submitted = await store.updateCase(tx, row.id, {
        status: 'processing',
        pipeline: 'analysing',
        submission: row.submission + 1,
        submittedAt,
        dueAt: dueTime(row.urgency, submittedAt),
        question: null,
      });
      await mails.tellArrived(tx, submitted);
      await store.notifyChange(tx, row.patientId, row.id);
      return withImages(tx, context, submitted);
    },

    /** Tells the patient, once for a submission, that its images have arrived. */
    async confirmImages(tx: Tx, { id, patientId, caseNumber, submission }: CaseRow): Promise<void> {
      const contact = await accounts.contactOf(tx, patientId);
      const link = notifications.link(`/second-opinion/cases/${id}`);
      await notifications.notify(tx, contact, 'images-arrived', { caseNumber, link }, `images:${id}:${submission}`);
    },

    /** processing → uploaded, by the patient: what was analysed so far is analysed anew with the next submission. */
    takeBack: (context: Context, caseId: string): Promise<contract.PatientCase> =>
      db.transaction(async (tx) => {
        const row = await lockReadable(tx, context, caseId);
        if (row.status !== 'processing') throw new AppError('CASE_NOT_IN_REVIEW');
        if (!canTakeBack(row)) throw new AppError('CASE_BEING_READ');
        const taken = await store.updateCase(tx, caseId, {
          status: 'uploaded',
          pipeline: 'waiting-for-images',
          dueAt: null,
        });
        await store.notifyChange(tx, row.patientId, caseId);
        const presented = await withImages(tx, context, taken);
        await audit.record(tx, context, { action: 'cases.take-back', subjectType: 'case', subjectId: caseId });
        return presented;
      }),

    // ---- for features further down the line ----
    forStaff: async (tx: store.Queries, caseId: string): Promise<CaseRow> => {
      const row = await store.findCase(tx, caseId);
      if (!row) throw notFound('case');
      return row;
    },
    forPatient: readable,
    /** Null where the case was erased: what was still to be done for it is not. */
    submissionOf: async (on: store.Queries, caseId: string): Promise<number | null> =>
      (await store.findCase(on, caseId))?.submission ?? null,
    present: async (on: store.Queries, context: Context, caseId: string): Promise<contract.PatientCase> =>
      withImages(on, context, await readable(on, context, caseId)),
    subjectOf,
    /**
     * Age in years of the person on the images on the day when they were sent, by the birthday that the case names, or the
     * account where it is the holder's own; null where it is not known. A relative is never as old as the holder.
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
    lock: async (tx: store.Queries, caseId: string): Promise<CaseRow> => {
      const row = await store.lockCase(tx, caseId);
      if (!row) throw notFound('case');
      return row;
    },
    async markDraftReady(tx: store.Queries, caseId: string, submission: number): Promise<void> {
      const row = await store.lockCase(tx, caseId);
      if (!row || row.submission !== submission || row.pipeline !== 'analysing') return;
      await store.updateCase(tx, caseId, { pipeline: 'draft-ready' });
      await store.notifyConsole(tx, caseId);
    },
    async markFailed(tx: store.Queries, caseId: string, submission: number): Promise<void> {
      const row = await store.lockCase(tx, caseId);
      if (!row || row.submission !== submission || row.pipeline !== 'analysing') return;
      await store.updateCase(tx, caseId, { pipeline: 'failed' });
      await store.notifyConsole(tx, caseId);
    },
    /** processing → completed, with the signature. */
    async complete(tx: store.Queries, caseId: string): Promise<CaseRow> {
      const row = await store.lockCase(tx, caseId);
      if (!row) throw notFound('case');
      if (row.status !== 'processing') throw new AppError('CASE_NOT_IN_REVIEW');
      const completed = await store.updateCase(tx, caseId, {
        status: 'completed',
        pipeline: 'signed',
        completedAt: clock.now(),
      });
      await store.notifyChange(tx, row.patientId, caseId);
      return completed;
    },
    notifyChanged: async (tx: store.Queries, caseId: string): Promise<void> => {
      const row = await store.findCase(tx, caseId);
      if (row) await store.notifyChange(tx, row.patientId, caseId);
    },

    /** For what the patient sees nothing of. */
    notifyConsole: async (tx: store.Queries, caseId: string): Promise<void> => {
      await store.notifyConsole(tx, caseId);
    },

    /** Changes of cases, for open pages. */
    events: createCaseEvents(db),
    registerJobs: mails.registerJobs,
    watch: mails.watch,
    ...consented,
    ...createReview({ db, clock }, { accounts, audit, notifications }),
  };
}
