import type { Readable } from 'node:stream';
import type { trialProof as contract } from '@duai/contract';
import canonicalize from 'canonicalize';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import type { Context } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { writeCsv } from '../../core/csv.ts';
import { newId, sha256Hex } from '../../core/ids.ts';
import type { createDossiers } from './dossiers.ts';
import { createMetering } from './metering.ts';
import { deletionProofs, proofLabels, proofQuestions, trialDossiers } from './proof.tables.ts';
import { findRealScans } from './proof-studies.ts';
import { hasEvaluation } from './scan-outcome.ts';
import { presentScan } from './scans.ts';
import { scanCharges, scans } from './trial.tables.ts';
import type { TrialTools } from './trial-tools.ts';

const KEPT = [
  {
    what: 'Audit trail: ids, times and actions, no patient data',
    reason: 'Proof of who did what (GDPR Art. 5(2), HIPAA 45 CFR 164.312(b))',
  },
  { what: 'Usage ledger: ids and times of counted scans', reason: 'Invoices and the limits of the trial' },
  { what: 'Accounts of the members', reason: 'Needed to sign in; removed on the members page' },
  { what: 'This proof', reason: 'So that the deletion can be shown later' },
];

/** What was given comes back as one ZIP, and can be deleted with a proof of what went. */
export function createTrialData(
  tools: TrialTools,
  { dossiers }: { dossiers: Pick<ReturnType<typeof createDossiers>, 'ofInstitution'> },
) {
  const { db, storage, clock, log, audit, accounts, studies, analyses } = tools;
  const metering = createMetering(tools);

  /** Adds one entry after the other; a stored file is opened when its turn comes, so memory does not grow. */
  async function fill(zip: ZipFile, institutionId: string): Promise<void> {
    const json = (path: string, value: unknown) => zip.addBuffer(Buffer.from(JSON.stringify(value, null, 2)), path);
    zip.addBuffer(Buffer.from(README), 'README.txt');
    for (const scan of await findRealScans(db.drizzle, institutionId)) {
      const runs = await analyses.ofScan(db.drizzle, scan.id, scan.submission);
      const folder = `scans/${scan.id}`;
      json(`${folder}/scan.json`, { ...presentScan(scan), studyInstanceUid: scan.studyInstanceUid });
      json(
        `${folder}/analyses.json`,
        runs.map((run) => ({ ...analyses.present(run, 'en'), inputSha256: run.inputSha256 })),
      );
      for (const study of await studies.tree(db.drizzle, { scanId: scan.id })) {
        for (const [index, series] of study.series.entries()) {
          // Whoever waits for its turn holds a hash and no more.
          for (const [position, { sha256 }] of series.instances.entries()) {
            const name = `${String(position + 1).padStart(5, '0')}.dcm`;
            zip.addReadStreamLazy(`${folder}/series-${index + 1}/${name}`, { compress: false }, (done) => {
              storage.open(sha256).then(
                (stream) => done(null, stream),
                (error: unknown) => done(error, undefined as never),
              );
            });
          }
        }
      }
    }
    for (const dossier of await dossiers.ofInstitution(institutionId)) {
      zip.addBuffer(Buffer.from(dossier.csv), `dossiers/${dossier.id}.csv`);
      zip.addBuffer(dossier.pdf, `dossiers/${dossier.id}.pdf`);
    }
    const labels = await db.drizzle
      .select({ question: proofQuestions.name, study: proofLabels.study, label: proofLabels.label })
      .from(proofLabels)
      .innerJoin(proofQuestions, eq(proofQuestions.id, proofLabels.questionId))
      .where(eq(proofQuestions.institutionId, institutionId));
    const lines = labels.map(({ question, study, label }) => [question, study, label]);
    zip.addBuffer(Buffer.from(writeCsv([['question', 'study', 'label'], ...lines])), 'ground-truth.csv');
    zip.end();
  }

  /** Files of a deletion that nothing refers to any more; under the institution's lock, so that no upload comes between. */
  async function removeFiles(institutionId: string): Promise<void> {
    await db.transaction(async (tx) => {
      await metering.lockTrial(tx, institutionId);
      const open = await tx
        .select()
        .from(deletionProofs)
        .where(and(eq(deletionProofs.institutionId, institutionId), isNull(deletionProofs.completedAt)));
      for (const { id, document } of open) {
        await storage.removeUnreferenced(document.fileSha256, tx);
        await tx.update(deletionProofs).set({ completedAt: clock.now() }).where(eq(deletionProofs.id, id));
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
      const zip = new ZipFile();
      const output = zip.outputStream as Readable;
      const fail = (error: unknown) => {
        log.error({ err: error, institutionId }, 'the data of a trial could not be packed');
        output.destroy(error as Error);
      };
      zip.on('error', fail);
      void fill(zip, institutionId).catch(fail);
      return output;
    },

    /** @throws AppError NAME_NOT_CONFIRMED */
    async delete(context: Context, institutionId: string, typedName: string): Promise<contract.DeletionProof> {
      const institution = await accounts.institutions.nameOf(db.drizzle, institutionId);
      if (typedName.trim() !== institution) throw new AppError('NAME_NOT_CONFIRMED');
      const proof = await db.transaction(async (tx) => {
        await metering.lockTrial(tx, institutionId);
        const rows = await tx.select().from(scans).where(eq(scans.institutionId, institutionId));
        const hashes = new Set<string>();
        let images = 0;
        for (const scan of rows) {
          await metering.settle(tx, scan, hasEvaluation(await analyses.evaluatedOfScan(tx, scan.id)));
          const trees = await studies.tree(tx, { scanId: scan.id });
          images += trees.flatMap(({ series }) => series.flatMap(({ instances }) => instances)).length;
          await analyses.removeOfStudies(
            tx,
            trees.map((tree) => tree.id),
          );
          for (const sha256 of await studies.removeOfScan(tx, scan.id)) hashes.add(sha256);
        }
        await tx.delete(proofQuestions).where(eq(proofQuestions.institutionId, institutionId));
        await tx.delete(trialDossiers).where(eq(trialDossiers.institutionId, institutionId));
        await tx.delete(scans).where(eq(scans.institutionId, institutionId));
        // The ledger keeps its rows, but no Study Instance UID.
        await tx
          .update(scanCharges)
          .set({ studyKey: sql`'deleted:' || ${scanCharges.id}` })
          .where(eq(scanCharges.institutionId, institutionId));
        const fileSha256 = (await studies.unreferenced(tx, [...hashes])).sort();
        const bare = {
          id: newId(),
          institution,
          deletedAt: clock.now().toISOString(),
          scans: rows.length,
          images,
          files: fileSha256.length,
          fileSha256,
          kept: KEPT,
        };
        const document = { ...bare, sha256: sha256Hex(canonicalize(bare)!) };
        await tx
          .insert(deletionProofs)
          .values({ id: bare.id, institutionId, document, createdAt: new Date(bare.deletedAt) });
        await audit.record(tx, context, {
          action: 'trial.delete-data',
          subjectType: 'institution',
          subjectId: institutionId,
          details: { scans: rows.length, images, files: fileSha256.length },
        });
        return document;
      });
      await removeFiles(institutionId);
      return proof;
    },

    /** A deletion whose files are still there (the server was stopped in between) is finished first. */
    async proofs(institutionId: string): Promise<contract.DeletionProof[]> {
      await removeFiles(institutionId);
      const rows = await db.drizzle
        .select()
        .from(deletionProofs)
        .where(eq(deletionProofs.institutionId, institutionId))
        .orderBy(desc(deletionProofs.createdAt));
      return rows.map(({ document }) => document);
    },
  };
}

const README = `DuaiCheck trial: everything that was given and made.

scans/ID/scan.json       what the scan is
scans/ID/analyses.json   every run: algorithm, version, result, SHA-256 of its inputs
scans/ID/series-N/       the DICOM files as they came, bit for bit
dossiers/                dossiers as CSV and PDF
ground-truth.csv         labels of the questions

AI-assisted, for research and decision support. Not a diagnosis.
`;
