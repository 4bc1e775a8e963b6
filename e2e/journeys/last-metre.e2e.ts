import { cases, preliminaryReads, reports, shares, studies } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import type { Page } from '@playwright/test';
import { checkReading, differencesOf, WRITTEN } from '../../scripts/check-reading.ts';
import { createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { waitFor } from '../../scripts/instance.ts';
import { pdfLines } from '../../scripts/pdf-lines.ts';
import { caseSource } from '../../web/src/features/cases/case-source.ts';
import { readingSource } from '../../web/src/features/readings/reading-source.ts';
import { shareSource } from '../../web/src/features/shares/share-source.ts';
import { expectAccessible } from '../support/accessible.ts';
import { patientWithCase, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { expectSource } from '../support/sources.ts';
import { signInStaff, signsOn, staffClient } from '../support/staff.ts';

const LUNG = { center: -600, width: 1500 };
/** Slices that stay away, so that the numbers of the others, and of the report, are not their positions. */
const AWAY = 2;
const phantom = chestPhantom({ slices: 24 + AWAY, matrix: 128, pixelSpacingMm: 2.8, sliceThicknessMm: 10 });

/** The compressed pixels of a PNG, which a PDF contains unchanged. */
function pixelsOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
  }
  return Buffer.concat(parts);
}

/** The pixels of a picture as the browser draws them, RGBA. */
const drawn = (page: Page, source: string): Promise<string> =>
  page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return data.reduce((text, byte) => text + String.fromCharCode(byte), '');
  }, source);

/** The same for the content of a canvas. */
const pixelsOfCanvas = (canvas: HTMLCanvasElement | HTMLElement | SVGElement): string => {
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error('no canvas');
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  return data.reduce((text, byte) => text + String.fromCharCode(byte), '');
};

/** Waits until the displayed picture has the pixels of this one. */
async function expectShown(page: Page, name: string | RegExp, png: Buffer): Promise<void> {
  const image = page.getByRole('img', { name });
  await expect(image).toBeVisible();
  const wanted = await drawn(page, `data:image/png;base64,${png.toString('base64')}`);
  const shown = async () => {
    const address = await image.getAttribute('src');
    return address ? drawn(page, address) : image.evaluate(pixelsOfCanvas);
  };
  await expect.poll(async () => isShown(await shown(), wanted)).toBe(true);
}

/** Every grey pixel is the wanted one; the others are those of masks, which are drawn into the image: less than a tenth. */
function isShown(shown: string, wanted: string): boolean {
  if (shown.length !== wanted.length) return false;
  let coloured = 0;
  for (let at = 0; at < shown.length; at += 4) {
    if (shown[at] !== shown[at + 1] || shown[at] !== shown[at + 2]) coloured += 1;
    else if (shown.slice(at, at + 4) !== wanted.slice(at, at + 4)) return false;
  }
  return coloured < shown.length / 40;
}

const windows = (page: Page, name: string) => page.getByRole('group', { name }).getByRole('button').allTextContents();

