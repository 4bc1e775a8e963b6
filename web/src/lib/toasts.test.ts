import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRepeatedToast, createToastStore } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('toasts', () => {
  it('shows one at a time: a new one takes the place of the old [TST-011]', () => {
    const store = createToastStore();
    store.show({ title: 'first' });
    store.show({ title: 'second' });
    expect(store.entries().map(({ title }) => title)).toEqual(['second']);
  });

  it('closes a dismissed toast at once and removes it after 1,000,000 ms [TST-015]', () => {
    const store = createToastStore();
    const id = store.show({ title: 'Vaka Oluşturuldu' });
    store.dismiss(id);
    expect(store.entries()).toMatchObject([{ id, isOpen: false }]);
    vi.advanceTimersByTime(999_999);
    expect(store.entries()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(store.entries()).toEqual([]);
  });

  it('starts no second removal for a toast that is dismissed twice', () => {
    const store = createToastStore();
    const id = store.show({ title: 'once' });
    store.dismiss(id);
    store.dismiss(id);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('tells its listeners of every change, until they leave', () => {
    const store = createToastStore();
    const listener = vi.fn();
    const leave = store.subscribe(listener);
    const id = store.show({ title: 'a' });
    store.dismiss(id);
    expect(listener).toHaveBeenCalledTimes(2);
    leave();
    store.show({ title: 'b' });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

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
