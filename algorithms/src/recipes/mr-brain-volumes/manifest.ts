import type { AlgorithmManifest, AlgorithmNetwork } from '@duai/contract';
import { STRUCTURES, type Structure } from './structures.ts';

/** Points along each side of the cube that the networks were trained on. */
const SIDE = 256;
/** Offset of labels on the right side. */
const RIGHT = 100;
const DIMS = [1, 1, SIDE, SIDE, SIDE] as const;

type Output = AlgorithmManifest['outputs'][number];
type Tells = AlgorithmNetwork['outputs'][number]['tells'][number];

const ml = (code: string, name: Output['name']): Output => ({ code, kind: 'measurement', name, unit: 'mL' });

const outputsOf = ({ code, name: { tr, en, ar }, isPaired }: Structure): Output[] => [
  { code, kind: 'mask', name: { tr, en, ar } },
  ...(isPaired
    ? ([
        ml(`${code}_LEFT`, { tr: `${tr}, sol`, en: `${en}, left`, ar: `${ar}، الأيسر` }),
        ml(`${code}_RIGHT`, { tr: `${tr}, sağ`, en: `${en}, right`, ar: `${ar}، الأيمن` }),
        {
          code: `${code}_ASYMMETRY`,
          kind: 'measurement',
          name: { tr: `${tr}, asimetri`, en: `${en}, asymmetry`, ar: `${ar}، عدم التناظر` },
          unit: '%',
        },
      ] as const)
    : [ml(`${code}_VOLUME`, { tr, en, ar })]),
];

const tellsOf = ({ code, label, isPaired }: Structure): Tells[] =>
  isPaired
    ? [
        { kind: 'mask', code, label: [label, label + RIGHT] },
        { kind: 'volume', code: `${code}_LEFT`, labels: [label] },
        { kind: 'volume', code: `${code}_RIGHT`, labels: [label + RIGHT] },
        { kind: 'asymmetry', code: `${code}_ASYMMETRY`, left: label, right: label + RIGHT },
      ]
    : [
        { kind: 'mask', code, label },
        { kind: 'volume', code: `${code}_VOLUME`, labels: [label] },
      ];

const PAIRED = STRUCTURES.filter(({ isPaired }) => isPaired).map(({ label }) => label);

export const brainVolumes: AlgorithmManifest = {
  id: 'mr.brain-volumes',
  version: '1.0.0',
  maker: 'neuroneural/brainchop (weights); imported by DUAI',
  title: {
    tr: 'Beyin hacimleri (T1 MR)',
    en: 'Brain volumes (T1 MR)',
    ar: 'أحجام الدماغ (رنين T1)',
  },
  intendedUse: {
    tr: 'Kontrastsız üç boyutlu T1 ağırlıklı beyin MR’ında 17 yapının hacmi, tarafı ve asimetrisi; radyoloğun karar desteği ve araştırma içindir.',
    en: 'Volume, side and asymmetry of 17 structures on a three-dimensional T1-weighted brain MR without contrast, as support for a radiologist and for research.',
    ar: 'حجم 17 بنية وجانبها وعدم تناظرها في رنين الدماغ ثلاثي الأبعاد T1 دون تباين، لدعم اختصاصي الأشعة وللبحث.',
  },
  exclusions: [
    {
      tr: '18 yaşın altı; T2, FLAIR, kontrastlı çekimler; 2 mm’den kalın kesitler',
      en: 'under 18 years; T2, FLAIR and scans with contrast; slices thicker than 2 mm',
      ar: 'دون 18 سنة؛ T2 وFLAIR والفحوص مع التباين؛ مقاطع أسمك من 2 مم',
    },
    {
      tr: 'kitle, geniş enfarkt veya ameliyat sonrası beyin: etiketler güvenilir değildir',
      en: 'brains with a mass, a large infarct or after surgery: the labels are not to be relied on',
      ar: 'أدمغة فيها كتلة أو احتشاء واسع أو بعد جراحة: لا يُعتمد على التصنيف',
    },
    {
      tr: 'hiçbir hacim yaşa göre normal değerlerle karşılaştırılmaz',
      en: 'no volume is compared with normal values for an age',
      ar: 'لا يُقارن أي حجم بالقيم الطبيعية للعمر',
    },
  ],
  engine: 'onnx',
  inputs: {
    modalities: ['MR'],
    bodyParts: ['BRAIN', 'HEAD'],
    ageYears: { min: 18 },
    descriptions: ['T1', 'MPRAGE', 'SPGR', 'BRAVO', 'TFE'],
    sliceThicknessMm: { max: 2 },
    slices: { min: 80, max: 512 },
    contrast: 'without',
  },
  outputs: [
    ml('BRAIN', {
      tr: 'Beyin, ventriküllerle',
      en: 'Brain with ventricles',
      ar: 'الدماغ مع البطينات',
    }),
    ...STRUCTURES.flatMap(outputsOf),
  ],
  thresholds: [],
  licence: 'MIT (weights and labels)',
  citation:
    'Masoud M, Hu F, Plis S. Brainchop: In-browser MRI volumetric segmentation and rendering. JOSS 2023;8(83):5098. Fedorov A et al. End-to-end learning of brain tissue segmentation from imperfect labeling. IJCNN 2017.',
  regulatory: [],
  parameters: { side: SIDE, spacingMm: 1, share: 0.999, headAbove: 0.1, marginVoxels: 8, leastMl: 700, mostMl: 2200 },
  weights: { file: 'model.onnx', sha256: '7dfe8aee67ba2970916eef063b1bbbaafd60f33a9ad846c55930a9c0bc43366a' },
  network: {
    source: 'volume',
    input: { name: 'image', dims: DIMS },
    before: [
      { step: 'conform', side: SIDE, spacingMm: 1, axes: 'LIA' },
      { step: 'normalise', by: { method: 'share', share: 0.999 } },
    ],
    outputs: [
      {
        name: 'labels',
        dims: DIMS,
        after: [
          { step: 'labels' },
          { step: 'largest-component', together: true },
          { step: 'plausible', least: 700_000, most: 2_200_000 },
          { step: 'sides', paired: PAIRED, add: RIGHT, left: 'last' },
          { step: 'label-volumes' },
        ],
        tells: [
          {
            kind: 'volume',
            code: 'BRAIN',
            labels: STRUCTURES.flatMap(({ label, isPaired }) => (isPaired ? [label, label + RIGHT] : [label])),
          },
          ...STRUCTURES.flatMap(tellsOf),
        ],
      },
    ],
  },
};
