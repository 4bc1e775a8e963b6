import { Readable } from 'node:stream';
import type { rights as contract, Language } from '@duai/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, PatientActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { later, MINUTE_MS } from '../../../core/clock.ts';
import { hashSecret, newSecret } from '../../../core/ids.ts';
import { type ZipEntry, zipStream } from '../../../core/zip-stream.ts';
import { type FhirSource, fhirBundle } from '../../../fhir/patient-bundle.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases, FirstReports } from '../../cases/index.ts';
import type { Reports } from '../../reports/index.ts';
import { imageEntries, readableFiles, type Studies } from '../../studies/index.ts';
import type { AccessLog } from '../access-log.ts';
import { HELD_TABLES } from '../held-tables.ts';
import { findPatientRows } from '../patient-tables.ts';
import * as store from '../rights.store.ts';
import { README } from './readme.ts';

interface Others {
  accounts: Accounts;
  audit: Audit;
  cases: Cases;
  firstReports: FirstReports;
  studies: Studies;
  reports: Reports;
}

type Row = Record<string, unknown>;
type Data = Record<string, Row[]>;

/** Time to press the button after asking for the copy. */
const TICKET_MS = 10 * MINUTE_MS;
const ACCESS_LINES = 5000;

/** A copy of everything in one ZIP file: made while it is fetched, stored nowhere. */
export function createExportCopy(parts: Pick<Parts, 'db' | 'clock'>, others: Others, accessLog: AccessLog) {
  const { db, clock } = parts;
  const { accounts, audit, cases, firstReports, studies, reports } = others;

  /** Every row of the patient, table by table, as held-tables.ts let it out. */
  async function rowsOf(tx: Tx, patientId: string): Promise<Data> {
    const data: Data = {};
    for (const table of await findPatientRows(tx, patientId)) {
      const rule = HELD_TABLES[table.name];
      if (!rule || 'withheld' in rule) continue;
      const only = rule.only ? sql.raw(rule.only) : sql`true`;
      const { rows } = await tx.execute<{ row: Row }>(
        sql`select to_jsonb(own) - ${sql.param(rule.omit ?? [])}::text[] as row from ${sql.identifier(table.name)} own
          where ${table.rows} and ${only}`,
      );
      data[table.name] = rows.map((found) => found.row);
    }
    data.sessions = await accounts.patients.traces.sessionsOf(tx, patientId);
    return data;
  }

  return {
    /** A secret with which the file may be fetched once, and what will be in it. @throws AppError EMAIL_NOT_VERIFIED */
    async prepare(
      context: Context,
      patient: PatientActor,
    ): Promise<{ ticket: string; size: { cases: number; files: number; bytes: number } }> {
      const ticket = newSecret();
      const size = await db.transaction(async (tx) => {
        const own = await cases.ofPatient(tx, patient.id);
        const sum = { cases: own.length, files: 0, bytes: 0 };
        for (const row of own) {
          // A signed report goes to a verified address only, also in a copy.
          if (row.status === 'completed') await reports.assertSigned(tx, context, row.id);
          const { files, bytes } = readableFiles(await studies.tree(tx, { caseId: row.id }));
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

    /** @throws AppError LINK_INVALID for an unknown, used or expired ticket */
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
        const now = clock.now();
        const day = now.toISOString().slice(0, 10);
        const root = `duai-${day}`;
        const data = await rowsOf(tx, patientId);
        const { lines } = await accessLog(tx, patientId, { limit: ACCESS_LINES });
        const own = await cases.ofPatient(tx, patientId);
        const trees = new Map<string, Awaited<ReturnType<Studies['tree']>>>();
        for (const row of own) trees.set(row.id, await studies.tree(tx, { caseId: row.id }));
        const bundle = fhirBundle(fhirSource(data, own, trees, cases), now);
        const json = (name: string, value: unknown): ZipEntry => ({
          name: `${root}/${name}`,
          modifiedAt: now,
          isCompressed: true,
          open: async () => Readable.from([Buffer.from(JSON.stringify(value, null, 2))]),
        });
        const entries: ZipEntry[] = [
          readme(root, now, language),
          json('fhir-bundle.json', bundle),
          json('access-log.json', lines satisfies contract.AccessLine[]),
          ...Object.entries(data).map(([table, rows]) => json(`data/${table}.json`, rows)),
          ...own.flatMap((row) => {
            const folder = `${root}/cases/${row.caseNumber}`;
            const signed = reportOf(data, row.id);
            return [
              ...(signed?.hasPdf
                ? [
                    {
                      name: `${folder}/report.pdf`,
                      modifiedAt: now,
                      open: async () => (await reports.pdfForPatient(context, row.id)).stream,
                    },
                  ]
                : []),
              ...(data.first_reports?.some((found) => found.case_id === row.id && found.file_name)
                ? [
                    {
                      name: `${folder}/first-report.pdf`,
                      modifiedAt: now,
                      open: async () => Readable.from([(await firstReports.open(context, row.id)).bytes]),
                    },
                  ]
                : []),
              ...(signed ? [json(`cases/${row.caseNumber}/report.json`, JSON.parse(signed.document))] : []),
              ...imageEntries(`${folder}/images`, trees.get(row.id)!, ({ sha256 }) => studies.openFile(sha256)),
            ];
          }),
        ];
        await audit.record(tx, context, { action: 'rights.export', subjectType: 'patient', subjectId: patientId });
        return { stream: zipStream(entries), fileName: `${root}.zip` };
      });
    },
  };
}

const readme = (root: string, modifiedAt: Date, language: Language): ZipEntry => ({
  name: `${root}/README.txt`,
  modifiedAt,
  open: async () => Readable.from([Buffer.from(README[language])]),
});

function reportOf(data: Data, caseId: string) {
  const report = data.reports?.find((row) => row.case_id === caseId);
  if (!report) return null;
  return {
    row: report,
    document: String(report.signed_document),
    hasPdf: (data.report_documents ?? []).some((row) => row.report_id === report.id),
    hasAddenda: (data.report_addenda ?? []).some((row) => row.report_id === report.id),
  };
}

function fhirSource(
  data: Data,
  own: Awaited<ReturnType<Cases['ofPatient']>>,
  trees: Map<string, Awaited<ReturnType<Studies['tree']>>>,
  { subjectOf }: Cases,
): FhirSource {
  const [patient] = data.patients!;
  return {
    patient: {
      id: String(patient!.id),
      firstName: String(patient!.first_name),
      lastName: String(patient!.last_name),
      email: String(patient!.email),
      phone: patient!.phone as string | null,
      dateOfBirth: patient!.date_of_birth as string | null,
      gender: patient!.gender as FhirSource['patient']['gender'],
      language: String(patient!.language),
    },
    cases: own.map((row) => {
      const signed = reportOf(data, row.id);
      const content = signed?.row.content as { impression: string } | undefined;
      return {
        id: row.id,
        caseNumber: row.caseNumber,
        subject: subjectOf(row),
        studies: trees.get(row.id)!,
        report: signed && {
          id: String(signed.row.id),
          signedBy: String(signed.row.signed_by_name),
          signedAt: new Date(String(signed.row.signed_at)).toISOString(),
          language: String(signed.row.language),
          conclusion: content?.impression ?? '',
          hasAddenda: signed.hasAddenda,
          pdf: signed.hasPdf ? { path: `cases/${row.caseNumber}/report.pdf` } : null,
        },
      };
    }),
  };
}
