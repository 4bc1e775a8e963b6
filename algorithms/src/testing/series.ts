import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlgorithmResult, Language } from '@duai/contract';
import {
  buildVolume,
  bytesSource,
  type DecodedFrame,
  type DicomHeader,
  decodeFrame,
  framesOf,
  inspectFile,
  readFrameHeaders,
  type Volume,
  windowToGrey,
} from '@duai/imaging';
import type { Algorithm, SeriesInput } from '../algorithm.ts';
import { tell } from '../tell.ts';

/** Location of the test data, which are not part of the repository. */
export const TEST_DATA =
  process.env.DUAI_TEST_DATA ?? join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data');

interface Planted {
  declaredModality?: string | null;
  /** Introduces a fault into a header. */
  header?: (header: DicomHeader, index: number) => DicomHeader;
  /** Introduces a fault into the pixels. */
  frame?: (frame: DecodedFrame, index: number) => DecodedFrame;
  /** Introduces a fault into the bytes that are read for the pixels. */
  bytes?: (bytes: Uint8Array, index: number) => Uint8Array;
}

/** A series of DICOM files in memory, optionally with faults. */
export async function seriesOf(files: Uint8Array[], faults: Planted = {}): Promise<SeriesInput> {
  const { declaredModality = 'CT', header: change, frame: spoil, bytes: damage } = faults;
  const headers: DicomHeader[] = [];
  for (const [index, file] of files.entries()) {
    const inspection = await inspectFile(bytesSource(file));
    if (inspection.status === 'refused' || inspection.kind !== 'dicom') throw new Error('not a DICOM image');
    headers.push(change ? change(inspection.header, index) : inspection.header);
  }
  const bytesAt = (index: number) => (damage ? damage(files[index]!, index) : files[index]!);
  const planted = (decoded: DecodedFrame, index: number): DecodedFrame => {
    const frame = { ...decoded, header: change ? change(decoded.header, index) : decoded.header };
    return spoil ? spoil(frame, index) : frame;
  };
  const loadFrame = async (index: number, number = 0): Promise<DecodedFrame> =>
    planted(await decodeFrame(bytesAt(index), number), index);
  return {
    seriesInstanceUid: headers[0]?.seriesInstanceUid ?? null,
    declaredModality,
    declaredBodyPart: null,
    declaredAgeYears: null,
    instances: headers.map((header, index) => ({
      kind: 'dicom',
      header,
      sopInstanceUid: header.sopInstanceUid,
      name: header.sopInstanceUid ?? `image ${index}`,
      columns: header.columns,
      rows: header.rows,
      frames: header.frames,
    })),
    loadFrame,
    loadGrey: async (index, number) => {
      const frame = await loadFrame(index, number);
      return { columns: frame.columns, rows: frame.rows, grey: windowToGrey(frame), isColoured: false };
    },
    frameHeaders: async (index) =>
      (await readFrameHeaders(bytesAt(index))).map((header) => (change ? change(header, index) : header)),
    loadVolume: async () => {
      const frames: DecodedFrame[] = [];
      for (const index of files.keys()) {
        for (const frame of await framesOf(bytesAt(index))) frames.push(planted(frame, index));
      }
      return buildVolume(frames);
    },
  };
}

/** The series with changed voxels: `change` gets the volume of its files. */
export const withVolume = (series: SeriesInput, change: (volume: Volume) => Volume): SeriesInput => ({
  ...series,
  loadVolume: async () => change(await series.loadVolume()),
});

/** No algorithm in these tests uses a network. */
const NO_INFERENCE = {
  run: () => Promise.reject(new Error('no model is expected')),
};

export const runOn = (algorithm: Algorithm, input: SeriesInput): Promise<AlgorithmResult> =>
  algorithm.run(input, { inference: NO_INFERENCE });

/** The sentences of a result. */
export function saidOf(algorithm: Algorithm, result: AlgorithmResult, language: Language) {
  const said = tell(algorithm, result).filter(({ kind }) => kind !== 'measurement');
  return {
    findings: said.map(({ wording }) => wording[language]),
    impression: said.flatMap(({ wording, isInImpression }) => (isInImpression ? [wording[language]] : [])),
  };
}

/** Codes of the findings, or of the reasons if it was not evaluable. */
export const codesOf = (result: AlgorithmResult): string[] =>
  (result.outcome === 'evaluated' ? result.findings : result.reasons).map(({ code }) => code);

export const limitationsOf = (result: AlgorithmResult): string[] =>
  result.outcome === 'evaluated' ? result.limitations.map(({ code }) => code) : [];

/** @throws Error if it was not measured */
export function measured(result: AlgorithmResult, code: string): number {
  const found =
    result.outcome === 'evaluated' ? result.measurements.find((measurement) => measurement.code === code) : undefined;
  if (!found) throw new Error(`${code} was not measured`);
  return found.value;
}

/** The chest CT of the test data; undefined if it is missing. */
export async function readChestCt(kernel: 'b40f-smooth' | 'b70f-sharp'): Promise<Uint8Array[] | undefined> {
  const dir = join(TEST_DATA, 'chest-ct', kernel);
  if (!existsSync(dir)) return undefined;
  const names = (await readdir(dir)).filter((name) => name.endsWith('.dcm')).sort();
  return Promise.all(names.map(async (name) => new Uint8Array(await readFile(join(dir, name)))));
}

/** Every DICOM image of the test data that can be opened, by series; the files of a series in order of their paths. */
export async function seriesOfCollection(): Promise<Uint8Array[][]> {
  const bySeries = new Map<string, Uint8Array[]>();
  for (const part of ['dicom', 'chest-ct']) {
    const entries = await readdir(join(TEST_DATA, part), { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const path of paths.sort()) {
      const bytes = new Uint8Array(await readFile(path));
      const inspection = await inspectFile(bytesSource(bytes));
      if (inspection.status === 'refused' || inspection.kind !== 'dicom') continue;
      const key = inspection.header.seriesInstanceUid ?? path;
      const files = bySeries.get(key);
      if (files) files.push(bytes);
      else bySeries.set(key, [bytes]);
    }
  }
  return [...bySeries.values()];
}
