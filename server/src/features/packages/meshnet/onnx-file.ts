import protobuf from 'protobufjs';

/**
 * ONNX files (onnx.proto of the ONNX specification, IR version 8, opset 17), with the messages that a converted network
 * needs. The field numbers are those of the specification. The same model gives the same bytes.
 */
const SCHEMA = protobuf.parse(`
syntax = "proto3";
message Attribute {
  string name = 1; float f = 2; int64 i = 3; Tensor t = 5; Graph g = 6; repeated int64 ints = 8 [packed = false];
  int32 type = 20;
}
message Node { repeated string input = 1; repeated string output = 2; string name = 3; string op_type = 4; repeated Attribute attribute = 5; }
message Tensor { repeated int64 dims = 1 [packed = false]; int32 data_type = 2; string name = 8; bytes raw_data = 9; }
message Dimension { int64 dim_value = 1; string dim_param = 2; }
message Shape { repeated Dimension dim = 1; }
message TensorType { int32 elem_type = 1; Shape shape = 2; }
message Type { TensorType tensor_type = 1; }
message Value { string name = 1; Type type = 2; }
message Graph {
  repeated Node node = 1; string name = 2; repeated Tensor initializer = 5; repeated Value input = 11; repeated Value output = 12;
}
message OperatorSet { string domain = 1; int64 version = 2; }
message Model { int64 ir_version = 1; string producer_name = 2; Graph graph = 7; repeated OperatorSet opset_import = 8; }
`).root;

/** TensorProto.DataType. */
export const FLOAT = 1;
export const INT64 = 7;
export const FLOAT16 = 10;

/** AttributeProto.AttributeType. */
const TYPES = { f: 1, i: 2, t: 4, g: 5, ints: 7 } as const;

export interface Graph {
  name: string;
  node: Node[];
  initializer?: object[];
  input: object[];
  output: object[];
}
export interface Node {
  opType: string;
  input: string[];
  output: string[];
  attribute: object[];
}

type Attribute = { f: number } | { i: number } | { t: object } | { g: Graph } | { ints: readonly number[] };

export const node = (
  opType: string,
  input: string[],
  output: string | string[],
  attributes: Record<string, Attribute> = {},
): Node => ({
  opType,
  input,
  output: [output].flat(),
  attribute: Object.entries(attributes).map(([name, value]) => ({
    name,
    ...value,
    type: TYPES[Object.keys(value)[0] as keyof typeof TYPES],
  })),
});

export const floats = (name: string, dims: readonly number[], values: Float32Array): object => ({
  name,
  dims,
  dataType: FLOAT,
  rawData: new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
});

export const longs = (name: string, values: readonly number[], dims: readonly number[] = [values.length]): object => ({
  name,
  dims,
  dataType: INT64,
  rawData: new Uint8Array(BigInt64Array.from(values, BigInt).buffer),
});

/** A dimension that is unknown before the run is given as a name. */
export const value = (name: string, elemType: number, dims: readonly (number | string)[]): object => ({
  name,
  type: {
    tensorType: {
      elemType,
      shape: { dim: dims.map((size) => (typeof size === 'number' ? { dimValue: size } : { dimParam: size })) },
    },
  },
});

export function onnxFile(graph: Graph): Uint8Array {
  const model = SCHEMA.lookupType('Model');
  return model
    .encode(model.fromObject({ irVersion: 8, producerName: 'duai', graph, opsetImport: [{ domain: '', version: 17 }] }))
    .finish();
}
