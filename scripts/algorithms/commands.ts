import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installCommand, RECIPES } from '@duai/algorithms';
import { itemAt } from '@duai/imaging';
import { z } from 'zod';
import { createCompute } from '../../server/src/adapters/compute/child-processes.ts';
import type { Compute } from '../../server/src/adapters/compute/port.ts';
import { readConfig } from '../../server/src/config.ts';
import { systemContext } from '../../server/src/core/actor.ts';
import { errorFacts } from '../../server/src/core/error-facts.ts';
import { createLogger } from '../../server/src/core/logger.ts';
import { openParts } from '../../server/src/deps.ts';
import { packageOfRecipe, readPackage, remoteModelOf } from '../../server/src/features/packages/index.ts';
import { createFeatures, type Features } from '../../server/src/features.ts';
import type { Tasks } from '../../server/src/parts.ts';
import { Mistake, oneOf, usageOf, wordsFor, yearsOf } from './command-line.ts';
import { downloadAll } from './download.ts';
import { evaluateOnIndex } from './evaluate-on-index.ts';
import { fetchRecipe, fetchWeights, isPackageFolder, manifestIn, weightsOf } from './fetch-weights.ts';
import { filesOfSeries } from './files-of-series.ts';
import { schemaText, withTables } from './manifest-document.ts';
import { builtin, MEMORY_MB, packaged, type Runnable, runOnFiles } from './run-on-files.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');
const OPTIONS = {
  json: { type: 'boolean', default: false },
  data: { type: 'string' },
  index: { type: 'string' },
  positive: { type: 'string', default: '1,positive' },
  modality: { type: 'string' },
  'body-part': { type: 'string' },
  age: { type: 'string' },
  from: { type: 'string' },
} as const;

/** Prints a line as `console.log` does. */
type Say = (...parts: unknown[]) => void;

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: Say;
  /** Prints what is wrong. */
  readonly complain: Say;
}

const byDefault = (algorithmId: string) => ({ institutionId: null, algorithmId });

/** Commands that use the database of the settings; `takes` is the number of words after the command. */
const COMMANDS: Record<
  string,
  { takes: number; run(of: Features, words: readonly string[], say: Say): Promise<unknown> }
