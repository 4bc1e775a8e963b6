import type { Manifest } from '../algorithm.ts';
import { measurementOutputs } from '../manifest-outputs.ts';
import { PARAMETERS } from './parameters.ts';
import { MEASUREMENT_NAMES } from './wording.ts';

/** Hounsfield units in UCUM. */
const HU = "[hnsf'U]";

export const MANIFEST: Manifest = {
  id: 'ct.roi-attenuation',
  version: '1.0.0',
  maker: 'DUAI',
  title: { tr: 'BT’de alan dansitesi', en: 'Attenuation of a region on CT', ar: 'كثافة منطقة بالتصوير المقطعي' },
  intendedUse: {
    tr: 'Radyoloğun çizdiği alanın dansitesini ölçer: karaciğer, L1, L3 düzeyinde kas, yağ veya başka bir yer. Tanı koymaz.',
    en: 'Measures the attenuation of a region that a radiologist drew: liver, L1, muscle at L3, fat or any other. It makes no diagnosis.',
    ar: 'يقيس كثافة منطقة رسمها طبيب الأشعة: الكبد أو L1 أو العضل عند L3 أو الدهون أو غيرها. لا يضع تشخيصًا.',
  },
  exclusions: [
    {
      tr: 'Yayımlanmış eşikler yalnızca kontrastsız ve 120 kV ile çekilmiş erişkin BT’si içindir; başka görüntülerde söylenmez.',
      en: 'Published thresholds are for unenhanced CT of adults at 120 kV; with contrast medium or another voltage none is told.',
      ar: 'العتبات المنشورة للتصوير المقطعي للبالغين دون مادة تباين بجهد 120 كيلوفولت؛ ولا تُذكر في غير ذلك.',
    },
  ],
  engine: 'builtin',
  inputs: { modalities: ['CT'], bodyParts: [] },
  outputs: [
    ...measurementOutputs(MEASUREMENT_NAMES, {
      MEAN_ATTENUATION: HU,
      ATTENUATION_DEVIATION: HU,
      MEDIAN_ATTENUATION: HU,
      LEAST_ATTENUATION: HU,
      MOST_ATTENUATION: HU,
      MEASURED_AREA: 'mm2',
    }),
    {
      code: 'MEASURED',
      kind: 'mask',
      name: { tr: 'Ölçülen pikseller', en: 'Pixels measured', ar: 'وحدات البكسل المقاسة' },
    },
  ],
  thresholds: [
    { code: 'FATTY_LIVER', value: PARAMETERS.fattyLiverHu, chosen: 'published: Boyce et al., AJR 2010;194:623' },
    {
      code: 'LOW_BONE',
      value: PARAMETERS.osteoporosisHu,
      chosen: 'published: Pickhardt et al., Ann Intern Med 2013;158:588',
    },
  ],
  licence: 'part of this software',
  citation: 'Boyce et al., AJR 2010;194:623; Pickhardt et al., Ann Intern Med 2013;158:588',
  regulatory: [],
  parameters: PARAMETERS,
};
