import type { AlgorithmManifest, Translated } from '@duai/contract';

/** Side of the image that the network takes: configs/inference.json of the bundle, Resized. */
const SIDE = 299;
/** From which a class is told: configs/inference.json, AsDiscreted. */
const THRESHOLD = 0.5;

/** The classes of the bundle in their order (configs/metadata.json): the categories a to d of the density of BI-RADS. */
const CLASSES: readonly { code: string; name: Translated }[] = [
  {
    code: 'DENSITY_A',
    name: { tr: 'Meme yoğunluğu A (yağlı)', en: 'Breast density A (fatty)', ar: 'كثافة الثدي A (دهنية)' },
  },
  {
    code: 'DENSITY_B',
    name: {
      tr: 'Meme yoğunluğu B (dağınık fibroglandüler)',
      en: 'Breast density B (scattered fibroglandular)',
      ar: 'كثافة الثدي B (غدية ليفية متناثرة)',
    },
  },
  {
    code: 'DENSITY_C',
    name: {
      tr: 'Meme yoğunluğu C (heterojen yoğun)',
      en: 'Breast density C (heterogeneously dense)',
      ar: 'كثافة الثدي C (كثيفة غير متجانسة)',
    },
  },
  {
    code: 'DENSITY_D',
    name: {
      tr: 'Meme yoğunluğu D (çok yoğun)',
      en: 'Breast density D (extremely dense)',
      ar: 'كثافة الثدي D (شديدة الكثافة)',
    },
  },
];

/** The MONAI bundle breast_density_classification; every number is from its publication (card.md). */
export const breastDensity: AlgorithmManifest = {
  id: 'mg.breast-density',
  version: '1.0.0',
  maker: 'Mayo Clinic Florida, MONAI Model Zoo (weights); imported by DUAI',
  title: {
    tr: 'Mamografide meme yoğunluğu',
    en: 'Breast density on mammograms',
    ar: 'كثافة الثدي في تصوير الثدي',
  },
  intendedUse: {
    tr: 'Bir mamografi görüntüsünde dört yoğunluk sınıfı için ağ çıktısını verir. Yalnızca araştırma ve deneme içindir; burada değerlendirilmedi.',
    en: 'Gives the outputs of a network for four classes of breast density on a mammogram. For research and trial only; not evaluated here.',
    ar: 'يعطي مخرجات شبكة لأربع فئات من كثافة الثدي في صورة ثدي. للبحث والتجربة فقط؛ لم تُقيَّم هنا.',
  },
  exclusions: [
    {
      tr: 'yayıncısı tanı amacıyla kullanılmamasını ister: yalnızca bir örnektir',
      en: 'its publisher says: an example, not to be used for diagnostic purposes',
      ar: 'يقول ناشرها: مثال لا يُستعمل لأغراض التشخيص',
    },
    {
      tr: 'implant, büyütme ve spot görüntüler; çıktılar kalibre edilmiş olasılık değildir',
      en: 'implants, magnification and spot views; the outputs are no calibrated probabilities',
      ar: 'الغرسات وصور التكبير والصور الموضعية؛ المخرجات ليست احتمالات معايرة',
    },
  ],
  engine: 'onnx',
  inputs: { modalities: ['MG'], bodyParts: ['BREAST'] },
  outputs: CLASSES.map(({ code, name }) => ({ code, kind: 'class-probability', name })),
  thresholds: CLASSES.map(({ code }) => ({
    code,
    value: THRESHOLD,
    chosen: 'AsDiscreted of the bundle, as published by its authors (configs/inference.json)',
  })),
  licence: 'Apache-2.0 (bundle and weights)',
  citation:
    'Gupta V et al. A multi-reconstruction study of breast density estimation using Deep Learning. arXiv:2202.08238 (2022). MONAI Model Zoo, breast_density_classification.',
  regulatory: [],
  parameters: { side: SIDE },
  network: {
    source: 'image',
    input: { name: 'image', dims: [1, 3, SIDE, SIDE] },
    before: [
      { step: 'normalise', by: { method: 'share', share: 1 } },
      { step: 'resize', columns: SIDE, rows: SIDE },
    ],
    outputs: [
      {
        name: 'logits',
        dims: [1, CLASSES.length],
        after: [{ step: 'sigmoid' }],
        tells: CLASSES.map(({ code }, index) => ({ kind: 'class-probability', code, index, threshold: THRESHOLD })),
      },
    ],
  },
};
