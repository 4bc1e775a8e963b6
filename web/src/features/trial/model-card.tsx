import { classes } from '../../lib/class-names.ts';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** The Markdown that model cards use: headings, paragraphs, lists and tables. The title is left out, the page has it. */
export function parseCard(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const part of markdown.replace(/<!--[\s\S]*?-->/g, '').split(/\n{2,}/)) {
    const lines = part.split('\n').filter((line) => line.trim() !== '');
    while (/^#{1,4} /.test(lines[0] ?? '')) {
      const line = lines.shift()!;
      const depth = line.indexOf(' ');
      if (depth > 1) blocks.push({ kind: 'heading', level: depth === 2 ? 2 : 3, text: line.slice(depth + 1) });
    }
    if (lines.length === 0) continue;
    if (lines[0]!.startsWith('|')) {
      const [head, , ...rows] = lines;
      blocks.push({ kind: 'table', head: cellsOf(head!), rows: rows.map(cellsOf) });
    } else if (/^[-*] /.test(lines[0]!)) {
      const items: string[] = [];
      for (const line of lines) {
        if (/^[-*] /.test(line)) items.push(line.slice(2));
        else items[items.length - 1] += ` ${line.trim()}`;
      }
      blocks.push({ kind: 'list', items });
    } else blocks.push({ kind: 'paragraph', text: lines.join(' ') });
  }
  return blocks;
}

/** `code` and **strong** within a line. */
function Inline({ text }: { readonly text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece, index) => {
    const key = `${index} ${piece}`;
    if (piece.startsWith('`')) {
      return (
        <code key={key} className="font-mono text-[0.9em]">
          {piece.slice(1, -1)}
        </code>
      );
    }
    return piece.startsWith('**') ? <strong key={key}>{piece.slice(2, -2)}</strong> : piece;
  });
}

/** What a model is for, on what it was measured with which figures, and where it fails. */
export function ModelCard({ title, markdown }: { readonly title: string; readonly markdown: string }) {
  return (
    <div className="grid max-w-3xl gap-3">
      {parseCard(markdown).map((block, index) => {
        const key = `${index} ${block.kind}`;
        if (block.kind === 'heading') {
          const Heading = `h${block.level}` as const;
          return (
            <Heading key={key} className="mt-2 font-semibold">
              <Inline text={block.text} />
            </Heading>
          );
        }
        if (block.kind === 'list') {
          return (
            <ul key={key} className="grid list-disc gap-1 ps-5">
              {block.items.map((item) => (
                <li key={item}>
                  <Inline text={item} />
                </li>
              ))}
            </ul>
          );
        }
        if (block.kind === 'table') {
          return (
            // On a phone a line of the table is a block, and each value says its column.
            <Table
              key={key}
              className="max-sm:[&_thead]:sr-only max-sm:[&_tr]:block"
              caption={`${title}: ${block.head.filter(Boolean).join(', ')}`}
            >
              <thead>
                <tr>
                  {block.head.map((cell) => (
                    <HeaderCell key={cell}>
                      <Inline text={cell} />
                    </HeaderCell>
                  ))}
                </tr>
              </thead>
              <tbody>
                {block.rows.map((row) => (
                  <tr key={row.join('|')}>
                    {row.map((cell, column) => (
                      <Cell
                        key={`${block.head[column]} ${cell}`}
                        className={classes(
                          'max-sm:block max-sm:py-1 max-sm:not-last:border-b-0',
                          column === 0 && 'max-sm:font-semibold',
                        )}
                      >
                        {column > 0 && <span className="text-grey-4 sm:hidden">{block.head[column]}: </span>}
                        <Inline text={cell} />
                      </Cell>
                    ))}
                  </tr>
                ))}
              </tbody>
            </Table>
          );
        }
        return (
          <p key={key}>
            <Inline text={block.text} />
          </p>
        );
      })}
    </div>
  );
}
