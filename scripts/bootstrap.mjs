import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Plain JavaScript, because it runs on the machine's own Node (20 or newer) before anything is installed. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const BIN = join(ROOT, 'node_modules', '.bin');
export const NODE = join(BIN, process.platform === 'win32' ? 'node.cmd' : 'node');

/**
 * The pinned Node comes first in PATH; ONNX Runtime's install script must not fetch CUDA files. Node keeps the code that it
 * compiled among the packages, beside which nobody else writes.
 */
export const environment = () => ({
  ...process.env,
  PATH: `${BIN}${delimiter}${process.env.PATH}`,
  ONNXRUNTIME_NODE_INSTALL: 'skip',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules', '.cache', 'compiled-code'),
});

export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: environment(), ...options });
  if (result.error) throw result.error;
  return result.status ?? 1;
}

const PARENT_CHECK_MS = 500;

/** Calls `stop` on Ctrl-C, on a termination signal, and when npm has ended, because npm does not forward signals. */
export function whenAskedToEnd(stop) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, PARENT_CHECK_MS);
  watch.unref();
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** Installs the packages of the lockfile, once for each version of it. */
export function ensureInstalled() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`);
  const stamp = join(ROOT, 'node_modules', '.installed');
  const wanted = hashOf(readFileSync(join(ROOT, 'package-lock.json')));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing packages …');
  if (
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { shell: process.platform === 'win32' }) !== 0
  ) {
    fail('The packages could not be installed; npm says why above.');
  }
  assertPinnedNode();
  writeFileSync(stamp, wanted);
}

/** The install script of the npm package `node` provides the binary; some npm settings disable install scripts. */
function assertPinnedNode() {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const version = () => spawnSync(NODE, ['--version'], { encoding: 'utf8' }).stdout?.trim();
  if (version() === `v${dependencies.node}`) return;
  run('npm', ['rebuild', 'node', '--foreground-scripts', '--ignore-scripts=false'], {
    shell: process.platform === 'win32',
  });
  if (version() !== `v${dependencies.node}`) {
    fail(
      `node_modules/.bin/node is not ${dependencies.node}. npm did not run the install script of the package "node"; allow it and try again.`,
    );
  }
}

/** Builds the website if its sources changed. */
export function ensureBuilt() {
  const stamp = join(ROOT, 'web', 'build', '.built');
  const wanted = hashOf(['web', 'contract', 'texts'].map((dir) => hashOfTree(join(ROOT, dir))).join());
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the website …');
  if (run('npm', ['run', 'build', '--silent'], { shell: process.platform === 'win32' }) !== 0)
    fail('The website could not be built.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function hashOfTree(dir) {
  const skipped = new Set(['node_modules', 'build', '.react-router']);
  const parts = [];
  for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (skipped.has(entry.name)) continue;
    const path = join(dir, entry.name);
    parts.push(entry.name, entry.isDirectory() ? hashOfTree(path) : hashOf(readFileSync(path)));
  }
  return hashOf(parts.join());
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}
