import type { Manifest } from '../algorithm.ts';
import { PARAMETERS } from './parameters.ts';
import { WEIGHTS } from './weights.ts';

export const MANIFEST: Manifest = {
  id: 'xr.pneumonia-paediatric',
  version: '1.0.0',
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
  modalities: PARAMETERS.modalities,
  bodyParts: ['CHEST'],
  parameters: { ...PARAMETERS },
  weightsSha256: WEIGHTS.sha256,
};
