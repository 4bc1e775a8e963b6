import { describe, expect, it } from 'vitest';
import { caseMapping, deidentify } from '../deidentify/index.ts';
import { bytesSource } from '../files/byte-source.ts';
import { inspectFile } from '../files/inspect.ts';
import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { allFor, firstFor, isAbout } from './apply.ts';
import { presentationStateIn } from './read-presentation-state.ts';

const IMAGE = '2.25.801';
const on = (uid: string, frames?: string): ElementToWrite[] => [
  { tag: 0x00081150, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.2' },
  { tag: 0x00081155, vr: 'UI', value: uid },
  ...(frames ? [{ tag: 0x00081160, vr: 'IS', value: frames } as const] : []),
];
const sequence = (tag: number, ...items: ElementToWrite[][]): ElementToWrite => ({ tag, vr: 'SQ', value: { items } });
const floats = (values: readonly number[]) => new Uint8Array(Float32Array.from(values).buffer);
const graphic = (type: string, points: readonly number[], units = 'PIXEL'): ElementToWrite[] => [
  { tag: 0x00700005, vr: 'CS', value: units },
  { tag: 0x00700020, vr: 'US', value: [2] },
  { tag: 0x00700021, vr: 'US', value: [points.length / 2] },
  { tag: 0x00700022, vr: 'FL', value: floats(points) },
  { tag: 0x00700023, vr: 'CS', value: type },
  { tag: 0x00700024, vr: 'CS', value: type === 'CIRCLE' ? 'Y' : 'N' },
];
const text = (value: string, more: ElementToWrite[] = []): ElementToWrite[] => [
  { tag: 0x00700004, vr: 'CS', value: 'PIXEL' },
  { tag: 0x00700006, vr: 'ST', value },
  { tag: 0x00700014, vr: 'FL', value: floats([3, 4]) },
  { tag: 0x00700015, vr: 'CS', value: 'Y' },
  ...more,
];

/** A state with these elements beside what each has. */
function state(elements: readonly ElementToWrite[], { series = [on(IMAGE)] } = {}): Uint8Array {
  return writePart10(
    [
      { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 192' } as const,
      { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.11.1' } as const,
      { tag: 0x00080018, vr: 'UI', value: '2.25.802' } as const,
      { tag: 0x0020000d, vr: 'UI', value: '2.25.803' } as const,
      { tag: 0x0020000e, vr: 'UI', value: '2.25.804' } as const,
      sequence(0x00081115, [{ tag: 0x0020000e, vr: 'UI', value: '2.25.805' }, sequence(0x00081140, ...series)]),
      { tag: 0x00700080, vr: 'CS', value: 'MARKS' } as const,
      ...elements,
    ].sort((one, other) => one.tag - other.tag),
  );
}
const read = (...elements: ElementToWrite[]) => presentationStateIn(state(elements));
const annotation = (graphics: ElementToWrite[][], texts: ElementToWrite[][] = [], more: ElementToWrite[] = []) =>
  sequence(0x00700001, [
    ...more,
    { tag: 0x00700002, vr: 'CS', value: 'LAYER' },
    ...(texts.length > 0 ? [sequence(0x00700008, ...texts)] : []),
    ...(graphics.length > 0 ? [sequence(0x00700009, ...graphics)] : []),
  ]);

describe('a presentation state', () => {
  it('has graphics of every type, and texts with anchor and line ends', () => {
    const { annotations, notApplied } = read(
      annotation(
        [
          graphic('POINT', [1, 2]),
          graphic('POLYLINE', [1, 2, 3, 4]),
          graphic('INTERPOLATED', [1, 2, 3, 4, 5, 6], 'DISPLAY'),
          graphic('CIRCLE', [5, 5, 8, 5]),
          graphic('ELLIPSE', [1, 5, 9, 5, 5, 3, 5, 7]),
        ],
        [text('Düğüm\r\n4 mm\u0007')],
      ),
    );
    expect(annotations[0]!.graphics.map(({ type, isFilled, units }) => [type, isFilled, units])).toEqual([
      ['point', false, 'pixel'],
      ['polyline', false, 'pixel'],
      ['interpolated', false, 'display'],
      ['circle', true, 'pixel'],
      ['ellipse', false, 'pixel'],
    ]);
    expect(annotations[0]!.texts).toEqual([
      { text: 'Düğüm\n4 mm', box: null, anchor: { units: 'pixel', at: [3, 4], isVisible: true } },
    ]);
    expect(notApplied).toEqual([]);
  });

  it('tells what of it cannot be drawn: unknown types and units, wrong counts, values that are no numbers', () => {
    for (const bad of [
      graphic('SPIRAL', [1, 2, 3, 4]),
      graphic('POLYLINE', [1, 2, 3, 4], 'MATRIX'),
      graphic('CIRCLE', [1, 2, 3, 4, 5, 6]),
      graphic('POLYLINE', [1, 2, Number.NaN, 4]),
      graphic('POLYLINE', [1, 2, 1e30, 4]),
    ]) {
      const { annotations, notApplied } = read(annotation([bad, graphic('POINT', [1, 1])]));
      expect([annotations[0]!.graphics.length, notApplied]).toEqual([1, ['ANNOTATIONS']]);
    }
  });

  it('names what is not applied: subtraction, overlays, a bitmap shutter, compound graphics, styles, another rotation', () => {
    expect(
      read(
        sequence(0x00286100, [{ tag: 0x00286101, vr: 'CS', value: 'AVG_SUB' }]),
        { tag: 0x60001001, vr: 'CS', value: 'LAYER' },
        { tag: 0x00181600, vr: 'CS', value: 'BITMAP' },
        annotation(
          [],
          [text('a', [sequence(0x00700231, [{ tag: 0x00700227, vr: 'LO', value: 'x' }])])],
          [sequence(0x00700209, [{ tag: 0x00700294, vr: 'CS', value: 'RULER' }])],
        ),
        { tag: 0x00700042, vr: 'US', value: [45] },
      ).notApplied,
    ).toEqual(['SUBTRACTION', 'OVERLAYS', 'BITMAP_SHUTTER', 'COMPOUND_GRAPHICS', 'GRAPHIC_STYLES', 'ROTATION']);
  });

  it('has windows and areas for single images and frames; what names one goes before what is for all', () => {
    const window = (center: string, scope: ElementToWrite[][]): ElementToWrite[] => [
      ...(scope.length > 0 ? [sequence(0x00081140, ...scope)] : []),
      { tag: 0x00281050, vr: 'DS', value: `${center}\\99` },
      { tag: 0x00281051, vr: 'DS', value: '100\\9' },
    ];
    const found = presentationStateIn(
      state([sequence(0x00283110, window('1', []), window('2', [on(IMAGE)]), window('3', [on('2.25.9', '2\\3')]))], {
        series: [on(IMAGE), on('2.25.9', '2\\3')],
      }),
    );
    const centerOf = (sopInstanceUid: string, frame: number) => {
      const by = firstFor(found.voi, { sopInstanceUid, frame })?.by;
      return by && 'center' in by ? by.center : undefined;
    };
    expect([centerOf(IMAGE, 0), centerOf('2.25.9', 1), centerOf('2.25.9', 0), centerOf('2.25.7', 0)]).toEqual([
      2, 3, 1, 1,
    ]);
    expect(allFor(found.voi, { sopInstanceUid: IMAGE, frame: 5 })).toHaveLength(2);
    expect([0, 1, 2, 3].map((frame) => isAbout(found, { sopInstanceUid: '2.25.9', frame }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('is refused where its greys cannot be read: they are what it replaces', () => {
    const bad = sequence(0x00283110, [{ tag: 0x00281050, vr: 'DS', value: '40' }]);
    expect(() => read(bad)).toThrow('a window of the presentation state cannot be read');
    const table = sequence(0x00283110, [
      sequence(0x00283010, [
        { tag: 0x00283002, vr: 'US', value: [256, 0, 12] },
        { tag: 0x00283006, vr: 'US', value: [1, 2, 3] },
      ]),
    ]);
    expect(() => read(table)).toThrow('a lookup table is cut off');
    expect(() => presentationStateIn(state([], { series: [] }))).toThrow('does not say which images');
  });
});

describe('a presentation state that was made to cost much', () => {
  const over = 'the presentation state has more in it than is taken';
  const line = graphic(
    'POLYLINE',
    Array.from({ length: 16_000 }, () => 1),
  );
  it.each<[string, () => ElementToWrite]>([
    ['half a million points', () => annotation(Array.from({ length: 63 }, () => line))],
    [
      'texts without end',
      () =>
        annotation(
          [],
          Array.from({ length: 600 }, () => text('x'.repeat(1000))),
        ),
    ],
    ['thousands of items', () => sequence(0x00700060, ...Array.from({ length: 20_001 }, () => []))],
    [
      'frames without end',
      () =>
        annotation(
          [],
          [],
          [sequence(0x00081140, ...Array.from({ length: 30 }, () => on(IMAGE, Array(3400).fill('1').join('\\'))))],
        ),
    ],
  ])('is refused as such: %s', async (_, make) => {
    const bytes = state([make()]);
    expect(() => presentationStateIn(bytes)).toThrow(over);
    expect(await inspectFile(bytesSource(bytes))).toMatchObject({ status: 'refused', isOverLimit: true });
  });

  it('is refused by its size before it is read', async () => {
    const bytes = state([{ tag: 0x00091010, vr: 'OB', value: new Uint8Array(16 * 1024 * 1024) }]);
    expect(await inspectFile(bytesSource(bytes))).toMatchObject({ status: 'refused', code: 'TOO_LARGE' });
  });
});

it('an inspection takes it without pixels, also where it is longer than the first read; cut off it is refused', async () => {
  const bytes = state([
    { tag: 0x00091010, vr: 'OB', value: new Uint8Array(300 * 1024) },
    { tag: 0x00700084, vr: 'PN', value: 'Okuyan^Uzman' },
  ]);
  expect(await inspectFile(bytesSource(bytes))).toMatchObject({
    status: 'accepted',
    kind: 'presentation',
    header: { rows: 0, columns: 0, frames: 0, sopInstanceUid: '2.25.802' },
  });
  expect(presentationStateIn(bytes).creator).toBe('Okuyan^Uzman');
  // Where an element ends with the first read, what follows it is read too.
  const filled = (length: number) => state([{ tag: 0x00091010, vr: 'OB', value: new Uint8Array(length) }]);
  const begin = Buffer.from(filled(0)).indexOf('090010104f42', 0, 'hex') + 12;
  const whole = await inspectFile(bytesSource(filled(256 * 1024 - begin)));
  expect(whole).toMatchObject({ status: 'accepted', header: { seriesInstanceUid: '2.25.804' } });
  const cut = await inspectFile(bytesSource(bytes.subarray(0, 300 * 1024)));
  expect(cut).toMatchObject({ status: 'refused', code: 'TRUNCATED' });
});

it('de-identified, a state has neither names nor texts in it, and still names its images, by their new UIDs', async () => {
  const mapping = caseMapping(new Uint8Array(32));
  const window = sequence(0x00283110, [
    { tag: 0x00281050, vr: 'DS', value: '40' },
    { tag: 0x00281051, vr: 'DS', value: '400' },
  ]);
  const bytes = state([
    window,
    annotation([graphic('POINT', [1, 2])], [text('AYŞE DOĞRU 1970')]),
    { tag: 0x00700084, vr: 'PN', value: 'Okuyan^Uzman' },
  ]);
  const { head } = await deidentify(bytesSource(bytes), { mapping, isPixelDataClean: false });
  expect(new TextDecoder().decode(head)).not.toMatch(/AYŞE|Okuyan/);
  const found = presentationStateIn(head);
  expect(found.annotations.map(({ graphics, texts }) => [graphics, texts])).toEqual([[[], []]]);
  expect(found).toMatchObject({ notApplied: ['ANNOTATIONS'], voi: [{ by: { center: 40 } }] });
  expect(isAbout(found, { sopInstanceUid: mapping.uid(IMAGE), frame: 0 })).toBe(true);
});
