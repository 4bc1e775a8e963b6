import { Readable } from 'node:stream';
import { type rights as contract, given } from '@duai/contract';
import type { Context, PatientActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { later, MINUTE_MS } from '../../../core/clock.ts';
import { type ZipEntry, zipStream } from '../../../core/files/zip-stream.ts';
import { hashSecret, newSecret } from '../../../core/ids.ts';
import { type FhirCase, type FhirSource, fhirBundle } from '../../../fhir/patient-bundle.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Analyses } from '../../analyses/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases, FirstReports } from '../../cases/index.ts';
import { fhirReport, type Reports, type SignedAddendum, type SignedDocument } from '../../reports/index.ts';
import { createLostFiles, imageEntries, readableFiles, type Studies } from '../../studies/index.ts';
import type { AccessLog } from '../access-log.ts';
import { HELD_TABLES } from '../held-tables.ts';
import { findPatientRows, type PatientRows } from '../patient-tables.store.ts';
import * as store from '../rights.store.ts';
import { type CopiedRow, copiedRows, type Queries } from './copied-rows.store.ts';
import { readme } from './readme.ts';

interface Others {
  accounts: Accounts;
  audit: Audit;
  cases: Cases;
  firstReports: FirstReports;
  studies: Studies;
  reports: Reports;
  analyses: Analyses;
}

/** Lifetime of a ticket: the time in which the download has to start. */
const TICKET_MS = 10 * MINUTE_MS;
const ACCESS_LINES = 5000;

