import { marks } from '@duai/contract';
import checks from '@duai/texts/en/checks';
import labels from '@duai/texts/en/interface';
import passwords from '@duai/texts/en/passwords';
import en from '@duai/texts/en/workplace';
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../../lib/api.ts';
import { createQueryClient } from '../../../lib/queries.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import type { useCorrectedMasks } from '../mask-queries.ts';
import type { useKeptMeasurements } from './measurement-queries.ts';

const caseId = 'c1';
const length = { imageId: 'i1', frame: 0, measure: 'length', points: [{ x: 1, y: 2 }], text: '5 mm' } as const;

let stored: marks.Measurement[];
let corrected: Pick<marks.CorrectedMask, 'version'>[];
/** What answers of the server wait for: to changes, and with the list, which was read before. */
let gate: Promise<void>;
let listGate: Promise<void>;
let fetched: number;

async function answer(url: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) {
  if (url.endsWith('/masks')) {
    if (method === 'GET') return corrected;
    const saved = { version: corrected.length + 1 };
    corrected = [...corrected, saved];
    return saved;
  }
  const id = /measurements\/(\w+)/.exec(url)?.[1];
  if (method === 'GET') {
    fetched += 1;
    const read = stored;
    await listGate;
    return read;
  }
  await gate;
  const sent = JSON.parse(body);
  const found = stored.find((one) => one.id === id);
  if (method === 'DELETE') stored = stored.filter((one) => one !== found);
  else if (found) stored = stored.map((one) => (one === found ? { ...one, ...sent } : one));
  else {
    const added = { ...sent, id: `s${stored.length + 1}`, measuredBy: 'r', measuredAt: '', isOwn: true };
    stored = [...stored, added];
    return added;
  }
  return {};
}

type Kept = ReturnType<typeof useKeptMeasurements>;
type Masks = ReturnType<typeof useCorrectedMasks>;
function Case<T>({ read, tell }: { readonly read: () => T; readonly tell: (found: T) => void }) {
  tell(read());
  return null;
}

/** A window at the case, with modules of its own: what it shows, and how it changes that. */
async function openWindow() {
  vi.resetModules();
  const { measurementsQuery, useKeptMeasurements } = await import('./measurement-queries.ts');
  const { useCorrectedMasks } = await import('../mask-queries.ts');
  const { followOtherWindows } = await import('../page/other-windows.ts');
  const { LanguageContext, WORK_TEXTS } = await import('../../../lib/messages.tsx');
  const queryClient = createQueryClient();
  const observer = new QueryObserver(queryClient, measurementsQuery(caseId));
  const everShown: (string[] | undefined)[] = [];
  open.push(
    followOtherWindows(queryClient),
    observer.subscribe(({ data }) => everShown.push(data?.map(({ text }) => text))),
  );
  const rendered = <T,>(read: () => T): T => {
    const found: T[] = [];
    const messages = { ...en, interface: labels, passwords, checks };
    const language = { language: 'en', languages: ['en'], catalogue: WORK_TEXTS, messages } as const;
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <LanguageContext value={{ ...language, chooseLanguage: () => {} }}>
          <Case read={read} tell={(one) => found.push(one)} />
        </LanguageContext>
      </QueryClientProvider>,
    );
    return found[0]!;
  };
  const kept = (): Kept => rendered(() => useKeptMeasurements(caseId, true, false));
  const reader = { canEdit: true, isSigned: false, isAiWithheld: false, staffId: 'r' };
  const masks = (): Masks => rendered(() => useCorrectedMasks(caseId, reader));
  return {
    kept,
    masks,
    queryClient,
    change: () => kept().change!,
    shown: () => observer.getCurrentResult().data?.map(({ text }) => text),
    everShown,
    isFetching: () => observer.getCurrentResult().isFetching,
  };
}
const openTwo = async () => [await openWindow(), await openWindow()] as const;
const open: (() => void)[] = [];

beforeEach(() => {
  stored = [];
  corrected = [];
  gate = Promise.resolve();
  listGate = Promise.resolve();
  fetched = 0;
  vi.stubGlobal('fetch', async (url: string, init: object) => Response.json(await answer(url, init)));
});
afterEach(() => {
  for (const end of open.splice(0)) end();
  vi.unstubAllGlobals();
});

