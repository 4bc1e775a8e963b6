import type { Manifest } from '../algorithm.ts';
import { measurementOutputs } from '../manifest-outputs.ts';
import { PARAMETERS } from './parameters.ts';
import { WEIGHTS } from './weights.ts';
import { FINDING_NAMES, MEASUREMENT_NAMES } from './wording.ts';

const CHOSEN = 'choose.ts: at most 1 % of the films of the own validation part, as they were taken, are told';
const FINDINGS = ['FILM_TURNED', 'FILM_MIRRORED', 'FILM_INVERTED', 'FILM_HALVED', 'FILM_AS_TAKEN'] as const;
export const MANIFEST: Manifest = {
  id: 'xr.film-check',
  version: '1.0.0',
  maker: 'DUAI',
  title: { tr: 'Göğüs grafisi denetimi', en: 'Chest film check', ar: 'فحص صورة الصدر' },
  intendedUse: {
    tr: 'Önden göğüs grafisinin dönük, aynalanmış, gri tonları ters veya yarım olup olmadığını söyler; böyle bir grafi başka bir modele verilmez. Tanı koymaz.',
    en: 'Says whether a frontal chest film is turned, mirrored, inverted or cut to a half; no other model gets such a film. It makes no diagnosis.',
    ar: 'يبيّن هل صورة الصدر الأمامية مدارة أو معكوسة أو مقلوبة الدرجات أو ناقصة؛ ولا تُعطى مثل هذه الصورة لنموذج آخر. لا يضع تشخيصًا.',
  },
  exclusions: [
    {
      tr: 'Vücut bölgesini ve çekim yönünü görüntüden tanımaz; göğüs dışındaki ve yan grafiler için değildir.',
      en: 'Recognises no body part and no view from the image; not for films of other parts or lateral films.',
      ar: 'لا يتعرف على جزء الجسم ولا اتجاه التصوير من الصورة؛ ليس لصور الأجزاء الأخرى ولا للصور الجانبية.',
    },
  ],
  engine: 'builtin',
  inputs: { modalities: PARAMETERS.modalities, bodyParts: ['CHEST'], views: ['AP', 'PA'] },
  outputs: [
    ...measurementOutputs(MEASUREMENT_NAMES, { FILMS_CHANGED: '{instances}' }),
    ...FINDINGS.map((code) => ({ code, kind: 'finding' as const, name: FINDING_NAMES[code] })),
  ],
  thresholds: [
    { code: 'FILM_TURNED', value: PARAMETERS.turnedFrom, chosen: CHOSEN },
    { code: 'FILM_MIRRORED', value: PARAMETERS.mirroredFrom, chosen: CHOSEN },
    { code: 'FILM_INVERTED', value: PARAMETERS.invertedFrom, chosen: CHOSEN },
    { code: 'FILM_HALVED', value: PARAMETERS.halvedFrom, chosen: CHOSEN },
  ],
  licence: 'weights: the licence of this software; training data: CC BY 4.0',
  citation:
    'Kermany, Zhang, Goldbaum: Labeled Optical Coherence Tomography (OCT) and Chest X-Ray Images for Classification. Mendeley Data rscbjbr9sj',
  regulatory: [],
  parameters: { ...PARAMETERS },
  weights: { file: 'model.onnx', sha256: WEIGHTS.sha256 },
};
