import type { AlgorithmResult, AnalysisReason, Finding, Overlay } from '@duai/contract';
import type { Algorithm, InferencePort, InstanceInfo, SeriesInput } from '../algorithm.ts';
import { sentence } from '../wording.ts';
import { checkFilm } from '../xr-film-check/check-film.ts';
import { gate, gateOf } from './gate.ts';
import { heatMapOf } from './heat-map.ts';
import { MANIFEST } from './manifest.ts';
import { PARAMETERS } from './parameters.ts';
import { logitOf, probabilityOf, type Reading, readFilm, strangenessOf } from './read-film.ts';
import { MEASUREMENT_NAMES, WORDING } from './wording.ts';

type Looked = { reading: Reading } | { refused: AnalysisReason };

/** Signs suggesting pneumonia on frontal chest films of children, found by our own network. */
export const xrPneumoniaPaediatric: Algorithm = {
  manifest: MANIFEST,
  gate,

  async run(input: SeriesInput, { inference }: { inference: InferencePort }): Promise<AlgorithmResult> {
    const refused: AnalysisReason[] = [];
    const read: { instance: InstanceInfo; reading: Reading }[] = [];
    for (const [index, instance] of input.instances.entries()) {
      if (!gateOf(instance, input).fits) continue;
      if (read.length + refused.length === PARAMETERS.mostFilms) {
        refused.push({ code: 'MORE_FILMS', params: { most: PARAMETERS.mostFilms } });
        break;
      }
      const looked = await lookAt(input, index, inference);
      if ('refused' in looked) refused.push(looked.refused);
      else read.push({ instance, reading: looked.reading });
    }
    if (read.length === 0) return { outcome: 'not-evaluable', reasons: refused };
    const most = Math.max(...read.map(({ reading }) => reading.logit));
    const isViewUnsaid = read.some(({ instance }) => !instance.header?.viewPosition);
    return {
      outcome: 'evaluated',
      findings: read.map(({ instance, reading }) => findingOf(instance, reading)),
      measurements: [{ code: 'PNEUMONIA_PROBABILITY', value: percentOf(most), unit: '%' }],
      overlays: heatMaps('PNEUMONIA_MAP', read),
      limitations: [...refused, ...(isViewUnsaid ? [{ code: 'VIEW_NOT_STATED', params: {} }] : [])],
    };
  },

  sentence: ({ code, params }, language) => sentence(WORDING, code, params, language),
  measurementNames: MEASUREMENT_NAMES,
  isAboutPerson: true,
  impressionFrom: 'important',
  shownBy: {},
};

async function lookAt(input: SeriesInput, index: number, inference: InferencePort): Promise<Looked> {
  const image = await input.loadGrey(index);
  const [changed] = await checkFilm(image, inference);
  if (changed) return { refused: changed };
  const reading = await readFilm(image, inference);
  const strangeness = strangenessOf(reading);
  return strangeness > 1
    ? { refused: { code: 'UNLIKE_TRAINING', params: { times: Math.round(strangeness * 100) / 100 } } }
    : { reading };
}

/** In percent with one decimal. */
const percentOf = (logit: number): number => Math.round(probabilityOf(logit) * 1000) / 10;
const isSuspected = ({ logit }: Reading): boolean => probabilityOf(logit) >= PARAMETERS.threshold;

function findingOf({ name }: InstanceInfo, reading: Reading): Finding {
  const params = { probability: percentOf(reading.logit), threshold: Math.round(PARAMETERS.threshold * 1000) / 10 };
  return isSuspected(reading)
    ? { code: 'PNEUMONIA_SIGNS', severity: 'important', params, sopInstanceUids: [name] }
    : { code: 'NO_PNEUMONIA_SIGNS', severity: 'info', params, sopInstanceUids: [name] };
}

/** Only for films above the threshold: below it the map would mark places without a finding. */
function heatMaps(code: string, read: readonly { instance: InstanceInfo; reading: Reading }[]): Overlay[] {
  const suspected = read.filter(({ reading }) => isSuspected(reading));
  const [first] = suspected;
  if (!first) return [];
  return [
    {
      code,
      kind: 'heat',
      columns: first.reading.mapColumns,
      rows: first.reading.mapRows,
      slices: suspected.map(({ instance, reading }) => ({
        sopInstanceUid: instance.name,
        runs: heatMapOf(reading.map, logitOf(PARAMETERS.threshold)),
      })),
    },
  ];
}
