import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes `affine.onnx`: y = x · 2 + 1 for a row of four numbers, as ONNX protobuf (onnx.proto, IR version 8, opset 13) by
 * hand. Run it with `node make-model.ts`; the same bytes every time.
 */
const FLOAT = 1;

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 0x80))];
/** Field of wire type 0. */
const number = (field: number, value: number): number[] => [...varint(field << 3), ...varint(value)];
/** Field of wire type 2: bytes, text or a message. */
const block = (field: number, content: number[] | string): number[] => {
  const bytes = typeof content === 'string' ? [...Buffer.from(content)] : content;
  return [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes];
};

const node = (type: string, inputs: string[], output: string) => [
  ...inputs.flatMap((name) => block(1, name)),
  ...block(2, output),
  ...block(4, type),
];
const constant = (name: string, value: number) => [
  ...number(1, 1),
  ...number(2, FLOAT),
  ...block(8, name),
  ...block(9, [...new Uint8Array(Float32Array.of(value).buffer)]),
];
/** ValueInfoProto of a float tensor of shape 1 × 4. */
const value = (name: string) => {
  const shape = [1, 4].flatMap((size) => block(1, number(1, size)));
  return [...block(1, name), ...block(2, block(1, [...number(1, FLOAT), ...block(2, shape)]))];
};

const graph = [
  ...block(1, node('Mul', ['x', 'two'], 'doubled')),
  ...block(1, node('Add', ['doubled', 'one'], 'y')),
  ...block(2, 'affine'),
  ...block(5, constant('two', 2)),
  ...block(5, constant('one', 1)),
  ...block(11, value('x')),
  ...block(12, value('y')),
];

export const affineModel = Uint8Array.from([
  ...number(1, 8),
  ...block(7, graph),
  ...block(8, [...block(1, ''), ...number(2, 13)]),
]);

if (import.meta.main) writeFileSync(join(import.meta.dirname, 'affine.onnx'), affineModel);
