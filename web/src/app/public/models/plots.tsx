import { hitsAt, type ModelCardPage } from '../../../content/model-card.ts';
import { PLOT, SharePlot } from '../../../ui/charts/share-plot.tsx';
import { NumberTable } from './card-tables.tsx';

const { x, y } = PLOT;
const inPercent = (share: number) => `${Math.round(share * 1000) / 10} %`;

/** The ROC curve, with the operating point in use. */
export function RocPlot({ roc, operatingPoint }: Pick<ModelCardPage, 'roc' | 'operatingPoint'>) {
  if (!roc) return null;
  const path = roc.map(([alarms, hits], at) => `${at === 0 ? 'M' : 'L'}${x(alarms)} ${y(hits)}`).join('');
  const rows = [0, 0.05, 0.1, 0.2, 0.3].map((alarms) => [inPercent(1 - alarms), inPercent(hitsAt(roc, alarms))]);
  const used = operatingPoint && {
    at: [1 - operatingPoint.specificity, operatingPoint.sensitivity] as const,
    text: `sensitivity ${inPercent(operatingPoint.sensitivity)}, specificity ${inPercent(operatingPoint.specificity)}`,
  };
  return (
    <div className="grid items-start gap-x-10 gap-y-4 md:grid-cols-2">
      <SharePlot
        id="roc-plot"
        title="ROC curve"
        description={`Sensitivity against the share of negatives that are told.${used ? ` The threshold in use: ${used.text}.` : ''}`}
        across="negatives that are told (1 − specificity)"
        up="positives that are told (sensitivity)"
      >
        <path d={path} className="stroke-signal" strokeWidth={2.5} fill="none" strokeLinejoin="round" />
        {used && (
          <g className="fill-ink text-[13px]">
            <circle cx={x(used.at[0])} cy={y(used.at[1])} r={6} className="fill-orange-line stroke-surface" />
            <text x={x(used.at[0]) + 11} y={y(used.at[1]) + 18}>
              threshold in use
            </text>
          </g>
        )}
      </SharePlot>
      <NumberTable
        caption={used ? `Threshold in use: ${used.text}.` : 'Read from the curve.'}
        headings={['At a specificity of at least', 'Sensitivity']}
        rows={rows}
      />
    </div>
  );
}

/** Predicted against observed probability; on the diagonal they are equal. */
export function CalibrationPlot({ calibration }: Pick<ModelCardPage, 'calibration'>) {
  if (!calibration) return null;
  const most = Math.max(...calibration.map(({ n }) => n));
  return (
    <div className="grid items-start gap-x-10 gap-y-4 md:grid-cols-2">
      <SharePlot
        id="calibration-plot"
        title="Calibration plot"
        description="The share that was positive against the mean probability that was told, in ten equal bins, with intervals of 95 %. The larger a dot, the more cases it holds."
        across="probability that was told"
        up="share that was positive"
      >
        {calibration.map(({ n, predicted, observed, low, high }) => (
          <g key={predicted}>
            <path d={`M${x(predicted)} ${y(low)}V${y(high)}`} className="stroke-signal" strokeWidth={1.5} fill="none" />
            <circle
              cx={x(predicted)}
              cy={y(observed)}
              r={3 + 7 * Math.sqrt(n / most)}
              className="fill-signal stroke-surface"
            />
          </g>
        ))}
      </SharePlot>
      <NumberTable
        caption="By bins of the probability that was told."
        headings={['Told, mean', 'Positive (95 %)', 'Cases']}
        rows={calibration.map(({ n, predicted, observed, low, high }) => [
          inPercent(predicted),
          `${inPercent(observed)} (${Math.round(low * 100)} to ${Math.round(high * 100)})`,
          String(n),
        ])}
      />
    </div>
  );
}
