import { encodeRuns, type studies } from '@duai/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/queries.ts';
import { runsWithMasks, useEarlierDrawings } from './mask-queries.ts';
import { readingSource } from './reading-source.ts';

const image = '1.2.3';
const mask = { columns: 4, rows: 1, slices: [{ sopInstanceUid: image, runs: encodeRuns(Uint8Array.of(0, 1, 1, 0)) }] };
const erased = { ...mask, slices: [{ sopInstanceUid: image, runs: '' }] };
const nodule = { ...mask, code: 'SEG_1', label: 'Nodule', unplaced: [] };
const prior = (isAiWithheld: boolean) =>
  ({
    case: { id: 'earlier' },
    studies: [
      {
        id: 'd1',
        series: [{ id: 's1', windows: {}, images: [], instances: [{ sopInstanceUid: image, state: 'refused' }] }],
      },
    ],
    analyses: [{ status: 'evaluated' }],
    isAiWithheld,
  }) as unknown as studies.Reading;

let asked: string[];
let refused: string | null;
function answer(url: string) {
  asked.push(url);
  if (refused !== null && url.endsWith(refused)) return new Response('{}', { status: 500 });
  if (url.endsWith('/marks/masks'))
    return Response.json([{ analysisId: 'r1', code: 'LUNG', version: 1, correctedBy: 'Dr.', mask: erased }]);
  if (url.endsWith('/marks/segmentations')) return Response.json([{ ...nodule, isRead: true }]);
  return Response.json([
    { id: 'r1', seriesId: 's1', result: { outcome: 'evaluated', overlays: [{ ...mask, code: 'LUNG' }] } },
  ]);
}
beforeEach(() => {
  [asked, refused] = [[], null];
  vi.stubGlobal('fetch', async (url: string) => answer(url));
});
afterEach(() => vi.unstubAllGlobals());

function Drawings({ of, tell }: { readonly of: studies.Reading; readonly tell: (found: Drawn) => void }) {
  tell(useEarlierDrawings([of]));
  return null;
}
type Drawn = ReturnType<typeof useEarlierDrawings>;
function masksOn(of: studies.Reading) {
  const found: Drawn[] = [];
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <Drawings of={of} tell={(one) => found.push(one)} />
    </QueryClientProvider>,
  );
  const [drawn] = found;
  if (!drawn) throw new Error('nothing was rendered');
  const source = readingSource(of, runsWithMasks(of), drawn.drawnOn(of));
  return source.fetchOverlays('s1', new AbortController().signal);
}

it('masks of an earlier case are shown as its reader left them, with those of segmentations', async () => {
  expect(await masksOn(prior(false))).toMatchObject([
    { code: 'LUNG', slices: erased.slices, origin: { version: 1, correctedBy: 'Dr.' } },
    { code: 'SEG_1', label: 'Nodule' },
  ]);
});

it('where the corrections of an earlier case cannot be fetched, what AI drew is not shown in their place', async () => {
  refused = '/marks/masks';
  await expect(masksOn(prior(false))).rejects.toThrow();
});

it('segmentations of an earlier case that cannot be fetched are named', async () => {
  refused = '/marks/segmentations';
  expect(await masksOn(prior(false))).toMatchObject([{ code: 'LUNG' }, { isUnread: true }]);
});

it('while AI is withheld in an earlier case, nobody asks what is drawn on its images', async () => {
  await masksOn({ ...prior(true), analyses: [] });
  expect(asked).toEqual([]);
});
