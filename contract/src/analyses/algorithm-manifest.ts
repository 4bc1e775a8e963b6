import { z } from 'zod';
import { ONE_LINE } from '../values/fields.ts';
import { afterStepSchema, beforeStepSchema } from './algorithm-steps.ts';

/** What an algorithm declares about itself: the file `manifest.json` of a package, or the constant of a built-in algorithm. */

/** One line, because these values appear in mails, documents and DICOM objects. */
const word = z.string().trim().min(1).max(64).regex(ONE_LINE);
const words = z.array(word).max(50).readonly();
const code = z
  .string()
  .max(64)
  .regex(/^[A-Z][A-Z0-9_]*$/);
const line = z.string().trim().min(1).max(500).regex(ONE_LINE);
const dims = z.array(z.number().int().min(1).max(65_536)).min(1).max(5).readonly();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const range = z.strictObject({ min: z.number().optional(), max: z.number().optional() });
const inWords = z.strictObject({ tr: line, en: line, ar: line });

export const algorithmIdSchema = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/);
export const algorithmVersionSchema = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/);

export const ENGINES = ['builtin', 'onnx', 'kserve', 'dicom'] as const;
export type Engine = (typeof ENGINES)[number];

export const algorithmInputsSchema = z.strictObject({
  modalities: words.describe('Modality (0008,0060), CT for example; an empty list means any'),
  bodyParts: words.describe('Body Part Examined (0018,0015) or a word of the descriptions; an empty list means any'),
  views: words.optional().describe('View Position (0018,5101)'),
  ageYears: range.optional().describe('age of the person in full years, both ends included'),
  sexes: z
    .array(z.enum(['F', 'M', 'O']))
    .readonly()
    .optional()
    .describe('Patient’s Sex (0010,0040)'),
  kernels: words.optional().describe('words of the Convolution Kernel (0018,1210)'),
  sliceThicknessMm: range.optional().describe('Slice Thickness (0018,0050) in mm'),
  slices: range.optional().describe('number of images of the series'),
  descriptions: words.optional().describe('words of the Series Description (0008,103E)'),
  contrast: z.enum(['with', 'without']).optional().describe('whether a Contrast/Bolus Agent (0018,0010) is named'),
});

export const algorithmOutputSchema = z.strictObject({
  code: code.describe('name of the output; stays what it is from version to version'),
  coded: z
    .strictObject({ system: line, code: word })
    .optional()
    .describe('the same in a public code system: its URI and its code'),
  kind: z.enum(['finding', 'class-probability', 'measurement', 'mask', 'heat-map', 'box', 'picture']),
  name: inWords.describe('what a reader sees'),
  unit: z.string().trim().min(1).max(32).regex(ONE_LINE).optional().describe('UCUM, of a measurement'),
  count: z
    .number()
    .int()
    .min(1)
    .max(20)
    .optional()
    .describe('of a picture: how many the box sends for a series; absent: one'),
});

const label = z.number().int().min(1).max(65_535);
const labels = z.array(label).min(1).max(100).readonly();
/** Kinds of `tells` that are measurements computed from labels. */
const MEASURES: readonly string[] = ['volume', 'asymmetry'];

const tellsSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('class-probability'),
      code,
      index: z.number().int().min(0).describe('place of the number in the tensor'),
      threshold: z.number().gt(0).lt(1),
    }),
    z.strictObject({ kind: z.literal('measurement'), code, index: z.number().int().min(0) }),
    z.strictObject({ kind: z.literal('mask'), code, label: z.union([label, labels]) }),
    z.strictObject({ kind: z.literal('volume'), code, labels }),
    z.strictObject({ kind: z.literal('asymmetry'), code, left: label, right: label }),
    z.strictObject({ kind: z.literal('heat-map'), code, index: z.number().int().min(0) }),
  ])
  .describe('which output of the manifest a number, a label or a channel of the tensor is');

