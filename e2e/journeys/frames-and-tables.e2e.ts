import { chestPhantom, decodeFrame, modalityValues, windowToGrey, writePart10 } from '@duai/imaging';
import { asEnhancedCt } from '../../imaging/src/testing/enhanced-ct.ts';
import { rowOfValues } from '../../imaging/src/testing/row-of-values.ts';
import { picture } from '../support/pictures.ts';
import { expect, test } from '../support/server.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const [SIDE, SLICES] = [96, 12];

/** 256 values in a row, with a window and a table that inverts them. */
const withTable = (): Uint8Array =>
  rowOfValues([
    { tag: 0x0020000d, vr: 'UI', value: '2.25.7801' },
    { tag: 0x0020000e, vr: 'UI', value: '2.25.7802' },
    { tag: 0x00185101, vr: 'CS', value: 'MLO' },
    { tag: 0x00200020, vr: 'CS', value: 'A\\F' },
    { tag: 0x00200062, vr: 'CS', value: 'R' },
    { tag: 0x00281050, vr: 'DS', value: '100' },
    { tag: 0x00281051, vr: 'DS', value: '50' },
    {
      tag: 0x00283010,
      vr: 'SQ',
      value: {
        items: [
          [
            { tag: 0x00283002, vr: 'US', value: [256, 0, 8] },
            { tag: 0x00283006, vr: 'US', value: Array.from({ length: 256 }, (_, index) => 255 - index) },
          ],
        ],
      },
    },
  ]);

const octets = (value: Uint32Array | Float64Array) => new Uint8Array(value.buffer);
/** A plane in the first ten columns, with pixels of 1 mm. */
const region = [
  { tag: 0x00186012, vr: 'US' as const, value: [1] },
  ...[0, 0, 9, 15].map((at, index) => ({
    ...{ tag: 0x00186018 + 2 * index, vr: 'UL' as const, value: octets(Uint32Array.of(at)) },
  })),
  { tag: 0x00186024, vr: 'US' as const, value: [3] },
  { tag: 0x00186026, vr: 'US' as const, value: [3] },
  { tag: 0x0018602c, vr: 'FD' as const, value: octets(Float64Array.of(0.1)) },
  { tag: 0x0018602e, vr: 'FD' as const, value: octets(Float64Array.of(0.1)) },
];

/** An ultrasound loop of 8 frames that says how long each is shown, and how large the pixels of a region are. */
const loop = (frameMs: number): Uint8Array =>
  writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.3.1' },
    { tag: 0x00080018, vr: 'UI', value: '2.25.7811' },
    { tag: 0x00080060, vr: 'CS', value: 'US' },
    { tag: 0x00181063, vr: 'DS', value: String(frameMs) },
    { tag: 0x00186011, vr: 'SQ', value: { items: [region] } },
    { tag: 0x0020000d, vr: 'UI', value: '2.25.7801' },
    { tag: 0x0020000e, vr: 'UI', value: '2.25.7812' },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280008, vr: 'IS', value: '8' },
    { tag: 0x00280010, vr: 'US', value: [16] },
    { tag: 0x00280011, vr: 'US', value: [16] },
    { tag: 0x00280100, vr: 'US', value: [8] },
    { tag: 0x00280101, vr: 'US', value: [8] },
    { tag: 0x00280102, vr: 'US', value: [7] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    { tag: 0x7fe00010, vr: 'OB', value: Uint8Array.from({ length: 8 * 256 }, (_, index) => (index >> 8) * 20) },
  ]);

