/** Units of the drawing: a square of 300 with room for the axes. */
const [LEFT, TOP, SIZE] = [58, 10, 300];
const xOf = (share: number) => LEFT + share * SIZE;
const yOf = (share: number) => TOP + (1 - share) * SIZE;
/** Coordinates of a fraction from 0 to 1, horizontal and vertical. */
export const PLOT = { x: xOf, y: yOf };
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** A square plot with axes from 0 to 1 and the diagonal, for ROC curves and calibration. A table beside it has the numbers. */
export function SharePlot({
  id,
  title,
  description,
  across,
  up,
  children,
}: {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly across: string;
  readonly up: string;
  readonly children: React.ReactNode;
}) {
  return (
    <svg
      viewBox="0 0 372 362"
      role="img"
      aria-labelledby={`${id}-title ${id}-description`}
      className="w-full max-w-md text-ink"
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-description`}>{description}</desc>
      <rect x={LEFT} y={TOP} width={SIZE} height={SIZE} className="fill-surface stroke-grey-2" />
      {TICKS.map((tick) => (
        <g key={tick} className="fill-grey-4 stroke-grey-2 text-[12px]">
          <path d={`M${xOf(tick)} ${TOP}V${TOP + SIZE}M${LEFT} ${yOf(tick)}H${LEFT + SIZE}`} fill="none" />
          <text x={xOf(tick)} y={TOP + SIZE + 17} textAnchor="middle" stroke="none">
            {tick}
          </text>
          <text x={LEFT - 7} y={yOf(tick) + 4} textAnchor="end" stroke="none">
            {tick}
          </text>
        </g>
      ))}
      <path
        d={`M${xOf(0)} ${yOf(0)}L${xOf(1)} ${yOf(1)}`}
        className="stroke-grey-3"
        strokeDasharray="4 4"
        fill="none"
      />
      <text x={xOf(0.5)} y={TOP + SIZE + 40} textAnchor="middle" className="fill-grey-5 text-[13px]">
        {across}
      </text>
      <text
        x={0}
        y={0}
        textAnchor="middle"
        transform={`translate(12 ${yOf(0.5)}) rotate(-90)`}
        className="fill-grey-5 text-[13px]"
      >
        {up}
      </text>
      {children}
    </svg>
  );
}