export const networkSchema = z.strictObject({
  source: z.enum(['image', 'volume']).describe('one image of the series each, or the whole volume'),
  input: z.strictObject({ name: word, dims }).describe('name and shape of the input tensor: 1 × channels × …'),
  before: z.array(beforeStepSchema).max(20).readonly().describe('steps from the images to the tensor, in order'),
  outputs: z
    .array(
      z.strictObject({
        name: word.describe('of the tensor'),
        dims,
        after: z.array(afterStepSchema).max(20).readonly().describe('steps from the tensor to the answer, in order'),
        tells: z.array(tellsSchema).min(1).max(200).readonly(),
      }),
    )
    .min(1)
    .max(20)
    .readonly(),
});

export const algorithmManifestSchema = z.strictObject({
  id: algorithmIdSchema.describe('name of the algorithm, kind of image first: xr.pneumonia-paediatric'),
  version: algorithmVersionSchema.describe('three numbers; another one for any change of a result'),
  maker: line.describe('who made it and answers for it'),
  title: inWords,
  intendedUse: inWords,
  exclusions: z.array(inWords).max(20).readonly().describe('for whom and what it is not'),
  engine: z.enum(ENGINES).describe('what runs it'),
  inputs: algorithmInputsSchema.describe('what it is made for; anything else is not run, with the reason'),
  outputs: z.array(algorithmOutputSchema).min(1).max(200).readonly(),
  thresholds: z
    .array(
      z.strictObject({
        code,
        value: z.number(),
        chosen: line.describe('on which data, by which rule'),
      }),
    )
    .max(200)
    .readonly()
    .describe('values above or below which something is told, and how they were chosen'),
  licence: line.describe('of the weights, or of the code where there are none'),
  citation: z.string().trim().max(1000).nullable(),
  regulatory: z
    .array(z.strictObject({ region: word, status: line }))
    .max(20)
    .readonly()
    .describe('status in each region; an empty list: none anywhere, for research and trial only'),
  parameters: z
    .record(
      z.string(),
      z.union([z.number(), z.string(), z.array(z.string()).readonly(), z.array(z.number()).readonly()]),
    )
    .readonly()
    .describe('named values that decide the result; recorded with every run'),
  weights: z
    .strictObject({
      file: z
        .string()
        .max(200)
        .regex(/^[\w-][\w.-]*$/)
        .describe('file beside the manifest'),
      sha256: sha256.describe('of the file; another one is refused'),
      address: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe('where `fetch` gets the file'),
    })
    .optional(),
  network: networkSchema.optional().describe('engines onnx and kserve: from images to tensors to words'),
  remote: z
    .strictObject({
      server: z
        .string()
        .regex(/^[a-z0-9-]{1,32}$/)
        .describe('name of a server in the setting MODEL_SERVERS'),
      model: word.optional().describe('kserve: name of the model there'),
      version: word.optional().describe('kserve: version of the model there; without it the server chooses'),
      timeLimitSeconds: z.number().int().min(1).max(86_400).describe('after which there is no result'),
    })
    .optional()
    .describe('engines kserve and dicom: where it runs'),
});
export type AlgorithmManifest = z.infer<typeof algorithmManifestSchema>;
export type AlgorithmNetwork = NonNullable<AlgorithmManifest['network']>;

const NEEDS: Record<Engine, readonly ('weights' | 'network' | 'remote')[]> = {
  builtin: [],
  onnx: ['weights', 'network'],
  kserve: ['network', 'remote'],
  dicom: ['remote'],
};

/** Kinds of output that can be read from reports and segmentations of other systems, by their codes. */
const CODED_KINDS: readonly string[] = ['finding', 'measurement', 'mask'];

