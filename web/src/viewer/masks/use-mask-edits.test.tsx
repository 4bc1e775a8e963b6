import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { InEnglish } from '../../lib/testing/in-english.tsx';
import { LostStrokes } from './lost-strokes.tsx';
import type { AllEdits, ViewOverlay } from './mask-edits.ts';
import { type MaskCorrecting, useMaskEdits } from './use-mask-edits.ts';

const slice = (sopInstanceUid: string) => ({ sopInstanceUid, runs: 'DC' });
const LUNG: ViewOverlay = { code: 'LUNG', kind: 'mask', columns: 2, rows: 2, slices: [] } as never;
const edits: AllEdits = new Map([
  ['LUNG', { base: 0, slices: new Map(['1', '2', '3'].map((uid) => [uid, slice(uid)])) }],
]);

function Told({ save, kept }: { readonly save: MaskCorrecting['save']; readonly kept: AllEdits }) {
  const { lost, shown, editing } = useMaskEdits([LUNG], 's1', { save, unsaved: { read: () => kept, keep: () => {} } });
  return (
    <>
      {lost && <LostStrokes {...lost} />}
      {editing ? 'editable' : 'not editable'}, {shown[0]!.slices.length} slices
    </>
  );
}
const told = (save: MaskCorrecting['save'], kept = edits) =>
  renderToStaticMarkup(
    <InEnglish>
      <Told save={save} kept={kept} />
    </InEnglish>,
  );

it('strokes that were not saved before the signature are told by mask, and stay on show', () => {
  const signed = told(undefined);
  for (const text of ['Corrections of masks were not saved', 'Lung: on 3 images', 'not editable', ', 3 slices'])
    expect(signed.replaceAll('<!-- -->', '')).toContain(text);
  const open = told(async () => undefined);
  expect(open).not.toContain('were not saved');
  expect(open).toContain('editable');
  expect(told(undefined, new Map())).not.toContain('were not saved');
});
