import { afterStepSchema, algorithmManifestJsonSchema, beforeStepSchema, given } from '@duai/contract';
import { z } from 'zod';

interface Node {
  type?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  anyOf?: Node[];
  oneOf?: Node[];
}

const BEGIN = (name: string) => `<!-- ${name} -->`;
const END = (name: string) => `<!-- /${name} -->`;

/** A Markdown table whose cells are padded to the width of their column. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(...all.map((row) => given(row[column], 'a cell').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(given(widths[at], 'a cell'))).join(' | ')} |`;
  return [
    line(given(all[0], 'a cell')),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...all.slice(1).map(line),
  ].join('\n');
}

function kindOf(node: Node): string {
  if (node.enum) return node.enum.map((value) => `\`${value}\``).join(', ');
  if (node.type === 'array' && node.items)
    return node.items.type === 'object' || node.items.oneOf ? 'list' : 'list of texts or numbers';
  return node.type ?? 'one of several';
}

/** The fields of the manifest, each followed by its inner fields. */
function fieldsOf(node: Node, path = ''): string[][] {
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const own = path ? `${path}.${name}` : name;
    const isNeeded = node.required?.includes(name) ? 'yes' : 'no';
    const inside = field.type === 'array' ? field.items : field;
    const isText = inside?.properties && 'tr' in inside.properties;
    const row = [`\`${own}\``, isNeeded, isText ? 'text in tr, en and ar' : kindOf(field), field.description ?? ''];
    return [row, ...(isText || !inside ? [] : fieldsOf(inside, own))];
  });
}

/** The steps of a union, with their settings. */
const stepsOf = (schema: z.ZodType): string[][] =>
  ((z.toJSONSchema(schema, { io: 'input' }) as Node).oneOf ?? []).map((node) => {
    const { step, ...settings } = node.properties ?? {};
    return [
      `\`${step?.const}\``,
      Object.keys(settings)
        .map((name) => `\`${name}\``)
        .join(', '),
      node.description ?? '',
    ];
  });

const PARTS: Record<string, () => string> = {
  manifest: () => table(['field', 'needed', 'kind', 'what it says'], fieldsOf(algorithmManifestJsonSchema() as Node)),
  before: () => table(['step', 'settings', 'does'], stepsOf(beforeStepSchema)),
  after: () => table(['step', 'settings', 'does'], stepsOf(afterStepSchema)),
};

/** docs/algorithms.md with its tables generated from the schemas. @throws Error if the place of a table is missing */
export function withTables(document: string): string {
  let made = document;
  for (const [name, write] of Object.entries(PARTS)) {
    const [from, to] = [made.indexOf(BEGIN(name)), made.indexOf(END(name))];
    if (from < 0 || to < from) throw new Error(`the document has no place for ${name}`);
    made = `${made.slice(0, from)}${BEGIN(name)}\n\n${write()}\n\n${made.slice(to)}`;
  }
  return made;
}

export const schemaText = (): string => `${JSON.stringify(algorithmManifestJsonSchema(), null, 2)}\n`;