/** A copy of all data of a patient in one ZIP file, made while it is downloaded and never stored. */
export function createExportCopy(parts: Pick<Parts, 'db' | 'clock'>, others: Others, accessLog: AccessLog) {
  const { db, clock } = parts;
  const { accounts, audit, cases, firstReports, studies, reports, analyses } = others;

  /** The rows of one table that go into the copy; with `of` only those of one case or report. */
  const rowsOf = (held: Held, name: string, of?: { column: string; id: string }, on: Queries = db.drizzle) => {
    const table = given(
      held.tables.find((found) => found.name === name),
      'the table',
    );
    const rule = given(HELD_TABLES[name], 'the rule of the table');
    if ('withheld' in rule) throw new Error(`${name} is withheld`);
    return copiedRows(on, table, { omit: rule.omit, only: rule.only, signed: held.signed, of });
  };
  const hasAny = async (...of: Parameters<typeof rowsOf>): Promise<boolean> => !(await rowsOf(...of).next()).done;

  async function addendaOf(held: Held, own: { column: string; id: string }): Promise<SignedAddendum[]> {
    const found: SignedAddendum[] = [];
    for await (const row of rowsOf(held, 'report_addenda', own))
      found.push({
        kind: row.kind === 'correction' ? 'correction' : 'supplement',
        text: String(row.text),
        signedBy: String(row.signed_by_name),
        signedAt: new Date(String(row.signed_at)).toISOString(),
      });
    return found.toSorted((one, other) => one.signedAt.localeCompare(other.signedAt));
  }

  async function reportOf(held: Held, caseId: string) {
    const { value: row } = await rowsOf(held, 'reports', { column: 'case_id', id: caseId }).next();
    if (!row) return null;
    const own = { column: 'report_id', id: String(row.id) };
    return {
      row,
      document: String(row.signed_document),
      hasPdf: await hasAny(held, 'report_documents', own),
      addenda: await addendaOf(held, own),
    };
  }

  /** Yields one case at a time, so that only the images of one case are in memory. */
  async function* fhirCases(held: Held, own: readonly CaseRow[]): AsyncGenerator<FhirCase> {
    for (const row of own) {
      const signed = await reportOf(held, row.id);
      const document = signed && (JSON.parse(signed.document) as SignedDocument);
      const trees = await studies.tree(db.drizzle, { caseId: row.id });
      yield {
        id: row.id,
        caseNumber: row.caseNumber,
        subject: cases.subjectOf(row),
        studies: trees,
        report:
          document &&
          fhirReport(await db.transaction((tx) => analyses.ofCase(tx, row.id)), document, trees, {
            contentSha256: String(signed.row.content_sha256),
            addenda: signed.addenda,
            pdf: signed.hasPdf ? { path: `cases/${row.caseNumber}/report.pdf` } : null,
          }),
      };
    }
  }

  /** Makes the entries on demand and reads rows as the client reads, so that memory does not grow with the data. */
  async function* entriesOf({
    context,
    patientId,
    root,
    at,
    held,
    own,
    cases: caseRows,
    lines,
    lost,
  }: Copy): AsyncGenerator<ZipEntry> {
    const text = (name: string, pieces: Iterable<string> | AsyncIterable<string>): ZipEntry => ({
      name: `${root}/${name}`,
      modifiedAt: at,
      isCompressed: true,
      open: async () => Readable.from(pieces, { objectMode: false }),
    });
    const json = (name: string, value: unknown) => text(name, [JSON.stringify(value, null, 2)]);
    yield text('README.txt', [readme(context.language)]);
    const { value: holder } = await rowsOf(held, 'patients').next();
    if (!holder) throw new Error('the holder of the data is missing');
    yield text('fhir-bundle.json', fhirBundle({ patient: holderOf(holder), cases: fhirCases(held, own) }, at));
    yield json('access-log.json', lines satisfies contract.AccessLine[]);
    for (const { name } of held.tables) {
      const rule = HELD_TABLES[name];
      if (rule && !('withheld' in rule))
        yield text(`data/${name}.json`, jsonArray(name === 'cases' ? caseRows : rowsOf(held, name)));
    }
    yield json('data/sessions.json', await accounts.patients.traces.sessionsOf(db.drizzle, patientId));
    for (const row of own) yield* caseEntries(row);
    yield* lost.entry(root, at);

    async function* caseEntries({ id, caseNumber }: CaseRow): AsyncGenerator<ZipEntry> {
      const folder = `${root}/cases/${caseNumber}`;
      const signed = await reportOf(held, id);
      if (signed?.hasPdf)
        yield {
          name: `${folder}/report.pdf`,
          modifiedAt: at,
          open: async () => (await reports.pdfForPatient(context, id, { orOlder: true })).stream,
        };
      const { value: first } = await rowsOf(held, 'first_reports', { column: 'case_id', id }).next();
      if (first?.file_name)
        yield {
          name: `${folder}/first-report.pdf`,
          modifiedAt: at,
          open: async () => Readable.from([(await firstReports.open(context, id)).bytes]),
        };
      if (signed) yield json(`cases/${caseNumber}/report.json`, JSON.parse(signed.document));
      const trees = await studies.wholeTree(db.drizzle, { caseId: id });
      yield* imageEntries(`${folder}/images`, trees, ({ sha256 }) => studies.openFile(sha256));
    }
  }

  return {
    /** A ticket with which the file can be downloaded once, and its size. @throws AppError EMAIL_NOT_VERIFIED */
    async prepare(
      context: Context,
      patient: PatientActor,
    ): Promise<{ ticket: string; size: { cases: number; files: number; bytes: number } }> {
      const ticket = newSecret();
      const size = await db.transaction(async (tx) => {
        const own = await cases.ofPatient(tx, patient.id);
        const sum = { cases: own.length, files: 0, bytes: 0 };
        for (const row of own) {
          // A signed report is given only to a patient with a verified address, also in a copy.
          if (row.status === 'completed') await reports.assertSigned(tx, context, row.id);
          const { files, bytes } = readableFiles(await studies.wholeTree(tx, { caseId: row.id }));
          sum.files += files;
          sum.bytes += bytes;
        }
        await store.insertTicket(tx, {
          tokenHash: hashSecret(ticket),
          patientId: patient.id,
          language: context.language,
          expiresAt: later(clock.now(), TICKET_MS),
        });
        await audit.record(tx, context, {
          action: 'rights.prepare-export',
          subjectType: 'patient',
          subjectId: patient.id,
        });
        return sum;
      });
      return { ticket, size };
    },

    /** @throws AppError LINK_INVALID for an unknown, used or expired ticket; EMAIL_NOT_VERIFIED */
    async open(anonymous: Context, ticket: string): Promise<{ stream: Readable; fileName: string }> {
      return db.transaction(async (tx) => {
        const taken = await store.takeTicket(tx, hashSecret(ticket), clock.now());
        if (!taken) throw new AppError('LINK_INVALID');
        const { patientId, language } = taken;
        const context: Context = {
          ...anonymous,
          actor: { realm: 'patient', id: patientId, sessionId: '' },
          language,
        };
        const at = clock.now();
        const root = `duai-${at.toISOString().slice(0, 10)}`;
        const lost = createLostFiles(language);
        const own = await cases.ofPatient(tx, patientId);
        // The set of reports is fixed now: a report that is signed during the download is left out everywhere.
        const signed = own.flatMap(({ id, status }) => (status === 'completed' ? [id] : []));
        for (const caseId of signed) await reports.assertSigned(tx, context, caseId);
        const held: Held = { tables: await findPatientRows(tx, patientId), signed };
        const copy: Copy = {
          context,
          patientId,
          root,
          at,
          lost,
          held,
          own,
          cases: await listed(rowsOf(held, 'cases', undefined, tx)),
          lines: (await accessLog(tx, patientId, { limit: ACCESS_LINES })).lines,
        };
        await audit.record(tx, context, { action: 'rights.export', subjectType: 'patient', subjectId: patientId });
        return { stream: zipStream(entriesOf(copy), lost.options), fileName: `${root}.zip` };
      });
    },
  };
}

type CaseRow = Awaited<ReturnType<Cases['ofPatient']>>[number];
/** The rows of the patient, and the cases whose report is included, as of the start of the download. */
interface Held {
  tables: PatientRows[];
  signed: string[];
}
interface Copy {
  context: Context;
  patientId: string;
  /** Name of the top folder. */
  root: string;
  at: Date;
  held: Held;
  own: CaseRow[];
  /** The rows of the cases as they go into the copy; a case that is signed meanwhile keeps its earlier state. */
  cases: CopiedRow[];
  lines: contract.AccessLine[];
  lost: ReturnType<typeof createLostFiles>;
}

async function listed(rows: AsyncIterable<CopiedRow>): Promise<CopiedRow[]> {
  const found: CopiedRow[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

async function* jsonArray(rows: Iterable<CopiedRow> | AsyncIterable<CopiedRow>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(row, null, 2);
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}

const holderOf = (patient: CopiedRow): FhirSource['patient'] => ({
  id: String(patient.id),
  firstName: String(patient.first_name),
  lastName: String(patient.last_name),
  email: String(patient.email),
  phone: patient.phone as string | null,
  dateOfBirth: patient.date_of_birth as string | null,
  gender: patient.gender as FhirSource['patient']['gender'],
  language: String(patient.language),
});
