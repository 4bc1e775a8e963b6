import { readFile } from 'node:fs/promises';
import { decodeFrame, writePart10 } from '@duai/imaging';
import { expectAccessible } from '../support/accessible.ts';
import { storedPath } from '../support/files.ts';
import { patientWithCase, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { expect, test } from '../support/server.ts';

const SIDE = 64;

/** A CT slice, evenly grey, that says of itself that there is writing in it. */
const written = (): Uint8Array =>
  writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.2' },
    { tag: 0x00080018, vr: 'UI', value: '1.2.3.4.5.1' },
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

test('writing in an image is looked at and blacked out before it is sent', async ({ page, server }) => {
  const { caseId } = await patientWithCase(page, server.address, { email: 'karartan@duai.example' });
  await page.goto(`/second-opinion/cases/${caseId}`);
  await page
    .getByLabel('Görüntü dosyaları')
    .setInputFiles({ name: 'written.dcm', mimeType: 'application/dicom', buffer: Buffer.from(written()) });
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
  await dialog.getByRole('button', { name: 'Bu görüntülere uygula' }).click();
  await expect(page.getByText('Görüntülerde 2 alan siyah olacak')).toBeVisible();
  await picture(page, 'upload/06-blacked-out', { fullPage: true });
  const begun = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/uploads'));
  await page.getByRole('button', { name: /dosyayı yükle/ }).click();
  const metadata = (await begun).headers()['upload-metadata']!;
  await expect(toast(page)).toContainText('Yükleme Tamamlandı');
  const sha256 = Buffer.from(/sha256 ([\w+/=]+)/.exec(metadata)![1]!, 'base64').toString();
  const stored = await readFile(storedPath(server.dataDir, sha256));
  const { stored: pixels, header } = await decodeFrame(stored);
  const at = (x: number, y: number) => pixels[y * SIDE + x];
  expect([at(5, 0), at(60, 2), at(40, 40), at(10, 40)]).toEqual([0, 0, 0, 200]);
  expect([header.burnedInAnnotation, stored.includes('113101'), stored.includes('Zeynep')]).toEqual([
    'NO',
    true,
    false,
  ]);
});
