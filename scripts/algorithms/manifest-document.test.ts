import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schemaText, withTables } from './manifest-document.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const read = (name: string) => readFileSync(join(docs, name), 'utf8');

it('docs/algorithms.md and the published JSON Schema say what the schema says (npm run algorithms -- schema writes both)', () => {
  expect(read('algorithms.md')).toBe(withTables(read('algorithms.md')));
  expect(JSON.parse(read('algorithm-manifest.schema.json'))).toEqual(JSON.parse(schemaText()));
});
