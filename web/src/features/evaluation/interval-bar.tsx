import type { evaluation } from '@duai/contract';

const WIDTH = 160;
const HEIGHT = 14;

/** A proportion on a line from 0 to 100 %: the interval as a bar, the value as a dot. The table beside it has the numbers. */
export function IntervalBar({ share }: { readonly share: NonNullable<evaluation.Proportion> }) {
  const x = (value: number) => 4 + value * (WIDTH - 8);
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-3.5 w-40 shrink-0">
      <line x1={x(0)} x2={x(1)} y1={HEIGHT / 2} y2={HEIGHT / 2} className="stroke-grey-2" strokeWidth={1} />
      <line
        x1={x(share.low)}
        x2={x(share.high)}
        y1={HEIGHT / 2}
        y2={HEIGHT / 2}
        className="stroke-signal"
        strokeWidth={4}
        strokeLinecap="round"
        opacity={0.45}
      />
      <circle cx={x(share.value)} cy={HEIGHT / 2} r={4} className="fill-signal" />
    </svg>
  );
}
