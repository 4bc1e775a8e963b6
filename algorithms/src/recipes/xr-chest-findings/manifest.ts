import type { AlgorithmManifest } from '@duai/contract';
import { FILM_MODALITIES } from '../../steps/chest-film.ts';
import { FINDINGS } from './findings.ts';

/** Side of the square that the network takes: "res224" in the name of the weights. */
const SIDE = 224;
/** Film values run from −1024 to 1024: torchxrayvision/utils.py, normalize. */
const SCALE = 1024;

/** DenseNet-121 of torchxrayvision, weights densenet121-res224-all; every number is from its publication (card.md). */
export const chestFindings: AlgorithmManifest = {
  id: 'xr.chest-findings',
  version: '1.0.0',
  maker: 'mlmed/torchxrayvision (weights); imported by DUAI',
  title: {
    tr: 'Erişkin akciğer grafisinde 18 bulgu',
    en: '18 findings on chest films of adults',
    ar: '18 علامة في صور صدر البالغين',
  },
  intendedUse: {
    tr: 'Erişkinin önden akciğer grafisinde 18 bulgunun ağ çıktısını verir. Yalnızca araştırma ve deneme içindir; burada değerlendirilmedi.',
    en: 'Gives the outputs of a network for 18 findings on a frontal chest film of an adult. For research and trial only; not evaluated here.',
    ar: 'يعطي مخرجات شبكة لـ 18 علامة في صورة صدر أمامية لبالغ. للبحث والتجربة فقط؛ لم تُقيَّم هنا.',
  },
  exclusions: [
    {
      tr: '18 yaşın altı, yan ve yatarak çekilen grafiler, film fotoğrafları',
      en: 'under 18 years, lateral or lying films, photographs of films',
      ar: 'دون 18 سنة، والصور الجانبية أو أثناء الاستلقاء، والصور الفوتوغرافية للأفلام',
    },
    {
      tr: 'çıktılar kalibre edilmiş olasılık değildir; eşiğin altında kalmak hiçbir şeyi dışlamaz',
      en: 'the outputs are no calibrated probabilities; below the threshold nothing is ruled out',
      ar: 'المخرجات ليست احتمالات معايرة؛ وما دون العتبة لا ينفي شيئًا',
    },
  ],
  engine: 'onnx',
  inputs: { modalities: FILM_MODALITIES, bodyParts: ['CHEST'], views: ['AP', 'PA'], ageYears: { min: 18 } },
  outputs: FINDINGS.map(({ code, name }) => ({ code, kind: 'class-probability', name })),
  thresholds: FINDINGS.map(({ code, threshold }) => ({
    code,
    value: threshold,
    chosen: 'op_threshs of the weights "all", as published by their authors (torchxrayvision/models.py)',
  })),
  licence: 'Apache-2.0 (code and weights); the terms of the data sets that it was trained on are their own',
  citation:
    'Cohen JP et al. TorchXRayVision: A library of chest X-ray datasets and models. MIDL 2022, arXiv:2111.00595. Cohen JP, Hashir M, Brooks R, Bertrand H. On the limits of cross-domain generalization in automated X-ray prediction. MIDL 2020, arXiv:2002.02497.',
  regulatory: [],
  parameters: { side: SIDE, scale: SCALE },
  network: {
    source: 'image',
    input: { name: 'film', dims: [1, 1, SIDE, SIDE] },
    before: [
      { step: 'normalise', by: { method: 'range', low: -SCALE, high: SCALE } },
      { step: 'centre-square' },
      { step: 'resize', columns: SIDE, rows: SIDE },
    ],
    outputs: [
      {
        name: 'logits',
        dims: [1, FINDINGS.length],
        after: [{ step: 'sigmoid' }],
        tells: FINDINGS.map(({ code, threshold }, index) => ({ kind: 'class-probability', code, index, threshold })),
      },
    ],
  },
};
