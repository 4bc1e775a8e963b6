import { z } from 'zod';

/** One convolution of a MeshNet with its activation; kernel in the order of TensorFlow: depth × height × width × in × out. */
export interface MeshLayer {
  kernel: Float32Array;
  bias: Float32Array;
  /** Kernel size along each axis: 3, or 1 in the last layer. */
  width: number;
  dilation: number;
  channelsIn: number;
  channelsOut: number;
  activation: 'elu' | 'relu' | null;
}

/** The files are not a MeshNet in the layout of TensorFlow.js, or have a layer that is not supported. */
export class TfjsError extends Error {}

const three = z.tuple([z.number(), z.number(), z.number()]);
const convolution = z.object({
  name: z.string(),
  filters: z.number().int().positive(),
  kernel_size: three,
  strides: three,
  dilation_rate: three,
  padding: z.literal('same'),
  data_format: z.literal('channels_last'),
  activation: z.literal('linear'),
  use_bias: z.literal(true),
});
const layer = z.discriminatedUnion('class_name', [
  z.object({
    class_name: z.literal('InputLayer'),
    config: z.object({ batch_input_shape: z.array(z.number().nullable()) }),
  }),
  z.object({ class_name: z.literal('Conv3D'), config: convolution }),
  z.object({ class_name: z.literal('Activation'), config: z.object({ activation: z.enum(['elu', 'relu']) }) }),
]);
const modelSchema = z.object({
  format: z.literal('layers-model'),
  modelTopology: z.object({ model_config: z.object({ config: z.object({ layers: z.array(layer).min(2).max(200) }) }) }),
  weightsManifest: z.array(
    z.object({
      paths: z.array(z.string()),
      weights: z.array(
        z.object({ name: z.string(), shape: z.array(z.number().int().positive()), dtype: z.literal('float32') }),
      ),
    }),
  ),
});

/**
 * Reads the layers of a MeshNet (dilated 3 × 3 × 3 convolutions one after the other, Fedorov et al. 2017) from
 * `model.json` and its binary weights, little-endian float32 in the order of the manifest.
 * @throws TfjsError
 */
export function readMeshNet(json: Uint8Array, weights: Uint8Array): MeshLayer[] {
  const model = parse(json);
  const tensors = tensorsOf(
    model.weightsManifest.flatMap((group) => group.weights),
    weights,
  );
  const layers: MeshLayer[] = [];
  for (const { class_name, config } of model.modelTopology.model_config.config.layers) {
    if (class_name === 'InputLayer') continue;
    if (class_name === 'Activation') {
      const last = layers.at(-1);
      if (!last || last.activation) throw new TfjsError('an activation follows no convolution');
      last.activation = config.activation;
      continue;
    }
    layers.push(layerOf(config, tensors, layers.at(-1)?.channelsOut ?? 1));
  }
  return layers;
}

function parse(json: Uint8Array) {
  try {
    const result = modelSchema.safeParse(JSON.parse(new TextDecoder().decode(json)));
    if (result.success) return result.data;
    throw new TfjsError(z.prettifyError(result.error));
  } catch (cause) {
    if (cause instanceof TfjsError) throw cause;
    throw new TfjsError('the model is not JSON', { cause });
  }
}

function tensorsOf(wanted: readonly { name: string; shape: number[] }[], weights: Uint8Array) {
  const numbers = new Float32Array(Uint8Array.from(weights).buffer);
  const tensors = new Map<string, Float32Array>();
  let at = 0;
  for (const { name, shape } of wanted) {
    const count = shape.reduce((product, size) => product * size, 1);
    tensors.set(name, numbers.subarray(at, at + count));
    at += count;
  }
  if (at !== numbers.length) throw new TfjsError(`the weights hold ${numbers.length} numbers, the model names ${at}`);
  return tensors;
}

function layerOf(
  config: z.infer<typeof convolution>,
  tensors: ReadonlyMap<string, Float32Array>,
  channelsIn: number,
): MeshLayer {
  const same = (each: readonly number[]) => each.every((size) => size === each[0]);
  const { name, filters: channelsOut, kernel_size: size, strides, dilation_rate: dilation } = config;
  if (!same(size) || !same(dilation) || strides.some((stride) => stride !== 1) || ![1, 3].includes(size[0]))
    throw new TfjsError(`the convolution ${name} is none of a MeshNet`);
  const [kernel, bias] = [tensors.get(`${name}/kernel`), tensors.get(`${name}/bias`)];
  if (kernel?.length !== size[0] ** 3 * channelsIn * channelsOut || bias?.length !== channelsOut)
    throw new TfjsError(`the weights of ${name} have another shape`);
  return { kernel, bias, width: size[0], dilation: dilation[0], channelsIn, channelsOut, activation: null };
}
