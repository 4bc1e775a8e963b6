import type { Readable } from 'node:stream';
import { safeName, type ZipEntry } from '../../../core/files/zip-stream.ts';
import type { ListedInstance, StudyTree } from '../study-trees.store.ts';

const EXTENSIONS = { dicom: 'dcm', jpeg: 'jpg', png: 'png' } as const;
const number = (value: number, width: number) => String(value).padStart(width, '0');

/** Every file of a case that was not refused, unchanged, one folder for each series, in reading order. */
export function imageEntries(
  folder: string,
  trees: StudyTree[],
  open: (instance: ListedInstance) => Promise<Readable>,
): ZipEntry[] {
  const series = trees.flatMap((study) => study.series);
  return series.flatMap((row, index) =>
    row.instances
      .filter((instance) => instance.state !== 'refused')
      .map((instance, position) => ({
        name: [
          folder,
          `${number(index + 1, 2)}-${safeName(row.description ?? row.modality ?? 'series')}`,
          `${number(position + 1, 4)}.${EXTENSIONS[instance.kind]}`,
        ].join('/'),
        modifiedAt: instance.receivedAt,
        open: () => open(instance),
      })),
  );
}

export const readableFiles = (trees: StudyTree[]): { files: number; bytes: number } => {
  const rows = trees.flatMap((study) => study.series.flatMap((series) => series.instances));
  const kept = rows.filter((row) => row.state !== 'refused');
  return { files: kept.length, bytes: kept.reduce((sum, row) => sum + row.sizeBytes, 0) };
};
