import type { Manifest } from '../algorithm.ts';
import { PARAMETERS } from './parameters.ts';

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
  modalities: ['CT'],
  bodyParts: ['CHEST'],
  parameters: PARAMETERS,
};
