import { Readable } from 'node:stream';
import type { institutionData as contract } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { writeCsv } from '../../core/files/csv.ts';
import { type ZipEntry, zipStream } from '../../core/files/zip-stream.ts';
import { newId, sha256Hex } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Analyses } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Billing } from '../billing/index.ts';
import type { Evaluation } from '../evaluation/index.ts';
import type { Institutions } from '../institutions/index.ts';
import type { Pacs } from '../pacs/index.ts';
import { presentScans, realScans, type Scans } from '../scans/index.ts';
import { createLostFiles, type Studies } from '../studies/index.ts';
import * as store from './institution-data.store.ts';

interface InstitutionDataTools extends Pick<Parts, 'db' | 'storage' | 'clock' | 'log'> {
  accounts: Accounts;
  audit: Audit;
  studies: Studies;
  analyses: Analyses;
  institutions: Institutions;
  billing: Billing;
  scans: Scans;
  evaluation: Evaluation;
  pacs: Pacs;
  /** Work items name patients. */
  removeWorkitems: (tx: Tx, institutionId: string) => Promise<void>;
}

const KEPT = [
  {
    what: 'Audit trail: ids, times and actions, no patient data',
    reason: 'Proof of who did what (GDPR Art. 5(2), HIPAA 45 CFR 164.312(b))',
  },
  { what: 'Usage ledger: ids and times of counted scans', reason: 'Invoices and the limits of the trial' },
  { what: 'Accounts of the members', reason: 'Needed to sign in; removed on the members page' },
  { what: 'This proof', reason: 'So that the deletion can be shown later' },
];

export type InstitutionData = ReturnType<typeof createInstitutionData>;

