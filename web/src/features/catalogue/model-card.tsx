import type { Element, ElementContent, Root } from 'hast';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { classes } from '../../lib/class-names.ts';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

/** A model card: intended use, evaluation with figures, and limits. The title is left out, because the page shows it. */
export function ModelCard({ title, markdown }: { readonly title: string; readonly markdown: string }) {
  return (
    <div className="grid max-w-3xl gap-3">
      <Markdown
        skipHtml
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[labelCells]}
        components={{
          ...COMPONENTS,
          // On a phone each row is a block, and every value names its column.
          table: ({ node, children }) => (
            <Table
              className="max-sm:[&_thead]:sr-only max-sm:[&_tr]:block"
              caption={`${title}: ${headsOf(node!).filter(Boolean).join(', ')}`}
            >
              {children}
            </Table>
          ),
        }}
      >
        {markdown}
      </Markdown>
    </div>
  );
}

const COMPONENTS: Components = {
  h1: () => null,
  h2: ({ children }) => <h2 className="mt-2 font-semibold">{children}</h2>,
  h3: ({ children }) => <h3 className="mt-2 font-semibold">{children}</h3>,
  ul: ({ children }) => <ul className="grid list-disc gap-1 ps-5">{children}</ul>,
  code: ({ children }) => <code className="font-mono text-[0.9em]">{children}</code>,
  th: ({ children }) => <HeaderCell>{children}</HeaderCell>,
  td: ({ node, children }) => {
    const label = node?.properties.label;
    return (
      <Cell
        className={classes(
          'max-sm:block max-sm:py-1 max-sm:not-last:border-b-0',
          label === undefined && 'max-sm:font-semibold',
        )}
      >
        {label !== undefined && <span className="text-grey-4 sm:hidden">{label}: </span>}
        {children}
      </Cell>
    );
  },
};

/** Labels the cells of a table, except in the first column, with the heading of their column. */
function labelCells() {
  return (root: Root) => {
    for (const table of elementsOf(root, 'table')) {
      const heads = headsOf(table);
      for (const row of elementsOf(table, 'tr')) {
        for (const [column, cell] of elementsOf(row, 'td').entries())
          if (column > 0) cell.properties.label = heads[column];
      }
    }
  };
}

const headsOf = (table: Element): string[] => elementsOf(table, 'th').map(textOf);

const elementsOf = (parent: Element | Root, tagName: string): Element[] =>
  parent.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return child.tagName === tagName ? [child] : elementsOf(child, tagName);
  });

function textOf(content: ElementContent): string {
  if (content.type === 'element') return content.children.map(textOf).join('');
  return content.type === 'text' ? content.value : '';
}