> = {
  import: {
    takes: 1,
    async run({ packages }, words, say) {
      const { id, version } = await packages.importPackage(systemContext, await readPackage(itemAt(words, 0)));
      say(`${id} ${version} is imported and off: npm run algorithms -- activate ${id} ${version}`);
    },
  },
  install: {
    takes: 2,
    async run({ packages }, words, say) {
      const files = await packageOfRecipe(itemAt(words, 0), itemAt(words, 1));
      const { id, version } = await packages.importPackage(systemContext, files);
      const isEvaluated = files.has('evaluation.json');
      if (isEvaluated) await packages.activate(systemContext, { ...byDefault(id), version });
      say(`${id} ${version} is imported${isEvaluated ? ' and active' : ', off: it was not evaluated here'}`);
    },
  },
  activate: {
    takes: 2,
    async run({ packages }, words, say) {
      const [id, version] = [itemAt(words, 0), itemAt(words, 1)];
      await packages.activate(systemContext, { ...byDefault(id), version });
      say(`${id} ${version} is active`);
    },
  },
  off: {
    takes: 1,
    async run({ packages }, words, say) {
      await packages.activate(systemContext, { ...byDefault(itemAt(words, 0)), version: null });
      say(`${words[0]} is off`);
    },
  },
  'roll-back': {
    takes: 1,
    async run({ packages }, words, say) {
      await packages.rollBack(systemContext, byDefault(itemAt(words, 0)));
      const now = (await packages.overview(null)).find(({ id, state }) => id === words[0] && state === 'active');
      say(now ? `${now.id} ${now.version} is active again` : `${words[0]} is off, as before`);
    },
  },
  shadow: {
    takes: 3,
    async run({ packages }, words, say) {
      const way = oneOf(words[2], ['on', 'off']);
      await packages.shadow(systemContext, { ...byDefault(itemAt(words, 0)), version: itemAt(words, 1) }, way === 'on');
      say(`${words[0]} ${words[1]} is ${way === 'on' ? 'tried in the shadow' : 'tried no more'}`);
    },
  },
  'shadow-runs': {
    takes: 2,
    async run({ analyses }, words, say) {
      const runs = await analyses.shadowsOf(itemAt(words, 0), itemAt(words, 1));
      if (runs.length === 0) say(`${words.join(' ')} was tried on no study yet`);
      for (const { scanId, status, result, reason } of runs) {
        const measured = result?.outcome === 'evaluated' ? result.measurements : [];
        const values = measured.map(({ code, value, unit }) => `${code} ${value} ${unit}`);
        say([scanId, status, reason?.code, ...values].filter(Boolean).join(' '));
      }
    },
  },
  guard: {
    takes: 3,
    async run({ monitoring }, words, say) {
      const way = oneOf(words[2], ['pause', 'warn']);
      await monitoring.guard(systemContext, itemAt(words, 0), itemAt(words, 1), way === 'pause');
      say(`a breach of ${words[0]} ${words[1]} ${way === 'pause' ? 'warns and switches it off' : 'warns'}`);
    },
  },
  figures: {
    takes: 1,
    async run({ monitoring }, words, say) {
      const figures = await monitoring.figures({ algorithmId: itemAt(words, 0) });
      if (figures.length === 0) say(`${words[0]} ran on nothing yet`);
      for (const { version, institutionId, days } of figures) {
        say(version, institutionId ?? 'patients');
        for (const { day, runs, failures, positives, seconds, agreed, disagreed } of days)
          say(' ', day, { runs, failures, positives, seconds: Number(seconds.toFixed(2)), agreed, disagreed });
      }
      for (const { foundAt: _at, institution: _institution, title: _title, ...breach } of await monitoring.breaches())
        if (breach.algorithmId === words[0]) say('breach', breach);
    },
  },
  list: {
    takes: 0,
    async run({ packages }, _words, say) {
      for (const { id, version, engine, state } of await packages.overview(null)) say(id, version, engine, state);
      const installed = new Set((await packages.list()).map(({ algorithmId }) => algorithmId));
      for (const recipe of RECIPES)
        if (!installed.has(recipe.manifest.id))
          say(
            `${recipe.manifest.id} ${recipe.files ? 'weights not installed' : 'can be imported, not evaluated here'}: ${installCommand(recipe)}`,
          );
    },
  },
  replay: {
    takes: 1,
    async run({ analyses }, words, say) {
      if (!z.uuid().safeParse(words[0]).success)
        throw new Mistake(`${words[0]} is no id of an analysis; the JSON of a study has it as analyses[].id`);
      const { outcome, told } = await analyses.replay(itemAt(words, 0));
      say([outcome, told && `stored ${told.stored}`, told && `again  ${told.again}`].filter(Boolean).join('\n'));
      return outcome === 'same';
    },
  },
};

/** What the run of `work` on the features of the settings gives. */
async function withDatabase<Given>(env: Terminal['env'], work: (features: Features) => Promise<Given>): Promise<Given> {
  const { parts, close } = await openParts(readConfig(env), { log: createLogger('error'), whenRunning: 'share' });
  try {
    return await work(createFeatures(parts, () => ''));
  } finally {
    await close();
  }
}

/** Runs a built-in algorithm, the package in a folder, or the one imported under the id. */
async function withAlgorithm(
  name: string,
  env: Terminal['env'],
  run: (runnable: Runnable, compute: Compute<Tasks>) => Promise<void>,
): Promise<void> {
  const compute = createCompute<Tasks>({
    entry: join(import.meta.dirname, '..', '..', 'server', 'src', 'compute', 'tasks.ts'),
    size: 1,
    memoryLimitMb: MEMORY_MB,
    log: createLogger('silent'),
  });
  try {
    const isFolder = await stat(name).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isFolder) {
      const manifest = await manifestIn(name);
      const { weights } = manifest;
      const model = weights
        ? { weights: { path: join(name, weights.file), sha256: weights.sha256 } }
        : { remote: remoteModelOf(readConfig(env), manifest) };
      await run(packaged({ manifest, ...model }), compute);
    } else if (isBuiltin(name)) await run(builtin(name), compute);
    else
      await withDatabase(env, async ({ packages }) => {
        const newest = (await packages.list()).findLast(({ algorithmId }) => algorithmId === name);
        const input = newest && (await packages.inputOf(name, newest.version));
        if (!input) throw new Mistake(`There is no algorithm ${name}. What is installed: npm run algorithms -- list`);
        await run(packaged(input), compute);
      });
  } finally {
    await compute.close();
  }
}

