import type { AlgorithmResult, Finding } from '@duai/contract';
import type { Algorithm, InferencePort, SeriesInfo, SeriesInput } from '../algorithm.ts';
import { sentence } from '../wording.ts';
import { type Thumbnail, thumbnailOf } from './displacement.ts';
import { checkFilms } from './films.ts';
import { checkGeometry } from './geometry.ts';
import { checkHeaders } from './headers.ts';
import { MANIFEST } from './manifest.ts';
import { checkMotion, comparedSlices } from './motion.ts';
import { checkPixels } from './pixels.ts';
import { DECLARED, MEASUREMENT_NAMES, SIDES, WORDING } from './wording.ts';

/** Checks whether a series is complete, consistent and what it states to be. Runs on every modality. */
export const qcSeries: Algorithm = {
  manifest: MANIFEST,
  gate: (series: SeriesInfo) =>
    series.instances.length > 0 ? { fits: true } : { fits: false, code: 'NO_IMAGES', params: {} },
  async run(input: SeriesInput, { inference }: { inference: InferencePort }): Promise<AlgorithmResult> {
    // A slice that both checks look at is read and decoded once; its thumbnail is kept, which is small.
    const compared = comparedSlices(input);
    const thumbnails = new Map<number, Thumbnail | null>();
    const pixels = await checkPixels(input, (index, frame) => {
      if (compared.has(index)) thumbnails.set(index, thumbnailOf(frame));
    });
    const geometry = await checkGeometry(input);
    const films = await checkFilms(input, inference);
    const motion = await checkMotion(input, thumbnails);
    const findings: Finding[] = [...checkHeaders(input), ...geometry.findings, ...motion, ...pixels.findings, ...films];
    return {
      outcome: 'evaluated',
      findings:
        findings.length > 0
          ? findings
          : [{ code: 'NO_PROBLEM', severity: 'info', params: { count: input.instances.length } }],
      measurements: [{ code: 'INSTANCES', value: input.instances.length, unit: '{instances}' }, ...pixels.measurements],
      overlays: [],
      limitations: [...geometry.limitations, ...pixels.limitations],
    };
  },
  sentence({ code, params }, language) {
    const declared = DECLARED[params.declared ?? '']?.[language];
    const stated = SIDES[params.stated ?? '']?.[language];
    const named = SIDES[params.named ?? '']?.[language];
    const inWords = { ...(declared && { declared }), ...(stated && { stated }), ...(named && { named }) };
    return sentence(WORDING, code, { ...params, ...inWords }, language);
  },
  measurementNames: MEASUREMENT_NAMES,
  /** The check is about the images, not about the person. */
  isAboutPerson: false,
  impressionFrom: 'important',
  shownBy: {},
};
