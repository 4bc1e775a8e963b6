import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/** Files that have not arrived whole. The offset of one is what has really been stored, also after `kill -9`. */
export type PartialFiles = DataStore & { read(id: string): Readable | Promise<Readable> };

/** Keeps them apart from whole files where both lie in one bucket. */
export const partialId = (uploadId: string): string => `partial/${uploadId}`;
