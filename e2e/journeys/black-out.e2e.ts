import { readFile } from 'node:fs/promises';
import { decodeFrame, fileMeta, writePart10 } from '@duai/imaging';
import { expectAccessible } from '../support/accessible.ts';
import { storedPath } from '../support/files.ts';
import { patientWithCase, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { expect, test } from '../support/server.ts';

const SIDE = 64;

/** An evenly grey CT slice whose header states that text is burned into its pixels. */
const written = (sopInstanceUid = '1.2.3.4.5.1'): Uint8Array =>
  writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.2' },
    { tag: 0x00080018, vr: 'UI', value: sopInstanceUid },
    { tag: 0x00080060, vr: 'CS', value: 'CT' },
    { tag: 0x00100010, vr: 'PN', value: 'Isik^Zeynep' },
    { tag: 0x0020000d, vr: 'UI', value: '1.2.3.4.5.2' },
    { tag: 0x0020000e, vr: 'UI', value: '1.2.3.4.5.3' },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: [SIDE] },
    { tag: 0x00280011, vr: 'US', value: [SIDE] },
    { tag: 0x00280100, vr: 'US', value: [8] },
    { tag: 0x00280101, vr: 'US', value: [8] },
    { tag: 0x00280102, vr: 'US', value: [7] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    { tag: 0x00280301, vr: 'CS', value: 'YES' },
    { tag: 0x7fe00010, vr: 'OB', value: new Uint8Array(SIDE * SIDE).fill(200) },
  ]);

const COMPRESSED = '1.2.3.4.5.9';

/** The next slice, in RLE Lossless: one frame of runs of 128 equal bytes (PS3.5 sections A.4.2 and G.3). */
function compressed(): Uint8Array {
  const instance = { sopClassUid: '1.2.840.10008.5.1.4.1.1.2', sopInstanceUid: COMPRESSED };
  const meta = fileMeta({ ...instance, transferSyntaxUid: '1.2.840.10008.1.2.1' });
  const header = written(COMPRESSED).slice(meta.length, -(12 + SIDE * SIDE));
  const element = (tag: number[], length: number) => {
    const bytes = new Uint8Array(8);
    bytes.set(tag);
    new DataView(bytes.buffer).setUint32(4, length, true);
    return bytes;
  };
  const runs = new Uint8Array(((SIDE * SIDE) / 128) * 2).map((_, at) => (at % 2 === 0 ? 129 : 200));
  const segments = new Uint8Array(64);
  segments.set([1, 0, 0, 0, 64]);
  const pixelData = [0xe0, 0x7f, 0x10, 0x00, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff];
  const item = [0xfe, 0xff, 0x00, 0xe0];
  return Buffer.concat([
    fileMeta({ ...instance, transferSyntaxUid: '1.2.840.10008.1.2.5' }),
    header,
    Uint8Array.from(pixelData),
    element(item, 0),
    element(item, segments.length + runs.length),
    segments,
    runs,
    element([0xfe, 0xff, 0xdd, 0xe0], 0),
  ]);
}

test('writing in images, compressed or not, is looked at and blacked out before they are sent', async ({
  page,
  server,
}) => {
  const { caseId } = await patientWithCase(page, server.address, { email: 'karartan@duai.example' });
  await page.goto(`/second-opinion/cases/${caseId}`);
  const file = (name: string, bytes: Uint8Array) => ({
    name,
    mimeType: 'application/dicom',
    buffer: Buffer.from(bytes),
  });
  await page
    .getByLabel('Görüntü dosyaları')
    .setInputFiles([file('written.dcm', written()), file('compressed.dcm', compressed())]);
  await page.getByRole('button', { name: 'Görüntülere bak ve yazıları karart' }).click();
  const dialog = page.getByRole('dialog');
  const image = dialog.getByRole('img', { name: 'written.dcm' });
  await expect(image).toBeVisible();
  await dialog.getByRole('button', { name: 'Üst kenar' }).click();
  const box = (await image.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.75);
  await page.mouse.up();
  await expect(dialog.getByText('Görüntülerde 2 alan siyah olacak')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'upload/05-black-out');
  await dialog.getByRole('button', { name: 'Sonraki görüntü' }).click();
  await expect(dialog.getByRole('img', { name: 'compressed.dcm' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Bu görüntülere uygula' }).click();
  await expect(page.getByText('Görüntülerde 2 alan siyah olacak')).toBeVisible();
  await picture(page, 'upload/06-blacked-out', { fullPage: true });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/uploads')) return;
    const hash = /sha256 ([\w+/=]+)/.exec(request.headers()['upload-metadata'] ?? '');
    if (hash) sent.push(Buffer.from(hash[1]!, 'base64').toString());
  });
  await page.getByRole('button', { name: /dosyayı yükle/ }).click();
  await expect(toast(page)).toContainText('Yükleme Tamamlandı');
  expect(sent).toHaveLength(2);
  for (const sha256 of sent) {
    const stored = await readFile(storedPath(server.dataDir, sha256));
    const { stored: pixels, header } = await decodeFrame(stored);
    const at = (x: number, y: number) => pixels[y * SIDE + x];
    expect([at(5, 0), at(60, 2), at(40, 40), at(10, 40)]).toEqual([0, 0, 0, 200]);
    expect([header.burnedInAnnotation, stored.includes('113101'), stored.includes('Zeynep')]).toEqual([
      'NO',
      true,
      false,
    ]);
  }
});