it('what one window stores, moves and removes, the other windows show', async () => {
  const [images, report] = await openTwo();
  await vi.waitFor(() => expect([images.shown(), report.shown()]).toEqual([[], []]));
  images.change().add(length);
  await vi.waitFor(() => expect(report.shown()).toEqual(['5 mm']));
  const [drawn] = images.kept().all;
  images.change().move(drawn!.id, { points: [{ x: 3, y: 4 }], text: '6 mm' });
  await vi.waitFor(() => expect(report.shown()).toEqual(['6 mm']));
  report.change().remove(report.kept().all[0]!.id);
  await vi.waitFor(() => expect(images.shown()).toEqual([]));
  expect(stored).toEqual([]);
  // Each fetched it at first, and then what the other one had changed.
  expect(fetched).toBe(2 + 2 + 1);
});

it('what is on its way to the server stays on show when another window has news', async () => {
  const [images, report] = await openTwo();
  const third = await openWindow();
  await vi.waitFor(() => expect([images, report, third].map(({ shown }) => shown())).toEqual([[], [], []]));
  const letGo = Promise.withResolvers<void>();
  gate = letGo.promise;
  images.change().add(length);
  await vi.waitFor(() => expect(images.shown()).toEqual(['5 mm']));
  const { id } = images.kept().all[0]!;
  gate = Promise.resolve();
  report.change().add({ ...length, text: '9 mm' });
  // The news has reached a window that has nothing on its way.
  await vi.waitFor(() => expect(third.shown()).toEqual(['9 mm']));
  expect(images.shown()).toEqual(['5 mm']);
  letGo.resolve();
  await vi.waitFor(() => expect(images.shown()).toEqual(['9 mm', '5 mm']));
  await vi.waitFor(() => expect(report.shown()).toEqual(['9 mm', '5 mm']));
  // Under the same name as before, so that no row is made anew under a finger.
  expect(images.kept().all.map((one) => one.id === id)).toEqual([false, true]);
});

it('what is drawn while the list is fetched stays on show', async () => {
  const [before, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  [listGate, gate] = [before.promise, letGo.promise];
  const images = await openWindow();
  await vi.waitFor(() => expect(fetched).toBe(1));
  images.change().add(length);
  await vi.waitFor(() => expect(images.shown()).toEqual(['5 mm']));
  listGate = Promise.resolve();
  before.resolve();
  await vi.waitFor(() => expect(images.isFetching()).toBe(false));
  letGo.resolve();
  await vi.waitFor(() => expect([fetched, images.isFetching()]).toEqual([2, false]));
  expect(images.shown()).toEqual(['5 mm']);
  // Not even while the answer of before came.
  expect(images.everShown).not.toContainEqual([]);
});

it('what is moved while it is being stored stays where it was put', async () => {
  const letGo = Promise.withResolvers<void>();
  gate = letGo.promise;
  const images = await openWindow();
  await vi.waitFor(() => expect(images.isFetching()).toBe(false));
  images.change().add(length);
  await vi.waitFor(() => expect(images.shown()).toEqual(['5 mm']));
  images.change().move(images.kept().all[0]!.id, { points: [{ x: 3, y: 4 }], text: '6 mm' });
  await vi.waitFor(() => expect(images.shown()).toEqual(['6 mm']));
  letGo.resolve();
  await vi.waitFor(() => expect(stored.map(({ text }) => text)).toEqual(['6 mm']));
  const moved = images.everShown.findIndex((told) => told?.[0] === '6 mm');
  expect(images.everShown.slice(moved)).not.toContainEqual(['5 mm']);
});

it('a mask that one window corrects, the other windows show', async () => {
  const [images, report] = await openTwo();
  const queryKey = keyOf(marks.listCorrectedMasks, { params: { caseId } });
  const queryFn = () => call(marks.listCorrectedMasks, { params: { caseId } });
  const watched = new QueryObserver(report.queryClient, { queryKey, queryFn });
  open.push(watched.subscribe(() => {}));
  await vi.waitFor(() => expect(watched.getCurrentResult().data).toEqual([]));
  const mask = { code: 'LUNG', columns: 2, rows: 2, origin: { analysisId: 'a1' } };
  const changed = { base: null, slices: new Map() };
  const [of, edits] = [mask, changed] as unknown as Parameters<NonNullable<NonNullable<Masks['correcting']>['save']>>;
  await images.masks().correcting!.save!(of, edits);
  await vi.waitFor(() => expect(watched.getCurrentResult().data).toEqual([{ version: 1 }]));
  expect(await report.masks().fetchCorrections()).toEqual([{ version: 1 }]);
});

it('where corrected masks cannot be fetched, nothing stands for them: what AI drew would be shown in their place', async () => {
  const window = await openWindow();
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }));
  await expect(window.masks().fetchCorrections()).rejects.toThrow();
});
