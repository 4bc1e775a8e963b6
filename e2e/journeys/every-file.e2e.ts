import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { cases, dicomweb, studies } from '@duai/contract';
import { decodeFrame, windowToGrey } from '@duai/imaging';
import type { Page } from '@playwright/test';
import { type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import { dicomwebPixels } from '../../web/src/viewer/dicomweb-pixels.ts';
import { ofFrame } from '../../web/src/viewer/pixels/values/describe-pixels.ts';
import { openingOf, openingSteps, paint, valuesOf } from '../../web/src/viewer/pixels/values/frame-values.ts';
import { TEST_DATA } from '../support/files.ts';
import { newPatient } from '../support/patients.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { asSignedIn } from '../support/sources.ts';
import { staffClient } from '../support/staff.ts';

const DICOM = join(TEST_DATA, 'dicom');
/** A server's preview of a larger image has fewer pixels. */
const MOST_PREVIEW_PIXELS = 1024;
/** Of 256 shades: both round once. */
const MOST_DIFFERENCE = 1;

type Files = { name: string; bytes: Uint8Array }[];

async function allFiles(): Promise<Files> {
  const entries = await readdir(DICOM, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv');
  return Promise.all(
    paths.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { name: relative(DICOM, path).replaceAll('/', '__'), bytes: new Uint8Array(await readFile(path)) };
    }),
  );
}

/** Size and pixels (RGBA) of a PNG, as the browser draws it. */
async function drawnBy(page: Page, png: Uint8Array): Promise<{ width: number; height: number; pixels: Uint8Array }> {
  const drawn = await page.evaluate(
    async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data, width, height } = context.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
      let text = '';
      for (let from = 0; from < data.length; from += 8192)
        text += String.fromCharCode(...data.subarray(from, from + 8192));
      return { width, height, text: btoa(text) };
    },
    `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
  );
  return { width: drawn.width, height: drawn.height, pixels: Buffer.from(drawn.text, 'base64') };
}

test('[RED-001] every file of the test data is shown, drawn here as by the server, or refused with a reason @long', async ({
  page,
  server,
}) => {
  test.skip(!existsSync(DICOM), 'data not present');
  const files = await allFiles();
  expect(files.length).toBeGreaterThan(300);
  const patient = await newPatient(server.address, { email: 'her-dosya@duai.example' });
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Diz' } });
  const answer = await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
  const refused = new Map((answer.refused ?? []).map(({ name, message }) => [name, message]));
  const radiologist = await staffClient(server, 'radiologist');
  await waitForDraft(radiologist, caseId);
  await page.goto('/');
  const counts = await asSignedIn(radiologist, server.address, () => walk(page, radiologist, caseId, files));
  const missing = files.filter(({ name }) => !refused.has(name) && !counts.names.has(name)).map(({ name }) => name);
  console.log(
    `${files.length} files: ${counts.alike} drawn here as by the server, ${counts.otherSize} here and not compared, ${counts.byServer} drawn by the server, ` +
      `${counts.told} not shown with a reason, ${refused.size} refused, ${missing.length} elsewhere`,
  );
  expect(counts.wrong).toEqual([]);
  expect([...refused.values()].filter((message) => message.trim() === '')).toEqual([]);
  expect(missing).toEqual([]);
  expect(counts.alike).toBeGreaterThanOrEqual(130);
});

/** RGBA of a grey image as it opens, from its file; null for colour. */
async function greyOf(files: Files, name: string, frame: number): Promise<Uint8ClampedArray | null> {
  const bytes = files.find((file) => file.name === name)?.bytes;
  const decoded = bytes && (await decodeFrame(bytes, frame));
  if (decoded?.samplesPerPixel !== 1 || decoded.palette) return null;
  const grey = windowToGrey(decoded);
  return Uint8ClampedArray.from({ length: grey.length * 4 }, (_, at) => (at % 4 === 3 ? 255 : grey[at >> 2]!));
}

/** Opens each image of the case as the viewer does. */
async function walk(page: Page, http: HttpClient, caseId: string, files: Files) {
  const { studies: examinations } = await http.call(studies.getReading, { params: { caseId } });
  const stored = dicomwebPixels(dicomweb.readingImages, { caseId }, examinations);
  const counts = { names: new Set<string>(), wrong: [] as string[], alike: 0, otherSize: 0, byServer: 0, told: 0 };
  const { signal } = new AbortController();
  for (const series of examinations.flatMap((study) => study.series)) {
    const descriptions = await stored.describe(series.id, signal).catch(() => new Map<string, never>());
    for (const image of series.instances) {
      const name = image.originalName;
      counts.names.add(name);
      if (image.state !== 'ready') {
        if (image.problem?.message) counts.told += 1;
        else counts.wrong.push(`${name}: ${image.state} without a reason`);
        continue;
      }
      const described = descriptions.get(image.sopInstanceUid ?? '');
      const last = image.frames - 1;
      const compared = described?.each ? [...new Set([0, last])] : [0];
      const found = new Set<string>();
      for (const frame of compared) {
        const description = ofFrame(described, frame);
        const window = openingOf(image.window, description);
        // The server finds a window for each frame that names none, a viewer keeps that of the image.
        const isNamed = !description?.isOfFrame || description.fileWindow !== null || window === null;
        const preview = await http.send(studies.getInstancePreview, {
          params: { instanceId: image.id },
          query: { frame, ...(!isNamed && { center: window.center, width: window.width }) },
        });
        if (!preview.ok) {
          found.add(`preview of frame ${frame}: ${preview.status}`);
          continue;
        }
        const drawn = await drawnBy(page, new Uint8Array(await preview.arrayBuffer()));
        if (!description) {
          found.add('byServer');
          continue;
        }
        const values = valuesOf(await stored.fetchFrame(series.id, description, frame, signal), description);
        const { columns, rows } = description;
        const pixels = new Uint8ClampedArray(columns * rows * 4);
        paint(values, window ?? { center: 128, width: 256 }, false, pixels, openingSteps(description));
        // A server's picture has square pixels, and no more than so many: the others are decoded again.
        const isSquare = !description.spacing || description.spacing.rowMm === description.spacing.columnMm;
        const isWhole = Math.max(columns, rows) <= MOST_PREVIEW_PIXELS && isSquare;
        const wanted = isWhole ? drawn.pixels : await greyOf(files, name, frame);
        if (!wanted) {
          found.add('otherSize');
          continue;
        }
        const isOfSize = !isWhole || (drawn.width === columns && drawn.height === rows);
        const most = isOfSize
          ? pixels.reduce((worst, shade, at) => Math.max(worst, Math.abs(shade - wanted[at]!)), 0)
          : Number.NaN;
        if (most <= MOST_DIFFERENCE) found.add('alike');
        else found.add(`frame ${frame} differs by ${most}, ${drawn.width} × ${drawn.height} of ${columns} × ${rows}`);
      }
      for (const one of found)
        if (one === 'alike' || one === 'otherSize' || one === 'byServer') counts[one] += 1;
        else counts.wrong.push(`${name}: ${one}`);
    }
  }
  return counts;
}
