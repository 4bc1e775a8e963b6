import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './bootstrap.mjs';

/**
 * npm test: installs what the tests need and runs everything. A failing step does not hide the ones after it; the last
 * line counts tests and steps together.
 */
const totals = { passed: 0, failed: 0, skipped: 0 };
const bin = (name) => join(ROOT, 'node_modules', '.bin', name);

ensureInstalled();
installSystemPackages();
rmSync(join(ROOT, 'reports'), { recursive: true, force: true });
mkdirSync(join(ROOT, 'reports'));
const revision = {
  commit: git('rev-parse', 'HEAD') || 'no commit',
  isClean: git('status', '--porcelain') === '',
};

step('lint', bin('biome'), ['ci', '--error-on-warnings', '.']);
for (const workspace of ['contract', 'imaging', 'algorithms', 'server', 'scripts', 'web', 'e2e']) {
  if (existsSync(join(ROOT, workspace, 'tsconfig.json'))) step(`types: ${workspace}`, bin('tsc'), ['-p', workspace]);
}
step('import rules', NODE, [join(ROOT, 'scripts', 'import-rules.ts')]);
step('dead code', bin('knip'), ['--no-progress']);
tests('unit', 'vitest-unit.json', bin('vitest'), ['run', '--project', 'unit']);
tests('integration', 'vitest-integration.json', bin('vitest'), ['run', '--project', 'integration']);
ensureBuilt();
tests('end to end', 'playwright.json', bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts']);

// What spec:coverage counts is the reports of a run that came to its end.
writeFileSync(join(ROOT, 'reports', 'full-run.json'), JSON.stringify({ ...revision, ...totals }));
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(totals.failed === 0 ? 0 : 1);

function git(...args) {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';
}

function step(name, command, args) {
  console.log(`\n── ${name}`);
  const isGood = run(command, args) === 0;
  totals[isGood ? 'passed' : 'failed'] += 1;
  if (!isGood) console.log(`── ${name} failed`);
}

/** Counts from the runner's own report; a runner that ends badly without a failed test counts as one. */
function tests(name, report, command, args) {
  console.log(`\n── ${name}`);
  const path = join(ROOT, 'reports', report);
  const status = run(command, args, {
    env: {
      ...process.env,
      PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`,
      TEST_REPORT: path,
      CI: process.env.CI ?? '',
    },
  });
  const counted = existsSync(path)
    ? countsOf(JSON.parse(readFileSync(path, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  for (const key of Object.keys(totals)) totals[key] += counted[key];
}

function countsOf(report) {
  if (report.stats)
    return {
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected,
      skipped: report.stats.skipped,
    };
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

/** Debian: as root by apt-get; elsewhere a hint, and the tests that need them fail by name. */
function installSystemPackages() {
  const needed = {
    chromium: '/usr/bin/chromium',
    dcmtk: '/usr/bin/dcmdump',
    dicom3tools: '/usr/bin/dciodvfy',
    'libgdcm-tools': '/usr/bin/gdcmconv',
    'libopenjp2-tools': '/usr/bin/opj_decompress',
    orthanc: '/usr/sbin/Orthanc',
    'orthanc-dicomweb': '/usr/share/orthanc/plugins/libOrthancDicomWeb.so',
    'poppler-utils': '/usr/bin/pdftotext',
    postgresql: '/usr/lib/postgresql',
    radosgw: '/usr/bin/radosgw',
    'ceph-mon': '/usr/bin/ceph-mon',
    'ceph-osd': '/usr/bin/ceph-osd',
  };
  const missing = Object.entries(needed).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  if (missing.length === 0) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) {
    console.log(`Tests need these packages of the system: ${missing.join(' ')}. Please install them.`);
    return;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], { env });
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing, 'fonts-noto-core'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
