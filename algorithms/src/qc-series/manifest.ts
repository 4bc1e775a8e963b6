import type { Manifest } from '../algorithm.ts';
import { measurementOutputs } from '../manifest-outputs.ts';
import { PARAMETERS } from './parameters.ts';
import { MEASUREMENT_NAMES } from './wording.ts';

export const MANIFEST: Manifest = {
  id: 'qc.series',
  version: '1.7.0',
  maker: 'DUAI',
  title: { tr: 'Görüntü serisi kalite denetimi', en: 'Series quality check', ar: 'فحص جودة السلسلة' },
  intendedUse: {
    tr: 'Bir görüntü serisinin eksiksiz, tutarlı ve okunabilir olup olmadığını denetler. Tanı koymaz.',
    en: 'Checks whether a series is complete, consistent and readable. It makes no diagnosis.',
    ar: 'يتحقق من اكتمال السلسلة واتساقها وقابليتها للقراءة. لا يضع تشخيصًا.',
  },
  exclusions: [
    {
      tr: 'Görüntüde hastalık aramaz; bir seride sorun bulunmaması görüntünün yeterli olduğunu göstermez.',
      en: 'It does not look for disease. A series without remarks is not necessarily sufficient for diagnosis.',
      ar: 'لا يبحث عن أمراض؛ وعدم وجود ملاحظة لا يعني أن السلسلة كافية.',
    },
  ],
  engine: 'builtin',
  inputs: { modalities: [], bodyParts: [] },
  outputs: measurementOutputs(MEASUREMENT_NAMES, { INSTANCES: '{instances}', SATURATED_LOW: '%', SATURATED_HIGH: '%' }),
  thresholds: [],
  licence: 'part of this software',
  citation: null,
  regulatory: [],
  parameters: PARAMETERS,
};