test('[RED-004] frames of an enhanced CT are read like slices, and an image with a VOI LUT in full: values, letters, lengths, planes', {
  tag: '@long',
}, async ({ page, server }) => {
  const phantom = chestPhantom({ slices: SLICES, matrix: SIDE, pixelSpacingMm: 3, sliceThicknessMm: 20 });
  const enhanced = await asEnhancedCt(phantom.files.map(({ bytes }) => bytes));
  const table = withTable();
  const caseId = await openReading(page, server, 'kareler@duai.example', [
    { name: 'enhanced.dcm', bytes: enhanced },
    { name: 'table.dcm', bytes: table },
    { name: 'loop.dcm', bytes: loop(1500) },
  ]);
  const viewer = new Viewer(page);

  await test.step('each frame shows its HU, its letters and lengths in mm', async () => {
    await page.goto(`/console/cases/${caseId}`);
    for (const at of [3, 9]) {
      await viewer.go(at);
      const frame = await decodeFrame(enhanced, at - 1);
      const values = modalityValues(frame);
      for (const [column, row] of [
        [48, 48],
        [30, 50],
      ] as const) {
        const { x, y } = await viewer.at(column + 0.5, row + 0.5, SIDE, SIDE);
        await page.mouse.move(x, y);
        const value = String(values[row * SIDE + column]).replace('-', '−');
        await expect(page.getByText(`${column}, ${row}: ${value} HU`)).toBeVisible();
      }
    }
    await expect(page.getByText(/^Left edge R, right L, top A, bottom P/)).toBeAttached();
    await page.getByRole('button', { name: 'Length', exact: true }).click();
    await viewer.draw([await viewer.at(20, 48, SIDE, SIDE), await viewer.at(60, 48, SIDE, SIDE)]);
    // 40 pixels of 3 mm.
    await expect(viewer.list.getByRole('button', { name: /^Image 9: Length, 1(19|20|21)(\.\d)? mm/ })).toBeVisible();
    await picture(page, 'frames-and-tables/01-frames');
  });

  await test.step('an image with a VOI LUT has its stored values, opens by the table, and takes another window', async () => {
    await viewer.choose('CR');
    await expect(page.getByText('VOI LUT', { exact: true })).toBeVisible();
    const decoded = await decodeFrame(table);
    const shown = () =>
      viewer.canvas.evaluate((canvas: HTMLCanvasElement) => {
        const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return Array.from({ length: data.length / 4 }, (_, at) => data[at * 4]);
      });
    await expect.poll(shown).toEqual([...windowToGrey(decoded)]);
    await page.getByLabel('Window centre').fill('100');
    await page.getByLabel('Window width').fill('60');
    await page.getByLabel('Window width').press('Enter');
    await expect.poll(shown).toEqual([...windowToGrey(decoded, { center: 100, width: 60 })]);
    await expect(page.getByText('VOI LUT', { exact: true })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Length', exact: true })).toBeVisible();
  });

  await test.step('a film has the letters that its file names, side and view; they go with it when it is mirrored', async () => {
    const edges = (text: string) => page.getByText(`Left edge ${text}, top H, bottom F`);
    await expect(edges('P, right A')).toBeAttached();
    await expect(page.getByText('Side R · MLO')).toBeVisible();
    await viewer.stage.press('h');
    await expect(edges('A, right P')).toBeAttached();
  });

  await test.step('a loop plays as fast as its file says', async () => {
    await viewer.choose('US');
    await viewer.stage.press('Home');
    const begun = Date.now();
    await viewer.stage.press('Space');
    await expect(viewer.stage).toHaveAttribute('aria-valuenow', '3', { timeout: 10_000 });
    // At ten images a second the third comes after 0.2 s.
    expect(Date.now() - begun).toBeGreaterThan(2500);
    await viewer.stage.press('Space');
  });

  await test.step('ultrasound is measured in mm within its region, in pixels beyond, and the list says so', async () => {
    await viewer.go(1);
    await page.getByRole('button', { name: 'Length', exact: true }).click();
    const across = async (row: number, to: number) =>
      viewer.draw([await viewer.at(2, row, 16, 16), await viewer.at(to, row, 16, 16)]);
    await across(4, 8);
    await across(12, 14);
    const told = (figure: RegExp) =>
      viewer.list.getByRole('button', { name: new RegExp(`^Image 1: Length, ${figure.source}$`) });
    await expect(told(/(5\.9|6|6\.1) mm/)).toBeVisible();
    await expect(told(/(11\.9|12|12\.1) px/)).toBeVisible();
    await expect(viewer.list).toContainText('in pixels where a measurement is not within one of them.');
    await expect(page.getByText(/^\d+ mm in the region$/)).toBeVisible();
    await picture(page, 'frames-and-tables/03-ultrasound');
  });

  await test.step('the frames are a volume, which is cut in other planes', async () => {
    await page.goto(`/console/cases/${caseId}/images`);
    await page.getByRole('button', { name: 'MPR', exact: true }).click();
    const coronal = page.getByRole('region', { name: 'Viewport 3', exact: true });
    await expect(coronal.getByText('Left edge R, right L, top H, bottom F')).toBeAttached();
    await expect(new Viewer(page, coronal).canvas).toHaveAttribute('aria-label', new RegExp(` of ${SIDE}$`));
    await picture(page, 'frames-and-tables/02-planes');
  });
});
