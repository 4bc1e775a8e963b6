import type { AlgorithmResult, AnalysisReason, Finding, Severity } from '@duai/contract';
import type { Algorithm, InferencePort, SeriesInput } from '../algorithm.ts';
import { frontalChestFilm } from '../steps/chest-film.ts';
import { sentence } from '../wording.ts';
import { checkFilm } from './check-film.ts';
import { gate } from './gate.ts';
import { MANIFEST } from './manifest.ts';
import { PARAMETERS } from './parameters.ts';
import { MEASUREMENT_NAMES, WORDING } from './wording.ts';

/** Whether a frontal chest film is rotated, mirrored, inverted or cut to a half; run before any film algorithm reads it. */
export const xrFilmCheck: Algorithm = {
  manifest: MANIFEST,
  gate,

  async run(input: SeriesInput, { inference }: { inference: InferencePort }): Promise<AlgorithmResult> {
    const findings: Finding[] = [];
    const refused: AnalysisReason[] = [];
    let [looked, changed] = [0, 0];
    let isOutsideTraining = false;
    for (const [index, instance] of input.instances.entries()) {
      if (!frontalChestFilm(instance, input).fits) continue;
      if (looked + refused.length === PARAMETERS.mostFilms) {
        refused.push({ code: 'MORE_FILMS', params: { most: PARAMETERS.mostFilms } });
        break;
      }
      const changes = await checkFilm(await input.loadGrey(index), inference);
      const [unreadable] = changes.filter(({ code }) => NOT_LOOKED_AT.includes(code));
      if (unreadable) {
        refused.push(unreadable);
        continue;
      }
      looked += 1;
      const age = instance.header?.patientAgeYears ?? input.declaredAgeYears;
      if (age === null || age >= PARAMETERS.maxAgeYears + 1) isOutsideTraining = true;
      if (changes.length > 0) changed += 1;
      const sopInstanceUids = [instance.name];
      findings.push(
        ...(changes.length > 0
          ? changes.map((change) => ({ ...change, severity: severityOf(change.code), sopInstanceUids }))
          : [{ code: 'FILM_AS_TAKEN', severity: 'info' as const, params: {}, sopInstanceUids }]),
      );
    }
    if (looked === 0) return { outcome: 'not-evaluable', reasons: refused };
    return {
      outcome: 'evaluated',
      findings,
      measurements: [{ code: 'FILMS_CHANGED', value: changed, unit: '{instances}' }],
      overlays: [],
      limitations: [...refused, ...(isOutsideTraining ? [{ code: 'AGE_NOT_TRAINED', params: {} }] : [])],
    };
  },

  sentence: ({ code, params }, language) => sentence(WORDING, code, params, language),
  measurementNames: MEASUREMENT_NAMES,
  /** The remark is about the image, not about the person. */
  isAboutPerson: false,
  impressionFrom: 'important',
  shownBy: {},
};

const NOT_LOOKED_AT = ['COLOURED', 'FILM_UNLIKE_TRAINING'];

/** In a mirrored film a finding would be reported on the wrong side; in a half film the other half is missing. */
const severityOf = (code: string): Severity =>
  code === 'FILM_MIRRORED' || code === 'FILM_HALVED' ? 'important' : 'notice';