test('a chest CT opens in the lung window and a finding at its slice, for patient, doctor and radiologist [LMP-002] [LMP-005] [LMP-006]', {
  tag: '@long',
}, async ({ page, server, openBrowser }) => {
  const { http: patient, caseId } = await patientWithCase(page, server.address, { email: 'son-metre@duai.example' });
  const params = { caseId };
  const radiologist = await staffClient(server, 'radiologist');
  await patient.call(cases.uploadCaseImages, { params, form: imagesForm(phantom.files.slice(AWAY)) });
  await waitForDraft(radiologist, caseId);
  const reading = await radiologist.call(studies.getReading, { params });
  const { studies: examinations, analyses, report } = reading;
  const slices = examinations[0]!.series[0]!.instances.filter(({ state }) => state === 'ready');
  const count = slices.length;
  /** As patients and doctors are told an image: by the number of the report, and its position. */
  const told = (position: number) => `Görüntü ${position + AWAY} (${position} / ${count})`;
  const lung = analyses.find((run) => run.algorithmId === 'ct.lung-density')!;
  const widest = slices.findIndex(({ sopInstanceUid }) => sopInstanceUid === lung.places[0]?.sopInstanceUid);
  expect(widest).toBeGreaterThanOrEqual(0);
  const inLungWindow = async (place: number) =>
    Buffer.from(
      await patient.bytes(cases.getCaseImagePreview, { params: { caseId, imageId: slices[place]!.id }, query: LUNG }),
    );

  await test.step('console: the finding leads to its slice, in the lung window; a head has no place here', async () => {
    const reading = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    await signInStaff(reading, server, 'radiologist');
    await reading.goto(`/console/cases/${caseId}`);
    await expect(reading.getByRole('button', { name: 'Lung', exact: true, pressed: true })).toBeVisible();
    await expect(reading.getByText('C −600 W 1500', { exact: true })).toBeVisible();
    await expect(reading.getByRole('button', { name: 'Mediastinum' })).toBeVisible();
    await expect(reading.getByRole('button', { name: 'Brain' })).toHaveCount(0);
    const stage = reading.getByRole('slider', { name: 'Image of the series' });
    await stage.press('Home');
    await expect(stage).toHaveAttribute('aria-valuenow', '1');
    await reading.getByRole('button', { name: /^Lung volume/ }).click();
    await expect(stage).toHaveAttribute('aria-valuenow', String(widest + 1));
    await expectShown(reading, `Slice ${widest + 1} of ${count}`, await inLungWindow(widest));
    await expectAccessible(reading);
    await picture(reading, 'last-metre/01-reading');
  });

  await test.step('the report is signed with a key image that nobody gave a window', async () => {
    await radiologist.call(cases.claimCase, { params });
    const image = {
      imageId: slices[5]!.id,
      frame: 0,
      window: null,
      suvFactor: null,
      region: null,
      caption: 'Üst bölge',
    };
    const { version } = await radiologist.call(reports.saveReport, {
      params,
      body: {
        version: report!.version,
        language: 'tr',
        content: { ...report!.content, ...WRITTEN, keyImages: [image] },
      },
    });
    await checkReading(radiologist, caseId);
    await radiologist.call(reports.signReport, {
      params,
      body: { ...signsOn(server), version, acknowledgedDifferences: differencesOf(reading) },
    });
  });
  const pdf = await waitFor(
    async () => {
      const answer = await patient.send(reports.getReportPdf, { params });
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
    },
    60_000,
    () => 'no PDF',
  );

  await test.step('patient: thumbnails open the viewer at their image, in the lung window', async () => {
    await page.goto(`/second-opinion/cases/${caseId}`);
    const { originalName } = slices[2]!;
    await expectShown(page, new RegExp(originalName), await inLungWindow(2));
    await page.getByRole('link', { name: new RegExp(originalName) }).click();
    await expectShown(page, told(3), await inLungWindow(2));
    await expect(page.getByRole('button', { name: 'Akciğer', pressed: true })).toBeVisible();
    expect(await windows(page, 'Görünüm')).toEqual(['Akciğer', 'Yumuşak doku', 'Kemik']);
    await page.goto('/second-opinion/dashboard');
    const onCard = page.getByRole('link', { name: /\.dcm/ }).first();
    const [name] = /[\w-]+\.dcm/.exec((await onCard.getByRole('img').getAttribute('alt'))!)!;
    // By its name: pictures that come later may stand before it.
    await page
      .getByRole('link', { name: new RegExp(name!) })
      .first()
      .click();
    const place = slices.findIndex((slice) => slice.originalName === name) + 1;
    await expect(page.getByRole('img', { name: told(place) })).toBeVisible();
  });

  await test.step('patient: nothing but findings stands in the report, on the page and on paper', async () => {
    await page.goto(`/second-opinion/cases/${caseId}/report`);
    const shown = await page.getByRole('article').textContent();
    const said = analyses.flatMap(({ sentences }) => sentences.findings).join(' ');
    expect(said).toContain('No quality issues found');
    expect(said).toContain('not evaluable');
    for (const text of [shown, pdfLines(pdf).join('\n')]) {
      expect(text).toMatch(/Akciğer hacmi [\d.]+ ml/);
      expect(text).not.toMatch(/Kalite sorunu|değerlendirilemez|qc\.series|ct\.lung|[A-Z]{3,}_[A-Z]/);
    }
    await expectAccessible(page);
    await picture(page, 'last-metre/02-report', { fullPage: true });
  });

  await test.step('patient: a finding and a key image open their slice; on paper it is in the lung window too', async () => {
    await page
      .getByText(/^Akciğer hacmi/)
      .getByRole('button', { name: 'Görüntüde göster' })
      .click();
    await expectShown(page, told(widest + 1), await inLungWindow(widest));
    await page.goBack();
    const key = await inLungWindow(5);
    await expectShown(page, 'Önemli görüntü 1: Üst bölge', key);
    expect(pdf.includes(pixelsOf(key))).toBe(true);
    // Where the image stands, in the words of the paper.
    await expect(page.getByText(/(^|, )görüntü 8$/)).toBeVisible();
    expect(pdfLines(pdf).join('\n')).toMatch(/Önemli görüntü 1: Üst bölge \((.+, )?görüntü 8/);
    await page.getByRole('button', { name: 'Önemli görüntü 1: Üst bölge' }).click();
    await expect(page.getByRole('img', { name: told(6) })).toBeVisible();
  });

  await test.step('doctor: the same window, the same way from a finding to its slice', async () => {
    const { link, pin } = await patient.call(shares.createShare, { params, body: {} });
    const doctor = await openBrowser({ viewport: { width: 1280, height: 900 }, locale: 'tr-TR' });
    await doctor.goto(link);
    await doctor.getByLabel('PIN kodu').fill(pin);
    await doctor.getByRole('button', { name: 'Raporu aç' }).click();
    await expect(doctor.getByRole('button', { name: 'Akciğer', pressed: true })).toBeVisible();
    expect(await windows(doctor, 'Görünüm')).toEqual(['Akciğer', 'Yumuşak doku', 'Kemik']);
    await doctor
      .getByText(/^Akciğer hacmi/)
      .getByRole('button', { name: 'Görüntüde göster' })
      .click();
    await expect(doctor.getByText(/(^|, )görüntü 8$/)).toBeVisible();
    const image = doctor.getByRole('img', { name: told(widest + 1) });
    await expect(image).toBeInViewport();
    await expectShown(doctor, told(widest + 1), await inLungWindow(widest));
    // The switch of the marks says what is on the image.
    const marks = doctor.getByRole('checkbox', { name: 'Yapay zekânın işaretleyip radyoloğun onayladıkları' });
    await expect(doctor.locator('canvas[data-overlay~=LUNG]')).toBeVisible();
    await expect(marks).toBeChecked();
    await expectAccessible(doctor);
    await picture(doctor, 'last-metre/03-doctor');
    await marks.uncheck();
    await expect(doctor.locator('canvas[data-overlay]')).toHaveCount(0);
  });

  await test.step('the viewers of patient, doctor and radiologist read from sources that keep to the same', async () => {
    const { address } = server;
    const series = await patient.call(cases.listCaseSeries, { params });
    await expectSource(caseSource(caseId, series, { isSigned: true }), patient, address);
    const doctor = createHttpClient(address);
    const { link, pin } = await patient.call(shares.createShare, { params, body: {} });
    const shared = await doctor.call(shares.openShare, { body: { secret: new URL(link).hash.slice(7), pin } });
    await expectSource(shareSource(shared.shareId, shared.series), doctor, address);
    const source = readingSource(
      await radiologist.call(studies.getReading, { params }),
      () => radiologist.call(preliminaryReads.getAnalyses, { params }),
      async () => ({ corrections: [], outside: [] }),
    );
    await expectSource(source, radiologist, address);
    const masks = await source.fetchOverlays(source.series[0]!.id, new AbortController().signal);
    expect(masks.map(({ code }) => code)).toContain('LUNG');
  });
});

test('a wrong password shows at its field on every sign-in page, beside the toast and the red boxes', {
  tag: '@long',
}, async ({ page }) => {
  const pages = [
    {
      path: '/second-opinion/login',
      fields: [
        ['E-posta', 'kimse@duai.example'],
        ['Parola', 'yanlis-parola'],
      ],
      submit: 'Giriş Yap',
      atField: /^E-posta veya parola hatalı/,
      told: toast(page).getByText('E-posta veya parola hatalı.'),
    },
    {
      path: '/duaicheck-trial/login',
      fields: [
        ['Username', 'nobody'],
        ['Password', 'wrong-password'],
      ],
      submit: 'Sign In',
      atField: /^The username or the password is incorrect/,
      told: page.getByText('The e-mail address or the password is incorrect.'),
    },
    {
      path: '/console/login',
      fields: [
        ['E-mail', 'nobody@duai.example'],
        ['Password', 'wrong-password'],
        ['One-time code', '123456'],
      ],
      submit: 'Sign in',
      atField: /^The e-mail address, the password or the one-time code is incorrect/,
      told: page.getByText('The e-mail address or the password is incorrect.'),
    },
  ] as const;
  for (const { path, fields, submit, atField, told } of pages) {
    await page.goto(path);
    for (const [label, value] of fields) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: submit, exact: true }).click();
    const password = page.getByLabel(fields[1][0], { exact: true });
    await expect(password).toHaveAccessibleDescription(atField);
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toBeFocused();
    await expect(told).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: `reports/last-metre/login-${path.split('/')[1]}.png` });
    // The error disappears as soon as the field is changed.
    await password.fill('another-password');
    await expect(password).not.toHaveAttribute('aria-invalid', 'true');
  }
});
