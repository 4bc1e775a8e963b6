import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/** Files that have not arrived completely. The offset is the number of bytes really stored, also after `kill -9`. */
export type PartialFiles = DataStore & { read(id: string): Readable | Promise<Readable> };

/** A prefix that separates them from whole files in the same bucket. */
export const partialId = (uploadId: string): string => `partial/${uploadId}`;
