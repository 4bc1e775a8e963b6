import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { given } from '@duai/contract';
import lighthouse from 'lighthouse';
import { machine, table, writeSection } from './bench/section.ts';
import { startInstance } from './instance.ts';

/**
 * npm run lighthouse [-- /press …]: measures the public pages of the production server (compression and
 * Content-Security-Policy on) with Lighthouse's phone profile, median of five, and writes the table into docs/benchmarks.md.
 * Exits with 1 if a page misses its target. Needs a built site and Chromium.
 */
const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const AIMS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
/**
 * Targets: Largest Contentful Paint and layout shift of every page; bytes of the home page and its scripts as brotli, without
 * headers.
 */
const LCP_AIM_MS = 1500;
const HOME_AIMS = { scriptBytes: 5 * 1024, totalBytes: 300 * 1024 };
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

interface Measured {
  scores: Record<(typeof CATEGORIES)[number], number>;
  lcpMs: number;
  cls: number;
  totalBytes: number;
  scriptBytes: number;
  missed: string[];
}

interface NetworkRequest {
  resourceType: string;
  transferSize: number;
  url: string;
}

const server = await startInstance();
const profile = await mkdtemp(join(tmpdir(), 'duai-lighthouse-'));
const browser = await startBrowser(profile);
const loadAtStart = given(loadavg()[0], 'a figure').toFixed(1);
const rows: string[][] = [];
let isMissed = false;
const end = async () => {
  browser.process.kill();
  await server.remove();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
};
// An interrupted run must not leave a server or a browser behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().finally(() => process.exit(1)));
try {
  const paths = process.argv.length > 2 ? process.argv.slice(2) : await publicPages(server.address);
  for (const path of paths) {
    const runs: Measured[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await measure(server.address + path, browser.port));
    const median = (of: (run: Measured) => number) => runs.map(of).sort((a, b) => a - b)[Math.floor(RUNS / 2)]!;
    const scores = CATEGORIES.map((category) => median((run) => run.scores[category]));
    const [lcpMs, cls] = [median((run) => run.lcpMs), median((run) => run.cls)];
    const [scriptBytes, totalBytes] = [median((run) => run.scriptBytes), median((run) => run.totalBytes)];
    const missed = CATEGORIES.some((category, index) => given(scores[index], 'a figure') < AIMS[category])
      ? [...new Set(runs.flatMap((run) => run.missed))]
      : [];
    if (lcpMs > LCP_AIM_MS) missed.push(`LCP ${Math.round(lcpMs)} ms`);
    if (Number(cls.toFixed(3)) > 0) missed.push(`CLS ${cls.toFixed(3)}`);
    if (path === '/' && scriptBytes > HOME_AIMS.scriptBytes) missed.push(`${scriptBytes} bytes of script`);
    if (path === '/' && totalBytes > HOME_AIMS.totalBytes) missed.push(`${totalBytes} bytes in all`);
    if (missed.length > 0) {
      isMissed = true;
      console.log(`${path} misses its aim:\n  ${missed.join('\n  ')}`);
    }
    rows.push([
      `\`${path}\``,
      ...scores.map(String),
      `${(lcpMs / 1000).toFixed(2)} s`,
      cls.toFixed(3),
      `${(scriptBytes / 1024).toFixed(1)} KB`,
      `${(totalBytes / 1024).toFixed(0)} KB`,
    ]);
    console.log(rows.at(-1)!.join('  '));
  }
} finally {
  await end();
}
const head = ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP', 'CLS', 'scripts', 'in all'];
await writeSection(
  'lighthouse',
  `## Public pages\n\n\`npm run lighthouse\` on ${machine()}: mobile, simulated slow 4G and a four times slower processor, median of ${RUNS}; bytes compressed, in all with headers, scripts without. Load of the machine: ${loadAtStart} at the start, ${given(loadavg()[0], 'a figure').toFixed(1)} at the end. Aims: performance ≥ 98, the others 100, LCP ≤ 1.5 s, CLS 0; home page ≤ 5 KB of scripts, ≤ 300 KB in all.\n\n${table(head, rows)}`,
);
process.exitCode = isMissed ? 1 : 0;

/** Paths of the pages in the sitemap. */
async function publicPages(address: string): Promise<string[]> {
  const sitemap = await (await fetch(`${address}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => new URL(match[1]!).pathname);
}

/** One run. On a busy machine Lighthouse sometimes misses the beginning of the page and asks for another try. */
async function measure(url: string, port: number, tries = 3): Promise<Measured> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] });
  if (!result || result.lhr.runtimeError) {
    if (tries > 1) return measure(url, port, tries - 1);
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`);
  }
  const { categories, audits } = result.lhr;
  const details = audits['network-requests']?.details as unknown as { items: NetworkRequest[] } | undefined;
  const requests = (details?.items ?? []).filter((request) => request.url.startsWith('http'));
  const bytesOf = (of: NetworkRequest[]) => of.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)]),
    ) as Measured['scores'],
    lcpMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    totalBytes: bytesOf(requests),
    scriptBytes: await bodiesOf(requests.filter(({ resourceType }) => resourceType === 'Script')),
    missed: CATEGORIES.flatMap((category) =>
      (categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${category}: ${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`),
    ),
  };
}

/** Bytes of the bodies only, compressed with brotli. */
async function bodiesOf(requests: readonly NetworkRequest[]): Promise<number> {
  const lengths = requests.map(async ({ url }) => {
    const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    return Number(headers.get('content-length'));
  });
  return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
}

/** Chromium with a free debugging port, which it prints. */
function startBrowser(profileDir: string): Promise<{ process: ChildProcess; port: number }> {
  const chromium = spawn(
    CHROMIUM,
    [
      '--headless',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--remote-debugging-port=0',
      `--user-data-dir=${profileDir}`,
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  return new Promise((resolve, reject) => {
    let said = '';
    chromium.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (port) resolve({ process: chromium, port: Number(port) });
    });
    chromium.on('error', reject);
    chromium.on('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${said}`)));
  });
}
