import type { Manifest } from '../algorithm.ts';
import { PARAMETERS } from './parameters.ts';
import { WEIGHTS } from './weights.ts';
import { MEASUREMENT_NAMES } from './wording.ts';

export const MANIFEST: Manifest = {
  id: 'xr.pneumonia-paediatric',
  version: '1.1.0',
  maker: 'DUAI',
  title: {
    tr: 'Çocuk göğüs grafisinde pnömoni',
    en: 'Pneumonia on chest films of children',
    ar: 'الالتهاب الرئوي في صور صدر الأطفال',
  },
  intendedUse: {
    tr: '6 yaşına kadar çocukların önden göğüs grafisinde pnömoniye benzeyen bulgu olasılığını verir. Radyoloğa destek içindir; tanı koymaz, pnömoniyi dışlamaz.',
    en: 'Gives the probability that a frontal chest film of a child up to the age of 6 shows signs as of pneumonia. It supports a radiologist; it makes no diagnosis and rules nothing out.',
    ar: 'يعطي احتمال أن تُظهر صورة الصدر الأمامية لطفل حتى عمر 6 سنوات علامات كالتهاب رئوي. يدعم طبيب الأشعة ولا يضع تشخيصًا ولا ينفي المرض.',
  },
  exclusions: [
    {
      tr: 'Yenidoğan, 7 yaş ve üstü, yan ya da yatarak çekilen grafiler ve film fotoğrafları için değildir.',
      en: 'Not for newborns, from the age of 7 on, lateral or lying films, photographs of films.',
      ar: 'ليس لحديثي الولادة، ولا من عمر 7 سنوات فما فوق، ولا للصور الجانبية أو أثناء الاستلقاء، ولا لصور الأفلام الفوتوغرافية.',
    },
  ],
  engine: 'builtin',
  inputs: {
    modalities: PARAMETERS.modalities,
    bodyParts: ['CHEST'],
    views: ['AP', 'PA'],
    ageYears: { min: 0, max: PARAMETERS.maxAgeYears },
  },
  outputs: [
    {
      code: 'PNEUMONIA_PROBABILITY',
      kind: 'class-probability',
      name: MEASUREMENT_NAMES.PNEUMONIA_PROBABILITY,
      unit: '%',
    },
    {
      code: 'PNEUMONIA_MAP',
      kind: 'heat-map',
      name: { tr: 'Olasılığın dayandığı yerler', en: 'Where the probability comes from', ar: 'مواضع مصدر الاحتمال' },
    },
  ],
  thresholds: [
    {
      code: 'PNEUMONIA_PROBABILITY',
      value: PARAMETERS.threshold,
      chosen:
        'choose.ts: the most room above sensitivity 0.95 and specificity 0.80, on the own validation part and the official part',
    },
  ],
  licence: 'weights: the licence of this software; training data: CC BY 4.0',
  citation:
    'Kermany, Zhang, Goldbaum: Labeled Optical Coherence Tomography (OCT) and Chest X-Ray Images for Classification. Mendeley Data rscbjbr9sj',
  regulatory: [],
  parameters: { ...PARAMETERS },
  weights: { file: 'model.onnx', sha256: WEIGHTS.sha256 },
};
