import type { Manifest } from '../algorithm.ts';
import { measurementOutputs } from '../manifest-outputs.ts';
import { PARAMETERS } from './parameters.ts';
import { MEASUREMENT_NAMES } from './wording.ts';

/** UCUM units with the quantity in the annotation (PS3.16 CID 85). */
const [BY_WEIGHT, BY_LEAN_MASS, BY_SURFACE] = ['{SUVbw}g/ml', '{SUVlbm}g/ml', '{SUVbsa}cm2/ml'] as const;

export const MANIFEST: Manifest = {
  id: 'pt.suv',
  version: '1.0.0',
  maker: 'DUAI',
  title: { tr: 'PET tutulum değerleri (SUV)', en: 'PET uptake values (SUV)', ar: 'قيم الالتقاط في PET (SUV)' },
  intendedUse: {
    tr: 'PET’te standart tutulum değerini (SUV) vücut ağırlığına, yağsız kütleye ve vücut yüzeyine göre hesaplar. Radyoloğa destek içindir; tanı koymaz, fizyolojik tutulumu ayırmaz.',
    en: 'Computes standardised uptake (SUV) of PET by body weight, lean body mass and body surface. It supports a radiologist; it makes no diagnosis and does not tell normal uptake from disease.',
    ar: 'يحسب قيمة الالتقاط المعيارية (SUV) في PET حسب وزن الجسم والكتلة الخالية من الدهون ومساحة الجسم. يدعم طبيب الأشعة ولا يضع تشخيصًا ولا يميز الالتقاط الطبيعي.',
  },
  exclusions: [
    {
      tr: 'Tek bir odağın yorumu için değildir: serideki en yüksek değer çoğu kez mesane, beyin, kalp veya böbreğindir.',
      en: 'Not for judging one focus: the highest value of a series is mostly that of bladder, brain, heart or kidney.',
      ar: 'ليس للحكم على بؤرة واحدة: أعلى قيمة في السلسلة تعود غالبًا إلى المثانة أو الدماغ أو القلب أو الكلية.',
    },
  ],
  engine: 'builtin',
  inputs: { modalities: PARAMETERS.modalities, bodyParts: [], slices: { min: PARAMETERS.minSlices } },
  outputs: [
    ...measurementOutputs(MEASUREMENT_NAMES, {
      SUVBW_MAX: BY_WEIGHT,
      SUVBW_MEAN: BY_WEIGHT,
      SUVBW_PEAK: BY_WEIGHT,
      SUVLBM_MAX: BY_LEAN_MASS,
      SUVLBM_MEAN: BY_LEAN_MASS,
      SUVLBM_PEAK: BY_LEAN_MASS,
      SUVBSA_MAX: BY_SURFACE,
      SUVBSA_MEAN: BY_SURFACE,
      SUVBSA_PEAK: BY_SURFACE,
    }),
    {
      code: 'SUV_PEAK',
      kind: 'mask',
      name: { tr: '1 ml’lik küre (SUVpeak)', en: 'Sphere of 1 ml (SUVpeak)', ar: 'كرة 1 مل ‏(SUVpeak)' },
    },
  ],
  thresholds: [],
  licence: 'part of this software',
  citation:
    'QIBA Profile FDG-PET/CT 1.13; Wahl et al., J Nucl Med 2009;50 Suppl 1:122S; Janmahasatian et al., Clin Pharmacokinet 2005;44:1051',
  regulatory: [],
  parameters: PARAMETERS,
};