function isBuiltin(id: string): boolean {
  try {
    return Boolean(builtin(id));
  } catch {
    return false;
  }
}

/** Fetches for the package in a folder, a recipe with the folder for its files, or the package imported under the id. */
async function fetchNamed(
  name: string,
  folder: string,
  from: string | undefined,
  { env, say }: Terminal,
): Promise<void> {
  if (await isPackageFolder(name)) return say(`${await fetchWeights(name)} is in ${name}`);
  if (await fetchRecipe(name, folder, from))
    return say(`its files are in ${folder}: npm run algorithms -- install ${name} ${folder}`);
  await withDatabase(env, async ({ packages }) => {
    const newest = (await packages.list()).findLast(({ algorithmId }) => algorithmId === name);
    if (!newest) throw new Mistake(`${name} is no folder of a package, no recipe and not imported`);
    const wanted = weightsOf(newest.manifest);
    const dir = await mkdtemp(join(tmpdir(), 'duai-weights-'));
    try {
      await downloadAll(dir, [wanted]);
      await packages.mendWeights(name, newest.version, join(dir, wanted.path));
      say(`the weights of ${name} ${newest.version} are whole`);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
}

async function writeDocuments(): Promise<void> {
  const document = join(DOCS, 'algorithms.md');
  await writeFile(document, withTables(await readFile(document, 'utf8')));
  await writeFile(join(DOCS, 'algorithm-manifest.schema.json'), schemaText());
}

const parse = (line: readonly string[]) => parseArgs({ args: [...line], allowPositionals: true, options: OPTIONS });

/** True when the command did what it is for; null when it is not written as it should be. */
async function obey({ positionals, values }: ReturnType<typeof parse>, terminal: Terminal): Promise<boolean | null> {
  const [command = '', ...words] = positionals;
  const { env, say } = terminal;
  const known = COMMANDS[command];
  if (known && words.length === known.takes)
    return (await withDatabase(env, (features) => known.run(features, words, say))) !== false;
  const declared = {
    declaredModality: values.modality ?? null,
    declaredBodyPart: values['body-part'] ?? null,
    declaredAgeYears: yearsOf(values.age),
  };
  if (command === 'schema') await writeDocuments();
  else if (command === 'fetch' && words[0]) await fetchNamed(words[0], words[1] ?? words[0], values.from, terminal);
  else if (command === 'run' && words[0] && words[1])
    await withAlgorithm(words[0], env, async (runnable, compute) => {
      for (const files of await filesOfSeries(compute, itemAt(words, 1), declared)) {
        const outcome = await runOnFiles(compute, runnable, files);
        say(
          values.json
            ? JSON.stringify(outcome)
            : [`${outcome.series ?? 'pictures'} (${outcome.images})`, ...outcome.said].join('\n  '),
        );
        if (outcome.series === null && !outcome.result && !values.json && values.modality === undefined)
          say(
            '  A picture has no header. Say what it shows: --modality X-Ray --body-part chest --age 4 (completed years)',
          );
      }
    });
  else if (command === 'evaluate' && words[0] && values.data && values.index) {
    const wish = { data: values.data, index: values.index, positive: values.positive.split(','), declared };
    await withAlgorithm(words[0], env, async (runnable, compute) => {
      const evaluation = await evaluateOnIndex(compute, runnable, wish);
      if (values.json) say(JSON.stringify(evaluation, null, 2));
      else for (const [name, figure] of Object.entries(evaluation.figures)) say(evaluation.labels[name], figure);
    });
  } else {
    terminal.complain(usageOf(command));
    return null;
  }
  return true;
}

/**
 * npm run algorithms -- COMMAND …: docs/algorithms.md lists the commands. Works while a server is running. Gives the exit
 * code: 0 done, 1 failed, 2 not written as it should be.
 */
export async function algorithms(line: readonly string[], terminal: Terminal): Promise<number> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(line);
  } catch (error) {
    terminal.complain(`${errorFacts(error).message}\n${usageOf(line[0] ?? '')}`);
    return 2;
  }
  try {
    const isDone = await obey(parsed, terminal);
    return isDone === null ? 2 : Number(!isDone);
  } catch (error) {
    terminal.complain(wordsFor(error, parsed.positionals.slice(1)));
    return 1;
  }
}