/** The manifest of a package: complete for its engine, and with every name that it uses declared. */
export const packageManifestSchema = algorithmManifestSchema.check(({ value, issues }) => {
  const wrong = (path: (string | number)[], message: string) =>
    void issues.push({ code: 'custom', path, message, input: value });
  if (value.engine === 'builtin') wrong(['engine'], 'a package holds no code: onnx, kserve or dicom');
  for (const part of NEEDS[value.engine]) if (!value[part]) wrong([part], `the engine ${value.engine} needs it`);
  if (value.engine === 'kserve' && value.remote && !value.remote.model)
    wrong(['remote', 'model'], 'the engine kserve needs it');
  if (value.engine !== 'onnx' && value.weights) wrong(['weights'], `the engine ${value.engine} has none here`);
  if (value.engine === 'dicom')
    for (const [at, { kind, coded }] of value.outputs.entries())
      if (kind !== 'picture' && (!coded || !CODED_KINDS.includes(kind)))
        wrong(
          ['outputs', at],
          `the engine dicom tells ${CODED_KINDS.join(', ')}, each by a code of a public system, and picture`,
        );
  const pictures = value.outputs.filter(({ kind }) => kind === 'picture');
  if (pictures.length > 1) wrong(['outputs'], 'at most one output is a picture; `count` says how many are sent');
  if (pictures.length > 0 && value.engine !== 'dicom')
    wrong(['outputs'], 'only the box of a maker sends pictures: the engine dicom');
  if (value.outputs.some(({ kind, count }) => count !== undefined && kind !== 'picture'))
    wrong(['outputs'], 'only a picture has a count');
  const outputs = new Set(value.outputs.map((output) => `${output.kind} ${output.code}`));
  if (outputs.size < value.outputs.length) wrong(['outputs'], 'two outputs have the same kind and code');
  for (const [at, output] of value.outputs.entries())
    if (output.kind === 'measurement' && !output.unit) wrong(['outputs', at, 'unit'], 'a measurement has a unit');
  for (const [tensor, { tells, dims: shape }] of (value.network?.outputs ?? []).entries())
    for (const [at, told] of tells.entries()) {
      const path = ['network', 'outputs', tensor, 'tells', at];
      const kind = MEASURES.includes(told.kind) ? 'measurement' : told.kind;
      if (!outputs.has(`${kind} ${told.code}`)) wrong(path, `outputs has no ${kind} ${told.code}`);
      if ('index' in told && told.index >= shape.reduce((product, size) => product * size, 1))
        wrong(path, 'the tensor has fewer numbers');
      if (
        'threshold' in told &&
        !value.thresholds.some((chosen) => chosen.code === told.code && chosen.value === told.threshold)
      )
        wrong(path, 'thresholds does not say how this threshold was chosen');
    }
});

/** The same schema as JSON Schema (2020-12), published beside docs/algorithms.md. */
export const algorithmManifestJsonSchema = () => ({
  $id: 'https://duai.example/schemas/algorithm-manifest-1.json',
  title: 'Manifest of an algorithm',
  ...z.toJSONSchema(algorithmManifestSchema, { io: 'input' }),
});

/** A figure of an evaluation. Figures are keyed by name; `labels` describes each of them with its unit. */
export const evaluationFigureSchema = z.union([
  z.number(),
  z.strictObject({ value: z.number(), low: z.number(), high: z.number(), n: z.number().int().min(0) }),
]);
export const algorithmEvaluationSchema = z.strictObject({
  figures: z.record(z.string(), evaluationFigureSchema),
  labels: z.record(z.string(), z.string()),
  weightsSha256: sha256.optional().describe('of the weights that were evaluated, where there are any'),
  kind: z.string().optional().describe('what the figures may be used for, where data chose something'),
  optimistic: z
    .array(z.string())
    .optional()
    .describe('names of figures on data that chose a threshold, an augmentation or a limit'),
  subgroups: z.array(z.string()).optional().describe('names of figures of a part of the cases alone'),
  roc: z
    .array(z.tuple([z.number(), z.number()]))
    .optional()
    .describe('[share of negatives, share of positives] told, from the strictest threshold to the loosest'),
  calibration: z
    .array(z.strictObject({ n: z.number().int(), predicted: z.number(), observed: z.number() }))
    .optional()
    .describe('cases by their probability: what was said, and how many were so'),
});
export type AlgorithmEvaluation = z.infer<typeof algorithmEvaluationSchema>;
