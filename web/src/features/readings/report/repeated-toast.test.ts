import { describe, expect, it } from 'vitest';
import { createToastStore } from '../../../lib/toasts.ts';
import { createRepeatedToast } from './repeated-toast.ts';

describe('a toast of what is tried again and again', () => {
  const failure = (title: string) => ({ title, tone: 'destructive' }) as const;
  const started = () => {
    const store = createToastStore();
    return { store, save: createRepeatedToast(store), titles: () => store.entries().map(({ title }) => title) };
  };

  it('is one and lasts, until the reason changes or it succeeds', () => {
    const { store, save } = started();
    save.failed('offline', failure('offline'));
    const [first] = store.entries();
    expect(first).toMatchObject({ isOpen: true, isLasting: true });
    save.failed('offline', failure('offline'));
    expect(store.entries()).toEqual([first]);
    save.failed('full', failure('full'));
    expect(store.entries()).toMatchObject([{ title: 'full', isOpen: true }]);
    save.over();
    expect(store.entries()).toMatchObject([{ title: 'full', isOpen: false }]);
    save.failed('full', failure('full'));
    expect(store.entries()).toMatchObject([{ title: 'full', isOpen: true }]);
  });

  it('does not come back when its reader has closed it, and does when another toast took its place', () => {
    const { store, save, titles } = started();
    save.failed('offline', failure('offline'));
    store.dismiss(store.entries()[0]?.id ?? 0);
    save.failed('offline', failure('offline'));
    expect(store.entries()).toMatchObject([{ isOpen: false }]);
    store.show({ title: 'other' });
    save.failed('offline', failure('offline'));
    expect(titles()).toEqual(['offline']);
  });

  it('closes no toast of somebody else', () => {
    const { store, save } = started();
    save.over();
    store.show({ title: 'other' });
    save.over();
    expect(store.entries()).toMatchObject([{ title: 'other', isOpen: true }]);
  });
});
