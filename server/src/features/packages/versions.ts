import type { Algorithm } from '@duai/algorithms';
import type { acceptance } from '@duai/contract';
import { AppError, notFound } from '../../core/app-error.ts';

/** The version of an algorithm that an institution uses, or (null) that is used by default. */
export interface VersionChoice {
  institutionId: string | null;
  algorithmId: string;
  /** Null for no version. */
  version: string | null;
  /** True where the institution gave up its own choice and follows the default. */
  followsDefault?: boolean;
}

/** The algorithms for a study: one active version of each, and shadow versions whose results are not shown to readers. */
export interface Runnable {
  active: Algorithm[];
  shadow: Algorithm[];
}

const isVersion = (
  { manifest }: Algorithm,
  { algorithmId, version }: { algorithmId: string; version: string | null },
) => manifest.id === algorithmId && manifest.version === version;

/**
 * `activations`: oldest first. Built-in algorithms are active unless they were switched off; an imported one only in
 * the version that was made active. An institution's own choice takes precedence over the default.
 */
export function runnable(
  builtin: readonly Algorithm[],
  imported: readonly Algorithm[],
  activations: readonly VersionChoice[],
  shadows: readonly VersionChoice[],
): Runnable {
  const [byDefault, own] = [true, false].map((isDefault) => {
    const rows = activations.filter(({ institutionId }) => (institutionId === null) === isDefault);
    // An institution whose last choice is to follow the default has no choice of its own.
    const last = new Map(rows.map((choice) => [choice.algorithmId, choice]));
    return new Map([...last].filter(([, choice]) => !choice.followsDefault));
  });
  const choiceOf = ({ manifest: { id } }: Algorithm) => own?.get(id) ?? byDefault?.get(id);
  const isActive = (algorithm: Algorithm) => {
    const choice = choiceOf(algorithm);
    return choice !== undefined && isVersion(algorithm, choice);
  };
  const active = imported.filter(isActive);
  return {
    // A software update may bring a newer built-in version, so a choice only decides whether the algorithm runs.
    active: [...builtin.filter((algorithm) => choiceOf(algorithm)?.version !== null), ...active],
    shadow: imported.filter((algorithm) => !isActive(algorithm) && shadows.some((each) => isVersion(algorithm, each))),
  };
}

/**
 * A run on stored studies is possible: images are sent to a maker's box only where it is active, and an assisted algorithm waits for
 * a reader's region.
 */
export const canBeTried = ({
  manifest,
  isAssisted,
}: {
  manifest: Algorithm['manifest'];
  isAssisted?: boolean | undefined;
}): boolean => manifest.engine !== 'dicom' && !isAssisted;

/** What an institution asks of versions. */
export interface Acceptance {
  /** Null: nothing. */
  requiredSince: Date | null;
  /** Algorithms of which no run is asked for. */
  exempt: ReadonlySet<string>;
  /** How the newest acceptance run of a version ended, by "id version". */
  ends: ReadonlyMap<string, (typeof acceptance.ACCEPTANCE_STATES)[number]>;
}

/** What an institution is told of a version that it asks an acceptance run of; null: it asks none. */
export function acceptanceOf({ requiredSince, exempt, ends }: Acceptance, algorithmId: string, version: string) {
  return requiredSince && !exempt.has(algorithmId)
    ? (ends.get(`${algorithmId} ${version}`) ?? ('missing' as const))
    : null;
}

/** No version (null) needs no acceptance. */
export const isAccepted = (acceptance: Acceptance, algorithmId: string, version: string | null): boolean =>
  version === null || [null, 'passed'].includes(acceptanceOf(acceptance, algorithmId, version));

/** @throws AppError VERSION_NOT_ACCEPTED */
export function assertAccepted(acceptance: Acceptance, algorithmId: string, version: string): void {
  if (!isAccepted(acceptance, algorithmId, version))
    throw new AppError('VERSION_NOT_ACCEPTED', { params: { id: algorithmId, version } });
}

/**
 * What is chosen by default since an institution asks for acceptance runs reaches it only where the version has passed: until then it
 * keeps what was chosen before. Of a built-in algorithm the version that passed may be the chosen one or the present one (`presentOf`):
 * an update of the software does not take an algorithm away that was accepted before.
 */
export const withoutUnaccepted = <Choice extends VersionChoice & { activatedAt: Date }>(
  activations: readonly Choice[],
  acceptance: Acceptance,
  presentOf: (algorithmId: string) => string | undefined,
): Choice[] =>
  activations.filter(
    ({ institutionId, algorithmId, version, activatedAt }) =>
      institutionId !== null ||
      version === null ||
      acceptance.requiredSince === null ||
      activatedAt <= acceptance.requiredSince ||
      [version, presentOf(algorithmId) ?? version].some((each) => isAccepted(acceptance, algorithmId, each)),
  );

/** A choice: a version, none (null) or, for an institution, the default. */
interface Chosen {
  version: string | null;
  followsDefault: boolean;
}

/** The state before any choice. `own`: the built-in version. */
export const chosenFirst = (institutionId: string | null, own: string | null): Chosen =>
  institutionId === null ? { version: own, followsDefault: false } : { version: null, followsDefault: true };

/** For built-in algorithms every chosen version becomes the present built-in one, since only that one can run. */
export const asChosen = (history: readonly Chosen[], own: string | null): Chosen[] =>
  history.map(({ version, followsDefault }) => ({
    version: version === null ? null : (own ?? version),
    followsDefault,
  }));

const isSame = (one: Chosen, other: Chosen) =>
  one.version === other.version && one.followsDefault === other.followsDefault;

/**
 * The last choice that differs from the present one, for a step back; null where there is none.
 * @param history newest first
 * @param start the state before any choice
 */
export function chosenBefore(history: readonly Chosen[], start: Chosen): Chosen | null {
  const [now, ...older] = history;
  const before = now && [...older, start].find((each) => !isSame(each, now));
  return before ? { version: before.version, followsDefault: before.followsDefault } : null;
}

/** @throws AppError where a version cannot be activated */
export function assertMayBeActive(found: { algorithmId: string; version: string; card: string } | undefined): void {
  if (!found) throw notFound('version');
  const { algorithmId: id, version, card } = found;
  if (card.trim() === '') throw new AppError('VERSION_WITHOUT_CARD', { params: { id, version } });
}
