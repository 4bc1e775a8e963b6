import { z } from 'zod';
import { InferenceError, type RemoteModel, type Tensor } from './port.ts';

/**
 * Messages of the Open Inference Protocol, version 2, over HTTP (kserve.github.io, "Open Inference Protocol V2"), with its
 * extension for binary tensors: a JSON head, then the values of the tensors, little endian, in the order of the head.
 */

export interface Message {
  /** Bytes of the JSON head: the header Inference-Header-Content-Length. */
  headLength: number;
  body: Uint8Array;
}

/** A request with every input as FP32, which asks for every output in binary. */
export function inferenceRequest(inputs: Record<string, Tensor>, outputs: RemoteModel['outputs']): Message {
  const blocks = Object.values(inputs).map(({ data }) => littleEndian(data));
  const head = Buffer.from(
    JSON.stringify({
      inputs: Object.entries(inputs).map(([name, { dims }], at) => ({
        name,
        shape: dims,
        datatype: 'FP32',
        parameters: { binary_data_size: blocks[at]!.length },
      })),
      outputs: outputs.map(({ name }) => ({ name, parameters: { binary_data: true } })),
    }),
  );
  return { headLength: head.length, body: Buffer.concat([head, ...blocks]) };
}

function littleEndian(values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of values.entries()) view.setFloat32(at * 4, value, true);
  return bytes;
}

const headSchema = z.object({
  outputs: z
    .array(
      z.object({
        name: z.string().max(200),
        shape: z.array(z.number().int().min(0).max(65_536)).max(8),
        datatype: z.string(),
        parameters: z.looseObject({ binary_data_size: z.number().int().min(0).optional() }).optional(),
        data: z.array(z.unknown()).optional(),
      }),
    )
    .max(100),
});
type Output = z.infer<typeof headSchema>['outputs'][number];

/** Size of one value in bytes, and how it is read; labels are often integers. */
const DATATYPES: Readonly<Record<string, { size: number; read(view: DataView, at: number): number }>> = {
  FP32: { size: 4, read: (view, at) => view.getFloat32(at, true) },
  FP64: { size: 8, read: (view, at) => view.getFloat64(at, true) },
  INT8: { size: 1, read: (view, at) => view.getInt8(at) },
  UINT8: { size: 1, read: (view, at) => view.getUint8(at) },
  INT16: { size: 2, read: (view, at) => view.getInt16(at, true) },
  UINT16: { size: 2, read: (view, at) => view.getUint16(at, true) },
  INT32: { size: 4, read: (view, at) => view.getInt32(at, true) },
  INT64: { size: 8, read: (view, at) => Number(view.getBigInt64(at, true)) },
};

/**
 * Reads the tensors of an answer. `headLength` is null where the server sent only JSON.
 * @throws InferenceError REMOTE_ANSWER_INVALID for an answer that contradicts itself
 */
export function inferenceAnswer({ headLength, body }: { headLength: number | null; body: Uint8Array }) {
  const bytes = headLength ?? body.length;
  if (bytes > body.length) throw invalid('its head is longer than the whole answer');
  const { outputs } = headOf(body.subarray(0, bytes));
  let at = bytes;
  const tensors: Record<string, Tensor> = {};
  for (const output of outputs) {
    const size = output.parameters?.binary_data_size;
    tensors[output.name] = size === undefined ? ofJson(output) : ofBytes(output, body.subarray(at, at + size), size);
    at += size ?? 0;
  }
  if (at !== body.length) throw invalid('it has more bytes than its tensors');
  return tensors;
}

function headOf(bytes: Uint8Array): z.infer<typeof headSchema> {
  try {
    return headSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw invalid('its head is not as the protocol says', cause);
  }
}

const countOf = ({ shape }: Output) => shape.reduce((product, length) => product * length, 1);

function ofBytes(output: Output, bytes: Uint8Array, size: number): Tensor {
  const datatype = DATATYPES[output.datatype];
  if (!datatype) throw invalid(`${output.name} has values of the kind ${output.datatype.slice(0, 20)}`);
  const count = countOf(output);
  if (bytes.length !== size || size !== count * datatype.size)
    throw invalid(`${output.name} has ${bytes.length} bytes, its shape and head say otherwise`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data = Float32Array.from({ length: count }, (_, index) => datatype.read(view, index * datatype.size));
  return { data, dims: output.shape };
}

/** Values row by row, whether the server nests the rows or not. */
function ofJson(output: Output): Tensor {
  const values = (output.data ?? []).flat(8);
  if (values.length !== countOf(output)) throw invalid(`${output.name} has ${values.length} values, not its shape`);
  // Becomes NaN, which is reported where the tensor is read.
  const data = Float32Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN));
  return { data, dims: output.shape };
}

const invalid = (what: string, cause?: unknown) =>
  new InferenceError('REMOTE_ANSWER_INVALID', `the answer of the server: ${what}`, { cause });
