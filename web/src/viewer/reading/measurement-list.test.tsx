import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { InEnglish } from '../../lib/testing/in-english.tsx';
import type { ViewportTools } from '../stage/viewport-tools.ts';
import { MeasurementList } from './measurement-list.tsx';

const tools = {
  measured: [
    {
      id: 'one',
      at: 0,
      kind: 'length',
      text: '5 mm',
      points: [],
      canChange: true,
      canRemove: true,
      colleague: undefined,
    },
  ],
  frames: [],
} satisfies Partial<ViewportTools>;

const listed = (
  keeping: ViewportTools['keeping'],
  isComputed: boolean,
  shape?: ViewportTools['shape'],
  change: Partial<ViewportTools['measured'][number]> = {},
) =>
  renderToStaticMarkup(
    <InEnglish>
      <MeasurementList
        {...(tools as unknown as ViewportTools)}
        measured={tools.measured.map((one) => ({ ...one, ...change }))}
        numbers={[103]}
        keeping={keeping}
        shape={shape}
        isComputed={isComputed}
        regions={undefined}
        onTell={() => undefined}
      />
    </InEnglish>,
  );
const hint = (...of: Parameters<typeof listed>) => /<p class[^>]*>(.*?)<\/p>/.exec(listed(...of))?.[1];

it('tells whether measurements are stored, and the reason where they are not', () => {
  expect(hint('stored', false)).toMatch(/^Measurements are stored/);
  expect(hint('unclaimed', false)).toMatch(/unless you have claimed the case/);
  // Neither would claiming the case help, nor on an earlier case.
  expect(hint('never', true)).toMatch(/^Measurements on these planes are not stored, because /);
  expect(hint('never', false)).toMatch(/^Measurements on these images are not stored: /);
});

it('tells what lengths refer to, of ultrasound by its regions', () => {
  const told = (shape: ViewportTools['shape']) => hint('stored', false, shape);
  const spacing = { rowMm: 1, columnMm: 1 };
  expect(told({ spacing: { ...spacing, of: 'patient' } })).toMatch(
    /^Lengths in the body: the file states the pixel size in the/,
  );
  expect(told({ spacing: { ...spacing, of: 'imager' } })).toMatch(/^Lengths at the detector: /);
  expect(told({ spacing: { ...spacing, of: 'film' } })).toMatch(/^Lengths on the film: /);
  expect(told({ spacing: null })).toMatch(
    /^Lengths in pixels: the file states no pixel size that holds for this image\. /,
  );
  const region = { left: 0, top: 0, right: 9, bottom: 9 };
  const unsized = { ...region, spacing: null };
  expect(told({ spacing: null, regions: [unsized] })).toMatch(/^Lengths in pixels: /);
  const regions = [unsized, { ...region, spacing: { ...spacing, of: 'region' as const } }];
  expect(told({ spacing: null, regions })).toMatch(/in pixels where a measurement is not within one of them\. /);
});

it('names the image as the report does', () => {
  expect(listed('stored', false)).toContain('Image 103: Length, 5 mm');
  expect(listed('stored', false)).toContain('To the report: Length on image 103');
});

it('names the colleague who measured, and says what becomes of it while it can be removed', () => {
  const colleague = { canChange: false, colleague: 'Dr. Ada' };
  const intoSignature = 'What colleagues measured for this draft goes into the files of your signature';
  const draft = listed('stored', false, undefined, colleague);
  for (const told of ['by Dr. Ada', 'Remove Length on image 103', intoSignature]) expect(draft).toContain(told);
  const signed = listed('unclaimed', false, undefined, { ...colleague, canRemove: false });
  expect(signed).toContain('by Dr. Ada');
  for (const told of ['Remove Length', intoSignature]) expect(signed).not.toContain(told);
  expect(listed('stored', false)).not.toContain('by ');
});
