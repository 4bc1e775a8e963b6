import type { ModelCardFigure } from '../../../content/model-card.ts';
import { classes } from '../../../lib/class-names.ts';

export const headCellClasses =
  'border-b border-grey-2 px-1.5 sm:px-3 py-2 text-start font-semibold text-grey-4 align-bottom';
export const cellClasses = 'px-1.5 sm:px-3 py-2 align-top';

/** A table of figures: the measured values, and beside them a column for independent data. */
export function FigureTable({
  caption,
  heading,
  figures,
}: {
  readonly caption: string;
  readonly heading: string;
  readonly figures: readonly ModelCardFigure[];
}) {
  if (figures.length === 0) return null;
  return (
    <table className="mt-4 w-full table-fixed border-collapse text-sm tabular-nums">
      <caption className="pb-2 text-start text-base font-semibold">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={headCellClasses}>
            Figure
          </th>
          <th scope="col" className={classes(headCellClasses, 'w-[32%] sm:w-[30%]')}>
            {heading}
          </th>
          <th scope="col" className={classes(headCellClasses, 'w-[30%] sm:w-[24%]')}>
            Independent data
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, label, value, interval, n, independent }) => (
          <tr key={name} className="border-b border-grey-2">
            <th scope="row" className={classes(cellClasses, 'text-start font-normal text-grey-5 wrap-anywhere')}>
              {label}
            </th>
            <td className={cellClasses}>
              {value ?? <span className="text-grey-4">not counted</span>}
              {interval !== null && (
                <span className="block text-grey-4">
                  {interval}, n&nbsp;=&nbsp;{n}
                </span>
              )}
            </td>
            <td className={classes(cellClasses, independent === null && 'text-grey-4')}>{independent ?? 'none yet'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The numbers of a plot, for screen readers. */
export function NumberTable({
  caption,
  headings,
  rows,
}: {
  readonly caption: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}) {
  return (
    <table className="w-full self-start border-collapse text-sm tabular-nums">
      <caption className="pb-2 text-start text-grey-4">{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col" className={headCellClasses}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.join()} className="border-b border-grey-2">
            {cells.map((cell, column) =>
              column === 0 ? (
                <th key={headings[column]} scope="row" className={classes(cellClasses, 'text-start font-normal')}>
                  {cell}
                </th>
              ) : (
                <td key={headings[column]} className={cellClasses}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
