import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** Import rules between areas (docs/architecture.md). Each rule says what to do instead. Biome finds cycles (noImportCycles). */
interface Rule {
  from: RegExp;
  /** Paths in the repository, or package names. `$1` is the first group of `from`. */
  never: string;
  instead: string;
}

/**
 * The features that each feature of the server may call. There are two lines: accounts ← cases ← studies ← analyses ←
 * reports, and institutions ← scans ← evaluation, with billing and catalogue beside. Audit and notifications call no other
 * feature.
 */
const STANDS_ON: Record<string, string> = {
  accounts: 'audit notifications',
  analyses: 'audit cases packages studies',
  audit: '',
  'audit-export': 'audit',
  billing: 'accounts audit institutions notifications',
  cases: 'accounts audit notifications',
  catalogue: 'analyses audit packages scans',
  claims: 'audit',
  dicomweb: 'analyses audit scans studies',
  evaluation: 'accounts analyses audit institutions packages scans studies',
  fhir: 'audit scans',
  hl7: 'audit scans',
  'institution-data': 'accounts analyses audit billing evaluation institutions pacs scans studies',
  institutions: 'accounts audit notifications',
  integrations: 'audit scans',
  monitoring: 'accounts audit notifications packages',
  notes: 'accounts audit cases notifications reports',
  notifications: '',
  operations: 'accounts audit cases notifications studies',
  packages: 'accounts audit',
  pacs: 'accounts audit scans studies',
  press: 'audit',
  questions: 'accounts audit cases notifications reports',
  retention: 'accounts audit notifications scans',
  reports: 'accounts analyses audit cases notifications studies',
  rights: 'accounts analyses audit cases notifications reports shares studies uploads',
  scans: 'analyses audit billing institutions studies',
  shares: 'accounts audit cases notifications reports studies',
  'site-assets': '',
  studies: 'audit cases',
  uploads: 'cases studies',
};

const RULES: Rule[] = [
  {
    from: /^texts\/(?!.*\.test\.ts)/,
    never: '^(contract|imaging|algorithms|server|web)/|^@duai|^(zod|fastify|react)',
    instead: 'texts are only compiled here: code takes them as @duai/texts/<language>/<group>',
  },
  {
    from: /^contract\//,
    never: '^(imaging|algorithms|server|web|@duai|node:|fastify|react)',
    instead: 'the contract knows only zod: move what you need into it, or keep it out',
  },
  {
    from: /^imaging\/src\/(?!.*\.test\.ts|testing\/)/,
    never: '^(@duai|contract|server|web|node:|fastify|react)|^imaging/src/testing/',
    instead: 'imaging is pure: let the caller read the file and pass bytes or a ByteSource',
  },
  {
    from: /^algorithms\/src\/(?!.*\.test\.ts|.*\/(?:evaluate|choose|compare-weights)\.ts|evaluate\.ts|model-cards\.ts|testing\/)/,
    never: '^(server|web|node:|onnxruntime)|^algorithms/src/(testing/|model-cards)',
    instead: 'use the inference port and the loaders of SeriesInput',
  },
  {
    from: /^server\/src\/core\//,
    never: '^server/src/(features|adapters|http)',
    instead: 'core has no domain words: take what you need as a parameter',
  },
  {
    from: /^server\/src\/adapters\/(\w+)\/(?!.*\.test\.ts)/,
    never: '^server/src/(features|http)|^server/src/adapters/(?!$1/|database/)(?!mail/port)',
    instead: 'an adapter knows core, its library and its own port',
  },
  {
    from: /^server\/src\/features\/([\w-]+)\/(?!.*\.test\.ts)/,
    never: '^server/src/features/(?!$1/)[\\w-]+/(?!index\\.ts)',
    instead: 'import the other feature’s index.ts, its public door',
  },
  {
    from: /^server\/src\/features\/(?!.*(?:\.test|\.int\.test)\.ts)/,
    never: '^server/src/adapters/\\w+/(?!port\\.ts)',
    instead: 'use the port; deps.ts picks the adapter',
  },
  {
    from: /^server\/src\/features\/[\w-]+\/(?!.*\.routes\.ts|.*test\.ts)/,
    never: '^(fastify|@fastify/(?!busboy$))|^server/src/http/',
    instead: 'HTTP belongs in *.routes.ts',
  },
  {
    from: /^server\/src\/features\/(?!.*(?:\.store|\.tables|test)\.ts)/,
    never: '^drizzle-orm$',
    instead: 'queries are in *.store.ts: ask one by a function with the name of what it finds or changes',
  },
  ...directions(),
  {
    from: /^server\/src\/(?:fhir|hl7)\/(?!.*\.test\.ts)/,
    never: '^(node:|fastify|drizzle)|^server/src/(http|adapters|compute)/|^server/src/features/[\\w-]+/(?!index\\.ts)',
    instead: 'FHIR and HL7 v2 mappers are pure: let the feature read, and pass plain data in',
  },
  {
    from: /^server\/src\/dimse\/(?!.*\.test\.ts)/,
    never: '^(?!node:|server/src/dimse/)',
    instead: 'dimse is the protocol and nothing else: take what you need as a parameter',
  },
  {
    from: /^server\/src\/gateway\/(?!.*\.test\.ts)/,
    never: '^(fastify|drizzle)|^server/src/(features|adapters|http|compute|fhir)/',
    instead: 'the gateway runs in a hospital without database, pages and jobs: core, dimse, imaging and the contract',
  },
  {
    from: /^server\/src\/http\/(?!.*\.test\.ts)/,
    never: '^server/src/(features|compute|fhir)/|^server/src/adapters/(?!\\w+/port\\.ts)',
    instead: 'http serves any feature and knows none: app.ts passes in what it needs',
  },
  {
    from: /^server\/src\/compute\/(?!.*\.test\.ts)/,
    never:
      '^(fastify|drizzle)|^server/src/http/|^server/src/features/[\\w-]+/(?!index\\.ts)|^server/src/adapters/(?!inference/|vendors/|storage/port\\.ts)',
    instead: 'a task gets plain data and answers plain data: let the feature do the rest',
  },
  {
    from: /^scripts\/(?!.*\.test\.ts)/,
    never: '^(web|e2e)/|^server/src/(http|compute|fhir)/|^server/src/features/[\\w-]+/(?!index\\.ts)',
    instead: 'scripts start the server by its parts (start.ts, deps.ts, features.ts) and never reach inside',
  },
  {
    from: /^web\/src\/features\/([\w-]+)\//,
    never: '^web/src/(app|features/(?!$1/))',
    instead: 'share through ui or lib',
  },
  {
    from: /^web\/src\/(ui|lib|viewer)\//,
    never: '^web/src/(app|features)/',
    instead: 'pass it in as a prop or parameter',
  },
  {
    from: /^web\/src\/enhance\/(?!.*\.test\.ts)/,
    never: '^react|^@tanstack|^@radix|^zod|^web/src/(app|features|ui)/|^@duai/texts/\\w+/(?!landing$)',
    instead: 'static pages carry no framework: use the DOM, lib/, content/ and types of the contract',
  },
  {
    from: /^web\/(?!.*\.test\.tsx?)/,
    never: '^@duai/imaging$',
    instead: 'take @duai/imaging/browser: headers without codecs',
  },
  {
    from: /^web\/(?!model-cards(?:\.test)?\.ts)/,
    never: '^(@duai/server|server/|@duai/algorithms|algorithms/)',
    instead: 'the web knows the contract only; web/model-cards.ts reads the cards when the pages are built',
  },
];