/** Returns all data of an institution as one ZIP file, and deletes it with a proof of deletion. */
export function createInstitutionData(tools: InstitutionDataTools) {
  const { db, storage, clock, log, audit, accounts, studies, analyses, institutions, billing, scans, evaluation } =
    tools;
  const { dossiers } = evaluation;
  const { pacs } = tools;

  /** Makes the entries one by one on demand: scans and labels in pages, each file when it is read. */
  async function* entriesOf(institutionId: string, lost: ReturnType<typeof createLostFiles>): AsyncGenerator<ZipEntry> {
    const modifiedAt = clock.now();
    const text = (name: string, content: string | Buffer): ZipEntry => ({
      name,
      modifiedAt,
      isCompressed: true,
      open: async () => Readable.from([content], { objectMode: false }),
    });
    const json = (name: string, value: unknown) => text(name, JSON.stringify(value, null, 2));
    yield text('README.txt', README);
    for await (const scan of realScans(db.drizzle, institutionId)) {
      const folder = `scans/${scan.id}`;
      const [presented] = await presentScans({ analyses }, db.drizzle, [scan], 'en');
      yield json(`${folder}/scan.json`, { ...presented, studyInstanceUid: scan.studyInstanceUid });
      const runs = await db.transaction((tx) => analyses.ofScan(tx, scan.id, scan.submission));
      yield json(
        `${folder}/analyses.json`,
        runs.map((run) => ({ ...analyses.present(run, 'en'), inputSha256: run.inputSha256 })),
      );
      for (const study of await studies.wholeTree(db.drizzle, { scanId: scan.id }))
        for (const [index, series] of study.series.entries())
          for (const [position, { sha256, receivedAt }] of series.instances.entries())
            yield {
              name: `${folder}/series-${index + 1}/${String(position + 1).padStart(5, '0')}.dcm`,
              modifiedAt: receivedAt,
              open: () => storage.open(sha256),
            };
    }
    for (const { id } of await dossiers.list(institutionId)) {
      yield {
        name: `dossiers/${id}.csv`,
        modifiedAt,
        isCompressed: true,
        open: () => dossiers.csv(institutionId, id),
      };
      yield { ...text(`dossiers/${id}.pdf`, await dossiers.pdf(institutionId, id)), isCompressed: false };
    }
    yield {
      name: 'ground-truth.csv',
      modifiedAt,
      isCompressed: true,
      open: async () => Readable.from(labelLines(institutionId), { objectMode: false }),
    };
    yield* lost.entry('', modifiedAt);
  }

  async function* labelLines(institutionId: string): AsyncGenerator<string> {
    yield writeCsv([['question', 'study', 'label']]);
    for await (const rows of evaluation.groundTruthOf(institutionId))
      yield writeCsv(rows.map(({ question, study, label }) => [question, study, label]));
  }

  /**
   * Removes the files of deletions that nothing else refers to; under the institution's lock, so that no upload runs
   * meanwhile.
   */
  async function removeFiles(institutionId: string): Promise<void> {
    await db.transaction(async (tx) => {
      await institutions.trials.lock(tx, institutionId);
      for (const { id, document } of await store.findOpenProofs(tx, institutionId)) {
        await storage.removeUnreferenced(document.fileSha256, tx);
        await store.completeProof(tx, id, clock.now());
      }
    });
  }

  return {
    async zip(context: Context, institutionId: string): Promise<Readable> {
      await db.transaction((tx) =>
        audit.record(tx, context, {
          action: 'trial.return-data',
          subjectType: 'institution',
          subjectId: institutionId,
        }),
      );
      const lost = createLostFiles('en');
      return zipStream(entriesOf(institutionId, lost), lost.options).on('error', (error) =>
        log.error({ err: error, institutionId }, 'the data of a trial could not be packed'),
      );
    },

    /** @throws AppError NAME_NOT_CONFIRMED */
    async delete(context: Context, institutionId: string, typedName: string): Promise<contract.DeletionProof> {
      const institution = await accounts.institutions.nameOf(db.drizzle, institutionId);
      if (typedName.trim() !== institution) throw new AppError('NAME_NOT_CONFIRMED');
      const proof = await db.transaction(async (tx) => {
        await institutions.trials.lock(tx, institutionId);
        await evaluation.removeAllOf(tx, institutionId);
        const aside = await pacs.removeAllOf(tx, institutionId);
        await tools.removeWorkitems(tx, institutionId);
        const removed = await scans.removeAllOf(tx, institutionId);
        await billing.metering.forgetStudies(tx, institutionId);
        const fileSha256 = (await studies.unreferenced(tx, [...removed.hashes, ...aside])).sort();
        const bare = {
          id: newId(),
          institution,
          deletedAt: clock.now().toISOString(),
          scans: removed.scans,
          images: removed.images,
          files: fileSha256.length,
          fileSha256,
          kept: KEPT,
        };
        const document = { ...bare, sha256: sha256Hex(canonicalJson(bare)) };
        await store.insertProof(tx, { id: bare.id, institutionId, document, createdAt: new Date(bare.deletedAt) });
        await audit.record(tx, context, {
          action: 'trial.delete-data',
          subjectType: 'institution',
          subjectId: institutionId,
          details: { scans: removed.scans, images: removed.images, files: fileSha256.length },
        });
        return document;
      });
      await removeFiles(institutionId);
      return proof;
    },

    /** First completes a deletion whose files still exist because the server was stopped. */
    async proofs(institutionId: string): Promise<contract.DeletionProof[]> {
      await removeFiles(institutionId);
      return (await store.findProofs(db.drizzle, institutionId)).map(({ document }) => document);
    },
  };
}

const README = `DuaiCheck trial: everything that was given and made.

scans/ID/scan.json       what the scan is
scans/ID/analyses.json   every run: algorithm, version, result, SHA-256 of its inputs
scans/ID/series-N/       the DICOM files as they came, bit for bit
dossiers/                dossiers as CSV and PDF
ground-truth.csv         labels of the questions
MISSING-FILES.txt        only where a file could not be given: which, and why

AI-assisted, for research and decision support. Not a diagnosis.
`;
