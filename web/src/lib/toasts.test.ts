import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToastStore } from './toasts.ts';

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
