import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';

/**
 * Texts belong in the catalogue (docs/decisions/0105). Biome's noJsxLiterals finds words between tags; this test also finds
 * words in attributes, expressions and options. Public pages are exempt: they are English by specification.
 */
const SCREENS = ['app/{console,trial,patient,shared}', 'features', 'viewer', 'ui', 'lib'];
const NOT_SCREENS = /\.test\.tsx?$|\/testing\/|^app\/trial\/landing\/landing\.tsx$/;

/** Attributes and option properties whose value is shown or read aloud. */
const READ =
  /^(aria-(label|description|placeholder|roledescription|valuetext|braillelabel)|alt|placeholder|title|\w*[lL]abel|\w*[hH]int|\w*[tT]ext|heading|caption|legend|description|message|subtitle|tooltip|submit)$/;

/** Names and units that are the same in every language, and the columns of a ground truth file. */
const NAMES = /^(DUAI|DuaiCheck|DICOM|PDF|CSV|JSON|FHIR|VOI LUT|ms|mm|study,label\n[\d.]+,positive)$/;

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Words have a lower-case letter; codes of form rules look like TWO_WORDS. */
const isWords = (text: unknown): text is string =>
  typeof text === 'string' &&
  /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, '')) &&
  !NAMES.test(text.trim()) &&
  !/^[A-Z]+(_[A-Z]+)*$/.test(text);

/** The strings that an expression can evaluate to: literals, parts of templates, branches; not the arguments of calls. */
function stringsOf(node: Node | null): string[] {
  switch (node?.type) {
    case 'Literal':
      return isWords(node.value) ? [node.value] : [];
    case 'JSXText':
      return isWords(node.value) ? [node.value.trim()] : [];
    case 'TemplateLiteral':
      return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).filter(isWords);
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return stringsOf(node.expression as Node);
    case 'ConditionalExpression':
      return [...stringsOf(node.consequent as Node), ...stringsOf(node.alternate as Node)];
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : stringsOf(node.left as Node)), ...stringsOf(node.right as Node)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...stringsOf(node.left as Node), ...stringsOf(node.right as Node)] : [];
    default:
      return [];
  }
}

/** In options, a single word is the key of a text (`{ text: 'turnaround' }`). */
const isNameOfText = (text: string) => /^[a-z][a-zA-Z]*$/.test(text);

const nameOf = (element: Node) => (element.openingElement as { name: { name?: string } }).name.name;

/** User-visible words that are written into the source of a screen. */
function writtenWords(source: string): string[] {
  const found: string[] = [];
  const walk = (node: Node): void => {
    // Types may name texts (`label: 'sex' | 'age'`), but nothing of them is shown.
    if (/^TS(TypeAliasDeclaration|InterfaceDeclaration|TypeAnnotation)$/.test(node.type)) return;
    // Code to be typed in is not translated.
    if (node.type === 'JSXElement' && nameOf(node) === 'code') return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      found.push(...(node.children as Node[]).flatMap(stringsOf));
    if (node.type === 'JSXAttribute') {
      const { name } = node.name as { name: string };
      if (READ.test(name)) found.push(...stringsOf(node.value as Node | null).map((text) => `${name}: ${text}`));
    }
    if (node.type === 'Property' && !node.computed) {
      const { name, value } = node.key as { name?: string; value?: string };
      const key = name ?? value ?? '';
      const words = READ.test(key) ? stringsOf(node.value as Node) : [];
      found.push(...words.filter((text) => !isNameOfText(text)).map((text) => `${key}: ${text}`));
    }
    for (const child of childrenOf(node)) walk(child);
  };
  walk(parseAst(source, { lang: 'tsx' }) as unknown as Node);
  return found;
}

describe('words written into a screen', () => {
  it.each([
    ['between tags', '<p>Worklist</p>'],
    ['in an expression between tags', "<p>{isOpen ? 'Open' : texts.closed}</p>"],
    ['in a label that is heard', '<button aria-label="Close" />'],
    ['in a template', '<img alt={`Image`} />'],
    ['in a placeholder with a condition', "<input placeholder={isNew && 'Your name'} />"],
    ['in the title of an element', '<abbr title="Computed tomography">CT</abbr>'],
    ['in a property of a component', '<Field label="Password" />'],
    ['in options', "const options = [{ value: 'a', label: 'All cases' }];"],
  ])('are found %s', (_where, source) => {
    expect(writtenWords(source)).not.toEqual([]);
  });

  it.each([
    [
      'texts of the catalogue',
      '<Field label={texts.password} aria-label={texts.of({ name: "a" })}>{texts.hint}</Field>',
    ],
    ['names of styles, kinds and files', '<Icon name="chevron-down" className="text-muted" type="button" />'],
    ['signs between them', '<p>{texts.one} · {texts.two}: {count} %</p>'],
    ['what an expression compares', "<p>{status === 'complete' && texts.complete}</p>"],
    ['the name of the product', '<Spinner label="DUAI" />'],
  ])('are not %s', (_what, source) => {
    expect(writtenWords(source)).toEqual([]);
  });

  it('are nowhere in console, portal and patient screens', () => {
    const files = globSync(
      SCREENS.map((folder) => `${folder}/**/*.{ts,tsx}`),
      { cwd: import.meta.dirname },
    ).filter((file) => !NOT_SCREENS.test(file));
    expect(files.length).toBeGreaterThan(200);
    expect(
      files.flatMap((file) =>
        writtenWords(readFileSync(join(import.meta.dirname, file), 'utf8')).map((words) => `${file}: ${words}`),
      ),
    ).toEqual([]);
  });
});
