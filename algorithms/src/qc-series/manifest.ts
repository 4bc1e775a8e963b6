import type { Manifest } from '../algorithm.ts';
import { PARAMETERS } from './parameters.ts';

export const MANIFEST: Manifest = {
  id: 'qc.series',
  version: '1.3.0',
  maker: 'DUAI',
  title: { tr: 'Görüntü serisi kalite denetimi', en: 'Series quality check', ar: 'فحص جودة السلسلة' },
  intendedUse: {
    tr: 'Bir görüntü serisinin eksiksiz, tutarlı ve okunabilir olup olmadığını denetler. Tanı koymaz.',
    en: 'Checks whether a series is complete, consistent and readable. It makes no diagnosis.',
    ar: 'يتحقق من اكتمال السلسلة واتساقها وقابليتها للقراءة. لا يضع تشخيصًا.',
  },
  modalities: [],
  bodyParts: [],
  parameters: PARAMETERS,
};
