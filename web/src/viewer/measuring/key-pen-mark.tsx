import type { KeyPen } from './key-pen.ts';

const ARM = 9;
const GAP = 3;
const ARMS = [
  [-ARM, 0, -GAP, 0],
  [GAP, 0, ARM, 0],
  [0, -ARM, 0, -GAP],
  [0, GAP, 0, ARM],
] as const;

/** Where the keyboard draws; the point itself stays free. */
export function KeyPenMark({ pen: { at, isDown } }: { readonly pen: KeyPen }) {
  return (
    <svg
      aria-hidden
      data-key-pen={isDown ? 'down' : 'up'}
      className="pointer-events-none absolute top-1/2 left-1/2 size-6 -translate-1/2 [filter:drop-shadow(0_0_1px_#000)]"
      style={{ marginLeft: at.x, marginTop: at.y }}
      viewBox="-12 -12 24 24"
    >
      {ARMS.map(([x1, y1, x2, y2]) => (
        <line key={`${x1} ${y1}`} x1={x1} y1={y1} x2={x2} y2={y2} stroke="#ffd166" strokeWidth={isDown ? 3 : 1.5} />
      ))}
    </svg>
  );
}
