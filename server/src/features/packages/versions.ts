import type { Algorithm } from '@duai/algorithms';
import { AppError, notFound } from '../../core/app-error.ts';

/** Which version of each algorithm is used by an institution, or (null) by default. */
export interface VersionChoice {
  institutionId: string | null;
  algorithmId: string;
  /** Null: none. */
  version: string | null;
}

/** What runs on a study: one version of each algorithm, and those beside it that nobody is shown. */
export interface Runnable {
  active: Algorithm[];
  shadow: Algorithm[];
}

const isVersion = (
  { manifest }: Algorithm,
  { algorithmId, version }: { algorithmId: string; version: string | null },
) => manifest.id === algorithmId && manifest.version === version;

/**
 * `activations`: oldest first. Built-in algorithms are active unless they were switched off; an imported one only in the version that was
 * made active. An institution's own choice stands before the default.
 */
export function runnable(
  builtin: readonly Algorithm[],
  imported: readonly Algorithm[],
  activations: readonly VersionChoice[],
  shadows: readonly VersionChoice[],
): Runnable {
  const [byDefault, own] = [true, false].map((isDefault) => {
    const rows = activations.filter(({ institutionId }) => (institutionId === null) === isDefault);
    return new Map(rows.map((choice) => [choice.algorithmId, choice]));
  });
  const choiceOf = ({ manifest: { id } }: Algorithm) => own?.get(id) ?? byDefault?.get(id);
  const isActive = (algorithm: Algorithm) => {
    const choice = choiceOf(algorithm);
    return choice !== undefined && isVersion(algorithm, choice);
  };
  const active = imported.filter(isActive);
  return {
    // A newer version comes with the software: what was chosen is that it runs, or not.
    active: [...builtin.filter((algorithm) => choiceOf(algorithm)?.version !== null), ...active],
    shadow: imported.filter((algorithm) => !isActive(algorithm) && shadows.some((each) => isVersion(algorithm, each))),
  };
}

/**
 * The version that was active before the one that is, for a step back.
 * @param history newest first
 * @throws AppError NOT_FOUND where there was none
 */
export function versionBefore(history: readonly Pick<VersionChoice, 'version'>[]): string | null {
  const [now, ...older] = history;
  const before = now && older.find(({ version }) => version !== now.version);
  if (!before) throw notFound('an earlier version');
  return before.version;
}

/** @throws AppError where a version may not be made active */
export function assertMayBeActive(found: { card: string } | undefined): void {
  if (!found) throw notFound('version');
  if (found.card.trim() === '') throw new AppError('PACKAGE_FILE_MISSING', { params: { name: 'card.md' } });
}