function directions(): Rule[] {
  const names = readdirSync(join(import.meta.dirname, '../server/src/features'));
  return names.map((name) => ({
    from: new RegExp(`^server/src/features/${name}/(?!.*\\.test\\.ts)`),
    never: `^server/src/features/(?!(${[name, ...(STANDS_ON[name]?.split(' ') ?? [])].filter(Boolean).join('|')})/)`,
    instead: `${name} stands on ${STANDS_ON[name] || 'nothing'} (scripts/import-rules.ts): enqueue a job, or let features.ts pass it in`,
  }));
}

const ROOT = join(import.meta.dirname, '..');
const WORKSPACES = ['texts', 'contract', 'imaging', 'algorithms', 'server', 'web', 'scripts', 'media', 'e2e'];

const files = WORKSPACES.flatMap((workspace) =>
  readdirSync(join(ROOT, workspace), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/node_modules|\/build\/|\.react-router/.test(path)),
);

const imports = new Map<string, string[]>(files.map((file) => [file, importsOf(file)]));
const complaints = [...imports].flatMap(([file, targets]) => targets.flatMap((target) => broken(file, target)));
complaints.push(...handedThrough());
for (const complaint of complaints) console.log(complaint);
console.log(`${files.length} files, ${complaints.length} broken import rules`);
process.exit(complaints.length === 0 ? 0 : 1);

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = [
    ...text.matchAll(/(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g),
  ];
  return found.map((match) => {
    const target = match[1] ?? match[2]!;
    if (target.startsWith('.')) return normalize(join(dirname(file), target));
    return target.startsWith('~/') ? `web/src/${target.slice(2)}` : target;
  });
}

function broken(file: string, target: string): string[] {
  return RULES.flatMap(({ from, never, instead }) => {
    const match = from.exec(file);
    if (!match || !new RegExp(never.replaceAll('$1', match[1] ?? '\\0')).test(target)) return [];
    return [`${file} imports ${target}: ${instead}`];
  });
}

/** Routes receive only their own feature; features.ts passes in what one needs from another. */
function handedThrough(): string[] {
  const calls = readFileSync(join(ROOT, 'server/src/app.ts'), 'utf8').matchAll(/(register\w+Routes)\(([^;]*)\);/g);
  return [...calls].flatMap(([, name, given = '']) => {
    const features = new Set([...given.matchAll(/features\.(\w+)/g)].map((match) => match[1]));
    return features.size > 1
      ? [`server/src/app.ts hands ${[...features].join(' and ')} to ${name}: pass it to the feature in features.ts`]
      : [];
  });
}
