import type { IdentifyingElement, Inspection } from '@duai/imaging/browser';
import type { Region } from '@duai/imaging/deidentify';

export interface PictureReport {
  readonly hasCamera: boolean;
  /** Fraction (0–1) of the picture that is white or nearly white. */
  readonly whiteShare: number;
}

/** What was found in one file before any of it is sent. */
export interface FileReport {
  readonly inspection: Inspection;
  readonly identity: readonly IdentifyingElement[];
  /** Whether identifying details can be removed before sending: true for pictures, and for DICOM that can be rewritten. */
  readonly canRemoveIdentity: boolean;
  readonly picture: PictureReport | null;
}

type Asked =
  | { readonly kind: 'inspect' | 'unpack' | 'index' | 'draw' }
  | { readonly kind: 'deidentify'; readonly key: string; readonly regions: readonly Region[] };
export type PreflightQuestion = { readonly id: number; readonly file: File } & Asked;
export type PreflightAnswer =
  | { readonly id: number; readonly kind: 'report'; readonly report: FileReport }
  | { readonly id: number; readonly kind: 'deidentified'; readonly content: Blob }
  | { readonly id: number; readonly kind: 'drawn'; readonly picture: Blob }
  | { readonly id: number; readonly kind: 'entry'; readonly path: string; readonly content: Blob }
  | { readonly id: number; readonly kind: 'unpacked' }
  | { readonly id: number; readonly kind: 'index'; readonly paths: readonly string[] }
  | { readonly id: number; readonly kind: 'failed'; readonly reason: string };

interface Waiting {
  onAnswer(answer: PreflightAnswer): void;
}

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

function ask(asked: Asked, file: File, onAnswer: Waiting['onAnswer']): void {
  if (!worker) {
    worker = new Worker(new URL('./preflight.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<PreflightAnswer>) =>
      waiting.get(data.id)?.onAnswer(data),
    );
    worker.addEventListener('error', (event) => {
      for (const [id, { onAnswer: tell }] of waiting) tell({ id, kind: 'failed', reason: event.message });
      waiting.clear();
      worker = undefined;
    });
  }
  lastId += 1;
  waiting.set(lastId, { onAnswer });
  worker.postMessage({ id: lastId, file, ...asked } satisfies PreflightQuestion);
}

const reports = new WeakMap<File, Promise<FileReport | null>>();

/** Inspects a file once. Null if the browser cannot; the server inspects every file in any case. */
export function inspectOnce(file: File): Promise<FileReport | null> {
  const known = reports.get(file);
  if (known) return known;
  const report = new Promise<FileReport | null>((resolve) => {
    ask({ kind: 'inspect' }, file, (answer) => {
      waiting.delete(answer.id);
      resolve(answer.kind === 'report' ? answer.report : null);
    });
  });
  reports.set(file, report);
  return report;
}

/** The files of a ZIP archive, with their paths. @throws Error if it cannot be read */
export function unpackArchive(file: File): Promise<{ path: string; file: File }[]> {
  const found: { path: string; file: File }[] = [];
  return new Promise((resolve, reject) => {
    ask({ kind: 'unpack' }, file, (answer) => {
      if (answer.kind === 'entry') {
        const name = answer.path.split('/').at(-1) ?? answer.path;
        found.push({ path: answer.path, file: new File([answer.content], name, { lastModified: file.lastModified }) });
        return;
      }
      waiting.delete(answer.id);
      if (answer.kind === 'unpacked') resolve(found);
      else reject(new Error('the archive could not be read'));
    });
  });
}

/** The paths that the index of a disc (DICOMDIR) names. @throws Error if it cannot be read */
export const readIndex = (file: File): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    ask({ kind: 'index' }, file, (answer) => {
      waiting.delete(answer.id);
      if (answer.kind === 'index') resolve(answer.paths);
      else reject(new Error('the index could not be read'));
    });
  });

/**
 * The file de-identified with the key of its case (PS3.15 annex E), with these regions of its pixels blacked out.
 * @throws Error if it cannot be rewritten: then it must not be sent
 */
export const deidentifyFile = (file: File, key: string, regions: readonly Region[]): Promise<Blob> =>
  new Promise((resolve, reject) => {
    ask({ kind: 'deidentify', key, regions }, file, (answer) => {
      waiting.delete(answer.id);
      if (answer.kind === 'deidentified') resolve(answer.content);
      else reject(new Error('the details could not be removed'));
    });
  });

/** The first image of a file, to look for text in its pixels. @throws Error if its pixels are compressed */
export const drawFile = (file: File): Promise<Blob> =>
  new Promise((resolve, reject) => {
    ask({ kind: 'draw' }, file, (answer) => {
      waiting.delete(answer.id);
      if (answer.kind === 'drawn') resolve(answer.picture);
      else reject(new Error('the image cannot be drawn'));
    });
  });
