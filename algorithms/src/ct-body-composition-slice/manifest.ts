import type { Manifest } from '../algorithm.ts';
import { measurementOutputs } from '../manifest-outputs.ts';
import { PARAMETERS } from './parameters.ts';
import { MEASUREMENT_NAMES } from './wording.ts';

export const MANIFEST: Manifest = {
  id: 'ct.body-composition-slice',
  version: '1.0.0',
  maker: 'DUAI',
  title: {
    tr: 'BT kesitinde kas ve yağ alanı',
    en: 'Muscle and fat area on a CT slice',
    ar: 'مساحة العضل والدهون على مقطع',
  },
  intendedUse: {
    tr: 'Radyoloğun seçtiği kesitte, çizdiği alan veya düzelttiği maske içinde kas ve yağ alanlarını yayımlanmış HU aralıklarıyla ölçer. Tanı koymaz.',
    en: 'Measures the areas of muscle and fat on a slice that a radiologist chose, within an outline or a corrected mask, by published HU ranges. It makes no diagnosis.',
    ar: 'يقيس مساحتي العضل والدهون على مقطع اختاره طبيب الأشعة ضمن محيط أو قناع معدّل وفق مجالات HU منشورة. لا يضع تشخيصًا.',
  },
  exclusions: [
    {
      tr: 'Kesitin düzeyini (ör. L3) kendisi bulmaz; kası organlardan ayırmaz.',
      en: 'It does not find the level of the slice (L3, for example) and does not tell muscle from organs.',
      ar: 'لا يعثر على مستوى المقطع (مثل L3) ولا يميز العضل من الأعضاء.',
    },
  ],
  engine: 'builtin',
  inputs: { modalities: ['CT'], bodyParts: [] },
  outputs: [
    ...measurementOutputs(MEASUREMENT_NAMES, {
      MUSCLE_AREA: 'cm2',
      FAT_AREA: 'cm2',
      MUSCLE_ATTENUATION: "[hnsf'U]",
    }),
    { code: 'MUSCLE', kind: 'mask', name: { tr: 'Kas', en: 'Muscle', ar: 'عضل' } },
    { code: 'FAT', kind: 'mask', name: { tr: 'Yağ', en: 'Fat', ar: 'دهون' } },
  ],
  thresholds: [
    {
      code: 'MUSCLE',
      value: PARAMETERS.muscleHu[0],
      chosen: 'published: Mitsiopoulos et al., J Appl Physiol 1998;85:115',
    },
    { code: 'FAT', value: PARAMETERS.fatHu[0], chosen: 'published: Kvist et al., Am J Clin Nutr 1988;48:1351' },
  ],
  licence: 'part of this software',
  citation: 'Mitsiopoulos et al., J Appl Physiol 1998;85:115; Kvist et al., Am J Clin Nutr 1988;48:1351',
  regulatory: [],
  parameters: PARAMETERS,
};
