import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { lean, leanContract } from './lean-contract.ts';

const CONTRACT = `
  export const made = [];
  const schema = (name) => {
    made.push(name);
    return name;
  };
  const defineEndpoint = (endpoint) => endpoint;
  const answer = schema('answer of its own');
  export const getCase = defineEndpoint({ path: '/cases', params: schema('params'), body: schema('body'), answer });
  export const listCases = defineEndpoint({ path: '/list', answer: schema('inline') });`;

it('an endpoint has no schema of its answer, and makes the others when they are asked for', async () => {
  const { made, getCase, listCases } = await import(`data:text/javascript,${encodeURIComponent(lean(CONTRACT))}`);
  expect(made).toEqual(['answer of its own']);
  expect([getCase.path, getCase.answer, listCases.answer]).toEqual(['/cases', undefined, undefined]);
  expect([getCase.body, made]).toEqual(['body', ['answer of its own', 'body']]);
});

it('what nothing refers to any more is left out of what a browser loads', async () => {
  const files: Readonly<Record<string, string>> = {
    '/page.js': `import { getCase } from '/contract/src/cases.ts'; console.log(getCase.path, getCase.body);`,
    '/contract/src/cases.ts': CONTRACT,
  };
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      { name: 'files', enforce: 'pre', resolveId: (id) => (id in files ? id : null), load: (id) => files[id] ?? null },
      leanContract(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: '/page.js' } },
  })) as Rolldown.RolldownOutput;
  const [{ code }] = output;
  expect(code).toContain('/cases');
  expect(code).not.toMatch(/answer of its own|inline|\/list/);
});
