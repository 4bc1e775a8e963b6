import type { Manifest } from '../algorithm.ts';
import { measurementOutputs } from '../manifest-outputs.ts';
import { PARAMETERS } from './parameters.ts';
import { MEASUREMENT_NAMES } from './wording.ts';

export const MANIFEST: Manifest = {
  id: 'ct.agatston',
  version: '1.0.0',
  maker: 'DUAI',
  title: {
    tr: 'BT’de kalsiyum skoru (Agatston)',
    en: 'Calcium score on CT (Agatston)',
    ar: 'درجة الكلس بالتصوير المقطعي (أغاتستون)',
  },
  intendedUse: {
    tr: 'Radyoloğun kalsiyumun çevresine çizdiği alanın Agatston skorunu yayımlanmış tanıma göre hesaplar. Damarları kendisi bulmaz; tanı koymaz.',
    en: 'Computes the Agatston score of a region that a radiologist drew around calcium, by the published definition. It finds no vessel itself and makes no diagnosis.',
    ar: 'يحسب درجة أغاتستون لمنطقة رسمها طبيب الأشعة حول الكلس وفق التعريف المنشور. لا يعثر على الأوعية بنفسه ولا يضع تشخيصًا.',
  },
  exclusions: [
    {
      tr: 'Kontrastlı BT ve 120 kV dışındaki tüp gerilimleri için tanımlanmamıştır; kemik ve stent alana alınmamalıdır.',
      en: 'Not defined for CT with contrast medium or tube voltages other than 120 kV; bone and stents are to be left outside the region.',
      ar: 'غير معرّف للتصوير مع مادة تباين أو لجهد غير 120 كيلوفولت؛ يجب ترك العظم والدعامات خارج المنطقة.',
    },
  ],
  engine: 'builtin',
  inputs: { modalities: ['CT'], bodyParts: [] },
  outputs: [
    ...measurementOutputs(MEASUREMENT_NAMES, { AGATSTON_SCORE: '1', CALCIUM_VOLUME: 'mm3' }),
    { code: 'CALCIUM', kind: 'mask', name: { tr: 'Kalsiyum', en: 'Calcium', ar: 'كلس' } },
  ],
  thresholds: [
    {
      code: 'CALCIUM',
      value: PARAMETERS.calciumHu,
      chosen: 'published: Agatston et al., J Am Coll Cardiol 1990;15:827',
    },
  ],
  licence: 'part of this software',
  citation: 'Agatston et al., J Am Coll Cardiol 1990;15:827',
  regulatory: [],
  parameters: PARAMETERS,
};
