import { type ESTree, type Plugin, parseSync } from 'vite';

/**
 * What a browser loads of the contract. It checks no answers of the server, so an endpoint loses its `answer`; its other schemas
 * are made when they are asked for: a page uses few of them, and to make all keeps it from its first image (decision 0345).
 * What nothing refers to any more is left out.
 */
export const leanContract = (): Plugin => ({
  name: 'lean-contract',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /[\\/]contract[\\/]src[\\/].*\.ts$/ },
    // After types are gone.
    order: 'post',
    handler: (code) => ({ code: lean(code), map: null }),
  },
});

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** A module of the contract, as JavaScript. What it declares by a call is a value without side effects. */
export function lean(code: string): string {
  const edits: Edit[] = [];
  for (const statement of parseSync('contract.js', code).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { init } of declared.declarations) {
      if (init?.type !== 'CallExpression') continue;
      edits.push({ from: init.start, to: init.start, by: '/* @__PURE__ */ (() => ' });
      edits.push(...schemasIn(init));
      edits.push({ from: init.end, to: init.end, by: ')()' });
    }
  }
  return edits.reduceRight((text, { from, to, by }) => text.slice(0, from) + by + text.slice(to), code);
}

/** Of an endpoint. */
function schemasIn({ callee, arguments: [given] }: ESTree.CallExpression): Edit[] {
  if (callee.type !== 'Identifier' || callee.name !== 'defineEndpoint' || given?.type !== 'ObjectExpression') return [];
  return given.properties.flatMap((property): Edit[] => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    const { start, end, key, value } = property;
    if (key.name === 'answer') return [{ from: start, to: end, by: 'answer: undefined' }];
    if (!['params', 'query', 'body'].includes(key.name)) return [];
    return [
      { from: start, to: value.start, by: `get ${key.name}() { return ` },
      { from: value.end, to: value.end, by: '; }' },
    ];
  });
}
