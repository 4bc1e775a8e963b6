import { randomBytes } from 'node:crypto';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { cases, institutionData, operations, reports, rights, scans, shares, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import { waitFor } from '../../scripts/instance.ts';
import { hasRadosgw, type S3Server, startRadosgw } from '../../scripts/test-servers/radosgw.ts';
import type { JobDefinition } from './adapters/queue/port.ts';
import { sha256Hex } from './core/ids.ts';
import { createReportFactory } from './features/reports/report-factory.ts';
import { mendDocuments } from './features/reports/reports.jobs.ts';
import { LOST_FILES } from './features/studies/index.ts';
import { mendPreviews } from './features/studies/ingest/check-files.ts';
import { codeOf } from './testing/code-of.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { smallPhantom } from './testing/samples.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** Access to the stored bytes without the server, to damage them as a disk or bucket may. */
interface Disk {
  read(sha256: string): Promise<Buffer>;
  write(sha256: string, bytes: Buffer): Promise<void>;
  remove(sha256: string): Promise<void>;
}
interface Opened {
  server: TestServer;
  disk: Disk;
  close(): Promise<void>;
}

async function inDirectory(): Promise<Opened> {
  const server = await startTestServer();
  const pathOf = (sha256: string) => join(server.dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  return {
    server,
    disk: {
      read: (sha256) => readFile(pathOf(sha256)),
      async write(sha256, bytes) {
        await chmod(pathOf(sha256), 0o600);
        await writeFile(pathOf(sha256), bytes);
      },
      remove: (sha256) => rm(pathOf(sha256)),
    },
    close: () => server.end(),
  };
}

async function inBucket(): Promise<Opened> {
  const Bucket = 'duai';
  const gateway: S3Server = await startRadosgw();
  const { endpoint, accessKeyId, secretAccessKey } = gateway;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket }));
  const server = await startTestServer({
    S3_BUCKET: Bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const object = (sha256: string) => ({ Bucket, Key: `files/${sha256}` });
  return {
    server,
    disk: {
      read: async (sha256) =>
        Buffer.from(await (await client.send(new GetObjectCommand(object(sha256)))).Body!.transformToByteArray()),
      write: async (sha256, Body) => void (await client.send(new PutObjectCommand({ ...object(sha256), Body }))),
      remove: async (sha256) => void (await client.send(new DeleteObjectCommand(object(sha256)))),
    },
    async close() {
      await server.end();
      await gateway.close();
    },
  };
}

function damagedStorageSuite(name: string, open: () => Promise<Opened>): void {
  describe(name, () => {
    let server: TestServer;
    let disk: Disk;
    let close: () => Promise<void>;
    let operator: HttpClient;
    let radiologist: HttpClient;
    let patient: HttpClient;
    let caseId: string;
    /** The first image of the case. */
    let image: { id: string; sha256: string };
    let contentSha256: string;
    const phantom = smallPhantom(77);
    const original = () => phantom.files.find((file) => sha256Hex(file.bytes) === image.sha256)!;

    beforeAll(async () => {
      ({ server, disk, close } = await open());
      operator = await server.staff('operator');
      radiologist = await server.staff('radiologist');
      patient = await server.patient();
      const { caseId: id, reading, report } = await createReportFactory(server, radiologist, phantom).signed(patient);
      caseId = id;
      contentSha256 = report.contentSha256!;
      const instance = reading.studies[0]!.series[0]!.instances[0]!;
      image = { id: instance.id, sha256: await hashOf(instance.id) };
      await waitFor(
        async () => (await pdf()).ok || undefined,
        60_000,
        () => 'no PDF',
      );
    });
    afterAll(() => close?.());

    const hashOf = async (instanceId: string) =>
      (
        await server.parts.db.drizzle.execute<{ sha256: string }>(
          sql`select sha256 from instances where id = ${instanceId}`,
        )
      ).rows[0]!.sha256;
    /** Flips one bit of the stored copy. */
    async function flip(sha256: string, at = 0.5): Promise<void> {
      const bytes = await disk.read(sha256);
      bytes[Math.floor(bytes.length * at)]! ^= 4;
      await disk.write(sha256, bytes);
    }
    const health = async () => (await operator.call(operations.getSystemHealth)).files;
    const metric = async (state: string) => {
      const text = await (await fetch(`${server.address}/metrics`)).text();
      return Number(new RegExp(`^stored_files{state="${state}"} (\\d+)`, 'm').exec(text)?.[1]);
    };
    const pdf = () => patient.send(reports.getReportPdf, { params: { caseId } });
    const verify = (sha256: string) => server.client().call(reports.verifyReport, { params: { sha256 } });
    const file = () => radiologist.bytes(studies.downloadInstance, { params: { instanceId: image.id } });
    /** Expects a complete archive except for the damaged file, which the archive names. */
    async function expectArchiveWithout(answer: Response, sha256 = image.sha256): Promise<void> {
      const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
      const [note] = Object.entries(files).filter(([name]) => name.endsWith(LOST_FILES));
      const images = Object.keys(files).filter((name) => name.endsWith('.dcm'));
      expect(images.length).toBeGreaterThan(0);
      const lost = Buffer.from(note![1])
        .toString()
        .split('\n')
        .filter((line) => line.endsWith('.dcm'));
      expect(lost).toHaveLength(1);
      expect(images).not.toContain(lost[0]);
      const damaged = sha256Hex(await disk.read(sha256));
      expect(Object.values(files).map(sha256Hex)).not.toContain(damaged);
    }
    /** Uploads the same bytes in somebody else's case. */
    async function uploadAgain(files: { name: string; bytes: Uint8Array }[]): Promise<void> {
      const other = await server.patient();
      const otherCase = await server.openCase(other);
      await other.call(cases.uploadCaseImages, { params: { caseId: otherCase }, form: imagesForm(files) });
    }
    const runJob = (job: JobDefinition<z.ZodObject>) =>
      server.parts.db.transaction((tx) => server.parts.queue.enqueue(tx, job, {}));

    it('[TRU-004] an image with a flipped bit is given to nobody, by no way, and our fault is said to be ours', async () => {
      await flip(image.sha256);
      expect(await codeOf(file())).toBe('FILE_DAMAGED');
      const answer = await radiologist.send(studies.downloadInstance, {
        params: { instanceId: image.id },
        language: 'en',
      });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'application/json; charset=utf-8']);
      expect(((await answer.json()) as { message: string }).message).toContain('This is our fault');
      // Drawn from the image again: another window, one frame.
      const wishes = [
        { center: 40, width: 400 },
        { frame: 0, center: 1, width: 2 },
      ];
      for (const query of wishes) {
        const reading = radiologist.bytes(studies.getInstancePreview, { params: { instanceId: image.id }, query });
        expect(await codeOf(reading)).toBe('FILE_DAMAGED');
        const own = patient.bytes(cases.getCaseImagePreview, { params: { caseId, imageId: image.id }, query });
        expect(await codeOf(own)).toBe('FILE_DAMAGED');
      }
      // Archives leave the file out and continue.
      await patient.call(rights.prepareExport);
      const copy = await patient.send(rights.downloadExport);
      await expectArchiveWithout(copy);
    });

    it('[TRU-004] operators see it on the health page and in the metrics', async () => {
      expect(await health()).toMatchObject({
        damaged: 1,
        missing: 0,
        unchecked: 0,
        found: [{ sha256: image.sha256, damage: 'damaged', use: 'image' }],
      });
      expect([await metric('damaged'), await metric('missing')]).toEqual([1, 0]);
    });

    it('[TRU-004] a new upload of the same file mends it, and one that is missing', async () => {
      await uploadAgain([original()]);
      expect(Buffer.from(await file()).equals(Buffer.from(original().bytes))).toBe(true);
      expect([(await health()).found, await metric('damaged')]).toEqual([[], 0]);
      await disk.remove(image.sha256);
      expect(await codeOf(file())).toBe('FILE_DAMAGED');
      expect((await health()).found).toMatchObject([{ sha256: image.sha256, damage: 'missing' }]);
      await uploadAgain([original()]);
      expect(Buffer.from(await file()).equals(Buffer.from(original().bytes))).toBe(true);
      expect((await health()).found).toEqual([]);
    });

    it('[TRU-004] a preview with a flipped bit is drawn anew from its image, when it is asked for or within the hour', async () => {
      const preview = () => patient.bytes(cases.getCaseImagePreview, { params: { caseId, imageId: image.id } });
      const before = Buffer.from(await preview());
      const sha256 = sha256Hex(before);
      await flip(sha256);
      expect(Buffer.from(await preview()).equals(before)).toBe(true);
      expect((await disk.read(sha256)).equals(before)).toBe(true);
      await flip(sha256, 0.9);
      expect(await server.parts.storage.check(sha256)).toBe('damaged');
      expect((await health()).found).toMatchObject([{ sha256, use: 'preview' }]);
      await runJob(mendPreviews);
      await expect.poll(async () => (await health()).found).toEqual([]);
      expect((await disk.read(sha256)).equals(before)).toBe(true);
    });

    it('[TRU-004] a PDF with a flipped bit is not given; its verification says so; it is rendered again', async () => {
      const before = Buffer.from(await (await pdf()).arrayBuffer());
      const sha256 = sha256Hex(before);
      expect(await verify(contentSha256)).toEqual({ isValid: true, isCopyDamaged: false });
      await flip(sha256);
      expect(await verify(contentSha256)).toEqual({ isValid: true, isCopyDamaged: true });
      expect(await verify(sha256)).toEqual({ isValid: true, isCopyDamaged: true });
      expect([(await pdf()).status, (await health()).found[0]?.use]).toEqual([500, 'report']);
      const staff = radiologist.bytes(reports.getReportPdfForStaff, { params: { caseId } });
      expect(await codeOf(staff)).toBe('FILE_DAMAGED');
      await runJob(mendDocuments);
      await expect.poll(async () => (await pdf()).status).toBe(200);
      expect(Buffer.from(await (await pdf()).arrayBuffer()).equals(before)).toBe(true);
      expect(await verify(sha256)).toEqual({ isValid: true, isCopyDamaged: false });
      expect((await health()).found).toEqual([]);
    });

    it('[TRU-004] a doctor with a link gets neither the damaged image nor the damaged PDF', async () => {
      const { share, pin, link } = await patient.call(shares.createShare, { params: { caseId }, body: {} });
      const doctor = server.client();
      await doctor.call(shares.openShare, { body: { secret: new URL(link).hash.replace('#token=', ''), pin } });
      const shareId = share.id;
      await flip(sha256Hex(new Uint8Array(await (await pdf()).arrayBuffer())));
      expect(await codeOf(doctor.bytes(shares.getSharedReportPdf, { params: { shareId } }))).toBe('FILE_DAMAGED');
      await runJob(mendDocuments);
      await expect.poll(async () => (await pdf()).status).toBe(200);
      await flip(image.sha256);
      const drawn = doctor.bytes(shares.getSharedImage, {
        params: { shareId, imageId: image.id },
        query: { center: 40, width: 400 },
      });
      expect(await codeOf(drawn)).toBe('FILE_DAMAGED');
      const archive = await doctor.send(shares.downloadSharedImages, { params: { shareId } });
      await expectArchiveWithout(archive);
      await uploadAgain([original()]);
    });

    it('[TRU-004] of a file that is damaged behind its beginning the answer breaks off before the damage', async () => {
      const noise = await sharp(randomBytes(1200 * 900 * 3), { raw: { width: 1200, height: 900, channels: 3 } })
        .png({ compressionLevel: 0 })
        .toBuffer();
      const other = await server.patient();
      const otherCase = await server.openCase(other, 'X-Ray');
      const form = imagesForm([{ name: 'gürültü.png', bytes: noise }]);
      const uploaded = await other.call(cases.uploadCaseImages, { params: { caseId: otherCase }, form });
      const { id } = uploaded.case.images[0]!;
      await flip(sha256Hex(noise), 0.95);
      const download = await radiologist.send(studies.downloadInstance, { params: { instanceId: id } });
      expect([download.status, download.headers.get('content-length')]).toEqual([200, String(noise.length)]);
      let received = 0;
      const read = async () => {
        for await (const chunk of download.body!) received += chunk.length;
      };
      await expect(read()).rejects.toThrow();
      expect(received).toBeLessThanOrEqual(Math.floor(noise.length / 2 ** 20) * 2 ** 20);
      await uploadAgain([{ name: 'gürültü.png', bytes: noise }]);
      const again = await radiologist.bytes(studies.downloadInstance, { params: { instanceId: id } });
      expect(Buffer.from(again).equals(noise)).toBe(true);
    });

    it('[TRU-004] a scan of an institution: the image is not shown, and left out of exports; the same study sent again mends it', async () => {
      const factory = createInstitutionFactory(server, operator);
      const { admin } = await factory.activated(`hasar-${name.length}`);
      const { files } = factory.freshPhantom();
      const { scan } = await factory.upload(admin, files);
      await factory.settled(admin);
      const detail = await admin.call(scans.getScan, { params: { scanId: scan.id } });
      const { id: instanceId } = detail.studies[0]!.series[0]!.instances[0]!;
      const sha256 = await hashOf(instanceId);
      const drawn = () =>
        admin.bytes(scans.getScanPreview, { params: { instanceId }, query: { center: 40, width: 400 } });
      const before = Buffer.from(await drawn());
      await flip(sha256);
      expect(await codeOf(drawn())).toBe('FILE_DAMAGED');
      // Its results are frozen, and any image of the study tells whose they are.
      const sr = Buffer.from(await admin.bytes(scans.getScanSr, { params: { scanId: scan.id } }));
      expect(sr.subarray(128, 132).toString()).toBe('DICM');
      // The return of all an institution's data leaves the file out, names it and continues.
      const returned = await admin.send(institutionData.downloadTrialData);
      await expectArchiveWithout(returned, sha256);
      const { refused } = await admin.call(scans.uploadScan, { form: imagesForm(files) });
      expect(refused?.every(({ code }) => code === 'DUPLICATE')).toBe(true);
      expect(Buffer.from(await drawn()).equals(before)).toBe(true);
      expect(await buffer(await server.parts.storage.open(sha256)).then(sha256Hex)).toBe(sha256);
      expect((await health()).found).toEqual([]);
    });
  });
}

damagedStorageSuite('files in a directory', inDirectory);
if (hasRadosgw()) damagedStorageSuite('files in a bucket', inBucket);
else console.log('radosgw is not installed and cannot be had: files in a bucket are not tried');
