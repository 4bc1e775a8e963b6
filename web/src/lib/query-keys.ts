import type { Endpoint } from '@duai/contract';
import type { CallInput } from './api.ts';

declare const made: unique symbol;
/** A key that `keyOf` or `localKey` made. */
export type Key = readonly unknown[] & { readonly [made]: true };

declare module '@tanstack/react-query' {
  interface Register {
    /** A list that is written by hand is a type error wherever the library takes a key. */
    queryKey: Key;
  }
}

const madeOf = (...parts: readonly unknown[]) => parts as Key;

/** What a call is asked with; what is left out fits everything. */
type AskedWith<E extends Endpoint> = Partial<Pick<CallInput<E>, 'params' | 'query' | 'body'>>;

/**
 * The key under which the answer of a call is kept: the path of its endpoint, which the default fetcher can load
 * (specification, section 7), then what it was asked with. Without that it stands for all answers of the endpoint.
 */
export const keyOf = <E extends Endpoint>({ method, path }: E, asked?: AskedWith<E>): Key => {
  if (method !== 'GET') return madeOf(path, asked ?? {}, method);
  return asked ? madeOf(path, asked) : madeOf(path);
};

/** Whether a key is that of an answer of one of these endpoints, whatever it was asked with. */
export const isAnswerOf =
  (...endpoints: readonly Endpoint[]) =>
  (key: Key): boolean =>
    endpoints.some(({ method, path }) => key[0] === path && (key[2] ?? 'GET') === method);

/** The key of what no call answers by itself: a picture that a study source gives, a file on this device that was drawn. */
export const localKey = (what: 'picture' | 'thumbnail' | 'drawn-file', ...parts: readonly unknown[]): Key =>
  madeOf(what, ...parts);
