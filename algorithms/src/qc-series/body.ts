import { type DecodedFrame, modalityValueOf } from '@duai/imaging';
import { clearRuns, connectedRuns, largestOf } from '../runs.ts';
import { PARAMETERS } from './parameters.ts';

/**
 * Percentage of the edge of the reconstruction that is body in CT. The edge is the inscribed circle, a few pixels inwards if
 * the scanner pads outside it; body at the edge continues outside the image. Body is the largest part denser than air: the
 * table, which the edge always crosses, is another part.
 */
export function bodyAtEdgePercent(frame: DecodedFrame): number {
  const { rows, columns } = frame;
  const body = largestPart(frame);
  const radius = Math.min(rows, columns) / 2 - 3;
  const points = 720;
  let touched = 0;
  for (let point = 0; point < points; point += 1) {
    const angle = (point / points) * 2 * Math.PI;
    const row = Math.round(rows / 2 - 0.5 + radius * Math.sin(angle));
    const column = Math.round(columns / 2 - 0.5 + radius * Math.cos(angle));
    touched += body[row * columns + column]!;
  }
  return (touched / points) * 100;
}

function largestPart(frame: DecodedFrame): Uint8Array {
  const { stored, rows, columns } = frame;
  const inModality = modalityValueOf(frame);
  const mask = new Uint8Array(rows * columns);
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    mask[pixel] = inModality(stored[pixel]!) > PARAMETERS.bodyHu ? 1 : 0;
  }
  const runs = connectedRuns(mask, columns, rows, 1, false);
  const largest = largestOf(runs).root;
  clearRuns(mask, columns, runs, (run) => runs.root[run] !== largest);
  return mask;
}
