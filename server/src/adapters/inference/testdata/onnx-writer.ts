/** Writes ONNX protobuf (onnx.proto, IR version 8, opset 13) for models with known answers. The bytes are always the same. */
export const FLOAT = 1;
export const INT64 = 7;
const BOOL = 9;
/** AttributeProto.type. */
const ATTRIBUTE = { int: 2, tensor: 4, graph: 5 } as const;

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 0x80))];
/** A field of wire type 0. */
const number = (field: number, value: number): number[] => [...varint(field << 3), ...varint(value)];
/** A field of wire type 2: bytes, text or a message. */
const block = (field: number, content: readonly number[] | string): number[] => {
  const bytes = typeof content === 'string' ? [...Buffer.from(content)] : content;
  return [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes];
};

type Attribute = { name: string } & ({ int: number } | { tensor: number[] } | { graph: number[] });

const attribute = (given: Attribute): number[] => {
  const value =
    'int' in given
      ? [...number(3, given.int), ...number(20, ATTRIBUTE.int)]
      : 'tensor' in given
        ? [...block(5, given.tensor), ...number(20, ATTRIBUTE.tensor)]
        : [...block(6, given.graph), ...number(20, ATTRIBUTE.graph)];
  return [...block(1, given.name), ...value];
};

export const node = (type: string, inputs: string[], outputs: string[], attributes: Attribute[] = []): number[] => [
  ...inputs.flatMap((name) => block(1, name)),
  ...outputs.flatMap((name) => block(2, name)),
  ...block(4, type),
  ...attributes.flatMap((each) => block(5, attribute(each))),
];

/** TensorProto; without dims a scalar. */
const tensor = (name: string, type: number, dims: number[], raw: ArrayBuffer): number[] => [
  ...dims.flatMap((size) => number(1, size)),
  ...number(2, type),
  ...block(8, name),
  ...block(9, [...new Uint8Array(raw)]),
];
export const floats = (name: string, dims: number[], values: number[]) =>
  tensor(name, FLOAT, dims, Float32Array.from(values).buffer);
export const longs = (name: string, dims: number[], values: bigint[]) =>
  tensor(name, INT64, dims, BigInt64Array.from(values).buffer);
export const truth = (name: string) => tensor(name, BOOL, [], Uint8Array.of(1).buffer);

/** ValueInfoProto. */
const value = (name: string, type: number, dims: number[]): number[] => {
  const shape = dims.flatMap((size) => block(1, number(1, size)));
  return [...block(1, name), ...block(2, block(1, [...number(1, type), ...block(2, shape)]))];
};
export const floatValue = (name: string, dims: number[]) => value(name, FLOAT, dims);
export const longValue = (name: string) => value(name, INT64, []);
export const truthValue = (name: string) => value(name, BOOL, []);

export const graph = (given: {
  name: string;
  nodes: number[][];
  constants?: number[][];
  inputs: number[][];
  outputs: number[][];
}): number[] => [
  ...given.nodes.flatMap((each) => block(1, each)),
  ...block(2, given.name),
  ...(given.constants ?? []).flatMap((each) => block(5, each)),
  ...given.inputs.flatMap((each) => block(11, each)),
  ...given.outputs.flatMap((each) => block(12, each)),
];

export const model = (of: number[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...number(1, 8), ...block(7, of), ...block(8, [...block(1, ''), ...number(2, 13)])]);
