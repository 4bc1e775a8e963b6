import type { Manifest } from '../algorithm.ts';
import { measurementOutputs } from '../manifest-outputs.ts';
import { PARAMETERS } from './parameters.ts';
import { MEASUREMENT_NAMES } from './wording.ts';

/** Hounsfield units in UCUM. */
const HU = "[hnsf'U]";

export const MANIFEST: Manifest = {
  id: 'ct.lung-density',
  version: '1.2.0',
  maker: 'DUAI',
  title: {
    tr: 'BT akciğer hacmi ve dansitesi',
    en: 'CT lung volume and density',
    ar: 'حجم الرئة وكثافتها بالتصوير المقطعي',
  },
  intendedUse: {
    tr: 'Erişkin göğüs BT’sinde akciğer hacmini ve dansitesini ölçer. Radyoloğa destek içindir; tanı koymaz.',
    en: 'Measures lung volume and density in chest CT of adults. It supports a radiologist; it makes no diagnosis.',
    ar: 'يقيس حجم الرئة وكثافتها في التصوير المقطعي لصدر البالغين. يدعم طبيب الأشعة ولا يضع تشخيصًا.',
  },
  exclusions: [
    {
      tr: '18 yaşından küçükler, lobların ayrımı ve akciğerin tamamını göstermeyen seriler için değildir.',
      en: 'Not for people under 18, not for lobes, not for series that do not show the whole lungs.',
      ar: 'ليس لمن هم دون 18 عامًا، ولا للفصوص، ولا للسلاسل التي لا تُظهر الرئتين كاملتين.',
    },
  ],
  engine: 'builtin',
  inputs: { modalities: ['CT'], bodyParts: ['CHEST'], ageYears: { min: 18 }, slices: { min: PARAMETERS.minSlices } },
  outputs: [
    ...measurementOutputs(MEASUREMENT_NAMES, {
      LUNG_VOLUME: 'ml',
      LUNG_VOLUME_RIGHT: 'ml',
      LUNG_VOLUME_LEFT: 'ml',
      MEAN_LUNG_DENSITY: HU,
      LAA_950: '%',
      PERC15: HU,
      AIRWAY_VOLUME: 'ml',
      TRACHEAL_AIR: HU,
    }),
    { code: 'LUNG', kind: 'mask', name: { tr: 'Akciğerler', en: 'Lungs', ar: 'الرئتان' } },
    {
      code: 'LAA_950',
      kind: 'mask',
      name: { tr: '−950 HU altındaki akciğer', en: 'Lung below −950 HU', ar: 'الرئة تحت −950 HU' },
    },
  ],
  thresholds: [
    {
      code: 'LAA_950',
      value: PARAMETERS.emphysemaThresholdHu,
      chosen: 'published: Gevenois et al., AJRCCM 1996;154:187',
    },
  ],
  licence: 'part of this software',
  citation: null,
  regulatory: [],
  parameters: PARAMETERS,
};
