import { studies } from '@duai/contract';
import { picture } from '../support/pictures.ts';
import { type PlanesWish, planesPhantom } from '../support/planes-phantom.ts';
import { expect, test } from '../support/server.ts';
import { staffClient } from '../support/staff.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const SLICES = 7;
const [BROKEN, SMALL] = [2, 4];
const stack: PlanesWish = {
  study: '2.25.6617201',
  series: 1,
  description: 'Broken',
  across: [1, 0, 0],
  down: [0, 1, 0],
  middle: [0, 0, 0],
  gapMm: 5,
  slices: SLICES,
  columns: 64,
  rows: 64,
  spacing: { rowMm: 2, columnMm: 2 },
  valueAt: (_x, _y, _z, slice) => slice * 50,
};

/** The same image as run lengths that mean nothing (PS3.5 annex G): its header can be read, its pixels cannot. */
function withBrokenPixels(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file);
  const at = bytes.lastIndexOf(Buffer.from([0xe0, 0x7f, 0x10, 0x00]));
  const head = Buffer.from(bytes.subarray(0, at));
  const syntax = head.indexOf('1.2.840.10008.1.2.1\0');
  head.write('1.2.840.10008.1.2.5', syntax, 'latin1');
  const item = (content: number[]) => [0xfe, 0xff, 0x00, 0xe0, content.length, 0, 0, 0, ...content];
  const pixels = [0xe0, 0x7f, 0x10, 0x00, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff];
  const end = [0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0];
  return Buffer.concat([head, Buffer.from([...pixels, ...item([]), ...item(Array(80).fill(0xaa)), ...end])]);
}

test('a slice that cannot be read says so in its place, slices of another size and the others are shown; all of it without WebGL', {
  tag: '@long',
}, async ({ page, server }) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string, ...rest: []) {
        return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
      },
    });
  });
  const small = planesPhantom({ ...stack, columns: 48, rows: 40 });
  const files = planesPhantom(stack).map((file, at) => {
    if (at === BROKEN) return { ...file, bytes: withBrokenPixels(file.bytes) };
    return at === SMALL ? small[at]! : file;
  });
  const caseId = await openReading(page, server, 'bozuk@duai.example', files);
  const radiologist = await staffClient(server, 'radiologist');
  const reading = await radiologist.call(studies.getReading, { params: { caseId } });
  const { instances } = reading.studies[0]!.series[0]!;
  expect(instances.findIndex(({ state }) => state === 'refused')).toBe(BROKEN);
  const viewer = new Viewer(page);
  await expect(viewer.stage).toHaveAttribute('aria-valuemax', String(SLICES));
  await viewer.go(BROKEN);
  await viewer.stage.press('ArrowDown');
  await expect(viewer.stage).toContainText('This image cannot be shown.');
  await expect(viewer.stage).toContainText(instances[BROKEN]!.problem!.message);
  await expect(viewer.stage).toHaveAttribute('aria-valuetext', /This image cannot be shown/);
  await expect(viewer.canvas).toHaveCount(0);
  // Nothing covers the reason: what is covered cannot be clicked.
  const reason = viewer.stage.getByText(instances[BROKEN]!.problem!.message);
  await reason.click({ trial: true });
  await picture(page, 'viewer/broken-slice');
  for (const [at, size] of [
    [BROKEN + 1, [64, 64]],
    [SMALL, [48, 40]],
  ] as const) {
    await viewer.stage.press('ArrowDown');
    await expect(viewer.canvas).toHaveAttribute('aria-label', `Slice ${at + 1} of ${SLICES}`);
    expect(await viewer.canvas.evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height])).toEqual(size);
  }
});
