import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * npm run new-feature NAME: generates a working server feature in the usual structure: contract, migration, routes, service,
 * policy, store, job and tests, registered in features.ts and app.ts. All contents are computed before the first file is
 * written, so a failure leaves nothing behind.
 */
const ROOT = join(import.meta.dirname, '..');
const TEMPLATES = join(import.meta.dirname, 'new-feature', 'template');
const MIGRATIONS = join(ROOT, 'server', 'migrations');

const name = process.argv[2] ?? '';
if (!/^[a-z]+(-[a-z]+)*s$/.test(name))
  fail('Usage: npm run new-feature NAME (a plural noun in kebab-case: second-looks)');
const words = name.split('-');
const pascal = words.map(capitalised).join('');
const camel = pascal[0]!.toLowerCase() + pascal.slice(1);
const feature = join(ROOT, 'server', 'src', 'features', name);
const contracts = join(ROOT, 'contract', 'src', name);
for (const path of [feature, contracts]) if (existsSync(path)) fail(`${relative(ROOT, path)} is already there`);

const ROLES = ['routes', 'service', 'policy', 'store', 'tables', 'jobs', 'policy.test', 'int.test'];
const files = new Map<string, string>([
  [join(contracts, `${name}.ts`), filled('contract.ts')],
  [join(MIGRATIONS, `${nextMigration()}_${words.join('_')}.sql`), filled('migration.sql')],
  [join(feature, 'index.ts'), filled('index.ts')],
  ...ROLES.map((role) => [join(feature, `${name}.${role}.ts`), filled(`${role}.ts`)] as const),
  edited('contract/src/index.ts', [[/$/, `export * as ${camel} from './${name}/${name}.ts';\n`]]),
  edited('server/src/features.ts', [
    [/^/, `import { create${pascal} } from './features/${name}/index.ts';\n`],
    [/(?= {2}const authenticate = )/, `  const ${camel} = create${pascal}(parts, { audit });\n`],
    [/(?= {4}authenticate,\n)/, `    ${camel},\n`],
    [/(?=,?\s*\}: Features)/, `, ${camel}`],
    [/(?= {2}notifications\.registerJobs\(\);)/, `  ${camel}.registerJobs();\n`],
  ]),
  edited('scripts/import-rules.ts', [
    [/(?<=const STANDS_ON: Record<string, string> = \{\n)/, `  ${name.includes('-') ? `'${name}'` : name}: 'audit',\n`],
  ]),
  edited('server/src/app.ts', [
    [/^/, `import { register${pascal}Routes } from './features/${name}/index.ts';\n`],
    [/(?= {4}registerMailboxRoutes\()/, `    register${pascal}Routes(route, features.${camel});\n`],
  ]),
]);

for (const [path, text] of files) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
const paths = [...files.keys()].map((path) => relative(ROOT, path));
const { status, stdout, stderr } = spawnSync(
  join(ROOT, 'node_modules', '.bin', 'biome'),
  ['check', '--write', ...paths.filter((path) => path.endsWith('.ts'))],
  { cwd: ROOT, encoding: 'utf8' },
);
if (status !== 0) fail(`${stdout}${stderr}\nThe files are written, but Biome could not put them into shape.`);
console.log(
  `${paths.join('\n')}\n\nNext: say what "${name}" means in docs/glossary.md; then shape contract, table and policy.`,
);

function capitalised(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

function filled(template: string): string {
  return readFileSync(join(TEMPLATES, `${template}.template`), 'utf8')
    .replaceAll('__kebab__', name)
    .replaceAll('__snake__', words.join('_'))
    .replaceAll('__camel__', camel)
    .replaceAll('__Pascal__', pascal)
    .replaceAll('__Words__', capitalised(words.join(' ')));
}

function nextMigration(): string {
  const last = readdirSync(MIGRATIONS).map((file) => Number.parseInt(file, 10));
  return String(Math.max(0, ...last) + 1).padStart(4, '0');
}

/** The file with a text inserted at each place; a place that no longer exists is an error. */
function edited(path: string, insertions: [place: RegExp, text: string][]): [string, string] {
  const full = join(ROOT, path);
  const text = insertions.reduce(
    (before, [place, insertion]) => {
      if (!place.test(before)) fail(`${path} has changed its shape: no place for "${insertion.trim()}"`);
      return before.replace(place, () => insertion);
    },
    readFileSync(full, 'utf8'),
  );
  return [full, text];
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
