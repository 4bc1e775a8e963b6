import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { InstanceInfo, SeriesInfo } from '@duai/algorithms';
import type { Compute } from '../../server/src/adapters/compute/port.ts';
import { unlessMissing } from '../../server/src/core/files/missing-file.ts';
import type { Tasks } from '../../server/src/parts.ts';
import { Mistake } from './command-line.ts';

const TIMEOUT_MS = 60_000;

/** What a person declared about the images, for headers that do not say it. */
export type Declared = Pick<SeriesInfo, 'declaredModality' | 'declaredBodyPart' | 'declaredAgeYears'>;

/** Images that belong together, in the form that an algorithm takes. `paths[i]` belongs to `series.instances[i]`. */
export interface Files {
  series: SeriesInfo;
  paths: string[];
}

/** The series of a file, or of a folder with its subfolders; files that are not images are left out. */
export async function filesOfSeries(compute: Compute<Tasks>, path: string, declared: Declared): Promise<Files[]> {
  const bySeries = new Map<string, Files>();
  for (const file of await filesBelow(path)) {
    const instance = await instanceOf(compute, file);
    if (!instance) continue;
    const uid = instance.header?.seriesInstanceUid ?? null;
    const key = uid ?? (instance.kind === 'dicom' ? file : 'pictures');
    const found = bySeries.get(key) ?? { series: { seriesInstanceUid: uid, ...declared, instances: [] }, paths: [] };
    found.series.instances.push(instance);
    found.paths.push(file);
    bySeries.set(key, found);
  }
  return [...bySeries.values()];
}

async function filesBelow(path: string): Promise<string[]> {
  const found = await unlessMissing(stat(path));
  if (!found) throw new Mistake(`there is no file or folder ${path}`);
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function instanceOf(compute: Compute<Tasks>, path: string): Promise<InstanceInfo | null> {
  const inspection = await compute.run('inspect', { path }, { timeoutMs: TIMEOUT_MS, account: undefined });
  if (inspection.status === 'refused') return null;
  if (!('header' in inspection)) {
    const { kind, columns, rows } = inspection;
    return { kind, header: null, sopInstanceUid: null, name: basename(path), columns, rows, frames: 1 };
  }
  if (inspection.kind === 'presentation') return null;
  const { header } = inspection;
  const { sopInstanceUid, columns, rows, frames } = header;
  return { kind: 'dicom', header, sopInstanceUid, name: sopInstanceUid ?? basename(path), columns, rows, frames };
}
