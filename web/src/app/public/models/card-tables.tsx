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
      {groupsOf(figures).map(({ about, rows }) => (
        <tbody key={rows[0]?.name}>
          {about !== null && (
            <tr className="border-b border-grey-2">
              <th
                scope="rowgroup"
                colSpan={3}
                className={classes(cellClasses, 'pt-4 text-start font-semibold first-letter:uppercase')}
              >
                {about}
              </th>
            </tr>
          )}
          {rows.map(({ name, label, value, interval, n, independent }) => (
            <tr key={name} className="border-b border-grey-2">
              <th
                scope="row"
                className={classes(
                  cellClasses,
                  'text-start font-normal text-grey-5 wrap-anywhere first-letter:uppercase',
                  about !== null && 'ps-4 sm:ps-6',
                )}
              >
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
              <td className={classes(cellClasses, independent === null && 'text-grey-4')}>
                {independent ?? 'none yet'}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Figures in a row whose labels begin with the same words before a colon: the words are said once, above them. */
function groupsOf(figures: readonly ModelCardFigure[]): { about: string | null; rows: ModelCardFigure[] }[] {
  const groups: { about: string | null; rows: ModelCardFigure[] }[] = [];
  for (const figure of figures) {
    const about = aboutOf(figure);
    const last = groups.at(-1);
    if (last && about !== null && last.about === about) last.rows.push(figure);
    else groups.push({ about, rows: [figure] });
  }
  return groups.map(({ about, rows }) =>
    about === null || rows.length === 1
      ? { about: null, rows }
      : { about, rows: rows.map((row) => ({ ...row, label: row.label.slice(about.length + 2) })) },
  );
}

const aboutOf = ({ label }: ModelCardFigure): string | null => {
  const end = label.indexOf(': ');
  return end < 0 ? null : label.slice(0, end);
};

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
