import type { Endpoint } from '@duai/contract';
import type { QueryKey } from '@tanstack/react-query';
import type { CallInput } from './api.ts';

/** What a call is asked with; what is left out fits everything. */
type AskedWith<E extends Endpoint> = Partial<Pick<CallInput<E>, 'params' | 'query' | 'body'>>;

/**
 * The key under which the answer of a call is kept: the path of its endpoint, which the default fetcher can load
 * (specification, section 7), then what it was asked with. Without that it stands for all answers of the endpoint.
 */
export const keyOf = <E extends Endpoint>({ method, path }: E, asked?: AskedWith<E>): QueryKey => {
  if (method !== 'GET') return [path, asked ?? {}, method];
  return asked ? [path, asked] : [path];
};

/** Whether a key is that of an answer of one of these endpoints, whatever it was asked with. */
export const isAnswerOf =
  (...endpoints: readonly Endpoint[]) =>
  (key: QueryKey): boolean =>
    endpoints.some(({ method, path }) => key[0] === path && (key[2] ?? 'GET') === method);

/** The key of what no call answers by itself: a picture that a study source gives, a file on this device that was drawn. */
export const localKey = (what: 'picture' | 'thumbnail' | 'drawn-file', ...parts: readonly unknown[]): QueryKey => [
  what,
  ...parts,
];
