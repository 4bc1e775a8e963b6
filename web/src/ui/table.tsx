import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { classes } from '../lib/class-names.ts';
import { makeFocusable } from './scroll-area.ts';

/** A table that scrolls inside its own frame; the frame can be focused so that the keyboard scrolls it. */
export function Table({
  caption,
  className,
  children,
}: {
  readonly caption: string;
  readonly className?: string;
  readonly children: React.ReactNode;
}) {
  return (
    <section
      aria-label={caption}
      ref={makeFocusable}
      className={classes('overflow-auto rounded border border-grey-2 bg-surface', className)}
    >
      <table className="w-full border-collapse text-start text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

export type SortDirection = 'ascending' | 'descending';

export interface HeaderCellProps extends React.ComponentProps<'th'> {
  /** Makes the heading a sort button; `null`: sortable, but not sorted by this column now. */
  readonly sort?: SortDirection | null;
  readonly onSort?: () => void;
}

export function HeaderCell({ sort, onSort, className, children, ...rest }: HeaderCellProps) {
  const Icon = sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ArrowUpDown;
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={sort ?? undefined}
      className={classes(
        'sticky top-0 border-b border-grey-2 bg-grey-1 px-3 py-2 font-semibold whitespace-nowrap not-[.text-end]:text-start',
        className,
      )}
    >
      {onSort ? (
        <button type="button" onClick={onSort} className="inline-flex min-h-6 items-center gap-1.5 rounded">
          {children}
          <Icon aria-hidden className={classes('size-3.5', sort ? 'text-signal' : 'text-grey-3')} />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

/** The head of a table without sorting: headings, or headings with a class for their column. */
export function TableHead({ headings }: { readonly headings: readonly (string | readonly [string, string])[] }) {
  return (
    <thead>
      <tr>
        {headings.map((heading) => {
          const [name, className] = typeof heading === 'string' ? [heading] : heading;
          return (
            <HeaderCell key={name} className={className}>
              {name}
            </HeaderCell>
          );
        })}
      </tr>
    </thead>
  );
}

export function Cell({ className, ...rest }: React.ComponentProps<'td'>) {
  return <td {...rest} className={classes('border-b border-grey-2 px-3 py-2 align-top', className)} />;
}
