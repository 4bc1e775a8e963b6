import { z } from 'zod';

/**
 * The steps that a package can name. The list is closed, so a package contains no code; the steps are implemented in
 * `algorithms/src/steps`. Lengths are in grid points unless the name says mm; grids are slices × rows × columns.
 */

const side = z.number().int().min(1).max(4096);
const label = z.number().int().min(1).max(65_535);
const mm = z.number().gt(0).max(100);

export const beforeStepSchema = z.discriminatedUnion('step', [
  z
    .strictObject({ step: z.literal('orient') })
    .describe('volume: axes towards left, back and head of the person, whatever way it was taken (axial volumes)'),
  z
    .strictObject({
      step: z.literal('conform'),
      side: z.number().int().min(8).max(512),
      spacingMm: mm,
      axes: z.enum(['LIA', 'LPS', 'RAS']),
    })
    .describe(
      'volume: to a cube about its centre, whatever way it was taken; slices, rows and columns run to these sides of the person',
    ),
  z
    .strictObject({ step: z.literal('resample'), spacingMm: z.tuple([mm, mm, mm]) })
    .describe('volume: linear, to these distances between columns, rows and slices'),
  z
    .strictObject({ step: z.literal('resize'), columns: side, rows: side, slices: side.optional() })
    .describe('to this size whatever the shape: a triangle filter for images, linear for volumes'),
  z
    .strictObject({ step: z.literal('letterbox'), columns: side, rows: side, fill: z.number() })
    .describe('image: to this size with its shape kept, centred, the rest filled'),
  z.strictObject({ step: z.literal('centre-square') }).describe('image: the largest square in its middle'),
  z
    .strictObject({ step: z.literal('window'), centre: z.number(), width: z.number().gt(0) })
    .describe('values of the window to 0 … 1, cut off at its ends'),
  z
    .strictObject({
      step: z.literal('crop-to-mask'),
      above: z.number(),
      marginMm: z.number().min(0).max(200).optional(),
    })
    .describe('to the box that holds the largest connected part above this value, and a margin'),
  z
    .strictObject({
      step: z.literal('normalise'),
      by: z.discriminatedUnion('method', [
        z.strictObject({ method: z.literal('mean-and-spread') }).describe('mean 0 and standard deviation 1'),
        z
          .strictObject({ method: z.literal('range'), low: z.number(), high: z.number() })
          .describe('the lowest and the highest possible value of the step before (0 and 255 of an image) to these'),
        z
          .strictObject({ method: z.literal('share'), share: z.number().gt(0.5).max(1) })
          .describe('the lowest value to 0, the one below which this share of the others lies to 1, cut off'),
        z
          .strictObject({ method: z.literal('fixed'), mean: z.number(), spread: z.number().gt(0) })
          .describe('less the mean, divided by the spread'),
      ]),
    })
    .describe('to the scale that the network was trained on'),
]);
export type BeforeStep = z.infer<typeof beforeStepSchema>;

export const afterStepSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('softmax') }).describe('over the channels (dimension 1)'),
  z.strictObject({ step: z.literal('sigmoid') }).describe('of each number'),
  z
    .strictObject({ step: z.literal('scale'), slope: z.number(), intercept: z.number() })
    .describe('slope · number + intercept: Platt’s calibration before a sigmoid, or a unit'),
  z.strictObject({ step: z.literal('argmax') }).describe('the channel with the highest number becomes the label'),
  z
    .strictObject({ step: z.literal('threshold'), at: z.number() })
    .describe('label 1 where the first channel has this or more, else 0'),
  z.strictObject({ step: z.literal('labels') }).describe('the numbers of the first channel are labels'),
  z
    .strictObject({ step: z.literal('largest-component'), together: z.literal(true).optional() })
    .describe('of each label only the largest connected part; together: of all labels as one'),
  z
    .strictObject({
      step: z.literal('sides'),
      paired: z.array(label).min(1).max(100).readonly(),
      add: label,
      left: z.enum(['first', 'last']),
    })
    .describe(
      'these labels get so much more on the right of the plane in the middle of the pairs; which slices are left',
    ),
  z
    .strictObject({ step: z.literal('plausible'), least: z.number().min(0), most: z.number().gt(0) })
    .describe('no result where fewer or more points have a label'),
  z
    .strictObject({ step: z.literal('label-volumes') })
    .describe('the volume of each label that is told, in ml, beside its mask'),
]);
export type AfterStep = z.infer<typeof afterStepSchema>;
