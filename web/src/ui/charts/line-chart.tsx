/** Units of the drawing. */
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [320, 130, 40, 8, 22];
/** What the line of counts needs below. */
const COUNTS = 14;
const [PLOT_WIDTH, PLOT_HEIGHT] = [WIDTH - LEFT - 8, HEIGHT - TOP - BOTTOM];

export interface ChartLine {
  readonly name: string;
  /** Stroke of the line and fill of its dots. */
  readonly className: string;
  readonly isDashed?: boolean;
  /** From left to right; `x` from 0 to 1. A gap is a line that ends and begins again. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Points further apart are not joined. */
  readonly joinsWithin?: number;
}

/** The least round number that is not below: 1, 2, 5 or 10 times a power of ten. */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((round) => round >= value) ?? 10 * power;
}

/** Lines over time from nought up. What it shows stands in words beside it: `description` is read out instead of it. */
export function LineChart({
  id,
  title,
  description,
  lines,
  ticks,
  counts = [],
}: {
  /** Of the page alone. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly lines: readonly ChartLine[];
  /** Names of places along the lower side. */
  readonly ticks: readonly { readonly x: number; readonly name: string }[];
  /** Of how many each point is: written below it, with `hint` where the pointer stands. */
  readonly counts?: readonly { readonly x: number; readonly count: number; readonly hint: string }[];
}) {
  const most = roundUp(Math.max(0, ...lines.flatMap(({ points }) => points.map(({ y }) => y))));
  const xOf = (x: number) => LEFT + x * PLOT_WIDTH;
  const yOf = (y: number) => TOP + (1 - y / most) * PLOT_HEIGHT;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT + (counts.length > 0 ? COUNTS : 0)}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-description`}
      className="w-full text-ink"
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-description`}>{description}</desc>
      {[0, 0.5, 1].map((share) => (
        <g key={share} className="fill-grey-4 stroke-grey-2 text-[11px]">
          <path d={`M${LEFT} ${yOf(share * most)}H${LEFT + PLOT_WIDTH}`} fill="none" />
          {Number.isInteger(share * most) && (
            <text x={LEFT - 6} y={yOf(share * most) + 4} textAnchor="end" stroke="none">
              {share * most}
            </text>
          )}
        </g>
      ))}
      {ticks.map(({ x, name }) => (
        <text
          key={x}
          x={xOf(x)}
          y={HEIGHT - 6}
          textAnchor={x < 0.1 ? 'start' : x > 0.9 ? 'end' : 'middle'}
          className="fill-grey-4 text-[11px]"
        >
          {name}
        </text>
      ))}
      {lines.map(({ name, className, isDashed, points, joinsWithin = Number.POSITIVE_INFINITY }) => (
        <g key={name} className={className}>
          <path
            d={points
              .map(({ x, y }, at) => {
                const before = points[at - 1];
                const isJoined = before !== undefined && x - before.x <= joinsWithin;
                return `${isJoined ? 'L' : 'M'}${xOf(x).toFixed(1)} ${yOf(y).toFixed(1)}`;
              })
              .join('')}
            strokeWidth={1.8}
            strokeDasharray={isDashed ? '5 4' : undefined}
            strokeLinejoin="round"
            fill="none"
          />
          {points.length <= 16 &&
            !isDashed &&
            points.map(({ x, y }) => <circle key={x} cx={xOf(x)} cy={yOf(y)} r={2.6} stroke="none" />)}
        </g>
      ))}
      {/* On top of the lines, or they would hide the hints. */}
      {counts.map(({ x, count, hint }) => (
        <g key={x}>
          <title>{hint}</title>
          <rect x={xOf(x) - 8} y={TOP} width={16} height={HEIGHT - TOP} fill="transparent" />
          <text x={xOf(x)} y={HEIGHT + 10} textAnchor="middle" className="fill-grey-4 text-[10px]">
            {count}
          </text>
        </g>
      ))}
    </svg>
  );
}
