import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { floats, floatValue, graph, model, node } from './onnx-writer.ts';

/** Writes `affine.onnx`: y = x · 2 + 1 for a row of four numbers. Run it with `node make-model.ts`. */
export const affineModel = model(
  graph({
    name: 'affine',
    nodes: [node('Mul', ['x', 'two'], ['doubled']), node('Add', ['doubled', 'one'], ['y'])],
    constants: [floats('two', [1], [2]), floats('one', [1], [1])],
    inputs: [floatValue('x', [1, 4])],
    outputs: [floatValue('y', [1, 4])],
  }),
);

if (import.meta.main) writeFileSync(join(import.meta.dirname, 'affine.onnx'), affineModel);
