import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { type BuildEnvironmentOptions, build, type InlineConfig, type LibraryOptions, minify } from 'vite';
import { type BuiltRoutes, modulesOfPages } from './page-modules.ts';
import { PAGE_PATHS } from './page-paths.ts';
import { subsetFonts } from './subset-fonts.ts';
import { classesIn, usedStyles } from './used-styles.ts';
import { styleOptions } from './vite.config.ts';

/** Brotli at its highest quality takes many seconds for files of this size or more. */
const LARGE_BYTES = 1_000_000;

/**
 * The last step of the build. Static pages (`<html data-static>`) get the styles that they use inlined, the small module of
 * enhance/ instead of React, and fonts subset to their characters. Fonts are not preloaded: text appears with the first paint
 * in a system font of the same metrics (tokens.css). Then scripts, styles and drawings are stored compressed as well; the
 * server compresses the pages once it knows its address.
 */
const CLIENT = join(import.meta.dirname, 'build', 'client');
const STYLES = join(import.meta.dirname, 'build', 'styles');
const SCRIPT = 'src/enhance/site.ts';
/** Runs in the pages of the apps before all other code. */
const EARLY = 'src/early/main.ts';
/** The stylesheets of all static pages; each page keeps the rules that it uses. */
const SHEETS = ['tokens.css', 'app/public/public.css', 'app/public/legal/legal.css', 'app/public/home.css'];

interface Chunk {
  type: 'chunk' | 'asset';
  fileName: string;
  facadeModuleId?: string | null;
  code?: string;
  imports?: string[];
}

const pages = new Map<string, string>();
for (const path of await filesOf(CLIENT, /\.html$/)) {
  const html = await readFile(path, 'utf8');
  if (/<html[^>]* data-static/.test(html)) pages.set(path, html);
}

const common: InlineConfig = { root: import.meta.dirname, configFile: false, logLevel: 'warn' };
const into = { outDir: CLIENT, emptyOutDir: false, copyPublicDir: false };
const named = { entryFileNames: 'assets/[name]-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' };
const modules = await builtFrom(SCRIPT);
const output = modules.flatMap(({ output }) => output);
const script = `/${output.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${SCRIPT}`))!.fileName}`;
const styles = await stylesOf([...pages.values()]);
const beforePaintSource = await readFile(join(import.meta.dirname, 'src', 'before-paint.js'), 'utf8');
const beforePaint = (await minify('before-paint.js', beforePaintSource)).code;

for (const [path, html] of pages) await writeFile(path, finish(html));
const fallback = join(CLIENT, '__spa-fallback.html');
const app = await readFile(fallback, 'utf8');
const MODULE = /<link rel="modulepreload" href="([^"]*)"\/>/g;
const pageFiles = JSON.stringify({
  modules: [...app.matchAll(MODULE)].map(([, path]) => path),
  texts: { tr: await textFiles('tr'), en: await textFiles('en') },
});
// Within the page: a file of its own would come, and run, after the first paint, and its calls after the modules.
const early = (await builtFrom(EARLY, { formats: ['iife'], name: 'early' }, { write: false }))
  .flatMap(({ output }) => output.map(({ code = '' }) => code))
  .join('');
if (early.includes('</script')) throw new Error('the early calls cannot be written into a page');
await writeFile(
  fallback,
  withBeforePaint(app.replace(MODULE, ''), `<script>globalThis.pageFiles=${pageFiles};${early.trim()}</script>`),
);
// The paths that the server answers with the application, each with its modules (server/src/http/page-paths.ts).
const modulesBy = modulesOfPages(await builtRoutes(), app);
const pagePaths = Object.fromEntries(PAGE_PATHS.map((path) => [path, modulesBy.get(path) ?? []]));
await writeFile(join(CLIENT, 'page-paths.json'), JSON.stringify(pagePaths));
for (const path of await filesOf(CLIENT, /\.(js|css|svg|wasm)$/)) await compress(path);

/** The files with the texts of portal and console in a language, and what they import. */
async function textFiles(language: string): Promise<string[]> {
  const names = new RegExp(`^(workplace|texts)-${language}-[^\\\\/]+\\.js$`);
  const files = await filesOf(join(CLIENT, 'assets'), names);
  if (files.length !== 2) throw new Error(`${files.length} files with texts in ${language}`);
  const paths = new Set<string>();
  for (const file of files) {
    paths.add(`/assets/${basename(file)}`);
    for (const [, name] of (await readFile(file, 'utf8')).matchAll(/from\s*"\.\/([\w.-]+\.js)"/g))
      paths.add(`/assets/${name}`);
  }
  return [...paths];
}

async function builtFrom(
  entry: string,
  library: Partial<LibraryOptions> = { formats: ['es'] },
  more: BuildEnvironmentOptions = {},
): Promise<{ output: Chunk[] }[]> {
  return (await build({
    ...common,
    // Library mode: plain imports, without the preload helper that pages with their own stylesheets would need.
    build: {
      ...into,
      ...more,
      lib: { entry, ...library },
      minify: true,
      // Shared code goes into the module that every page loads anyway, which saves a request.
      rolldownOptions: { output: named, preserveEntrySignatures: 'allow-extension' },
    },
  })) as { output: Chunk[] }[];
}

async function builtRoutes(): Promise<BuiltRoutes> {
  const [manifest = ''] = await filesOf(join(CLIENT, 'assets'), /^manifest-.*\.js$/);
  const [json = ''] = /\{.*\}/s.exec(await readFile(manifest, 'utf8')) ?? [];
  return JSON.parse(json) as BuiltRoutes;
}

/** One stylesheet for all static pages and for what their modules may show, with fonts subset to their characters. */
async function stylesOf(pages: readonly string[]): Promise<string> {
  await mkdir(STYLES, { recursive: true });
  const source = (path: string) => JSON.stringify(join(import.meta.dirname, 'src', path));
  const input = join(STYLES, 'pages.css');
  const lines = [
    '@import "tailwindcss" source(none);',
    ...SHEETS.map((sheet) => `@import ${source(sheet)};`),
    '@source "./pages.txt";',
    `@source ${source('enhance')};`,
  ];
  await writeFile(join(STYLES, 'pages.txt'), classesIn(pages.join('')).join('\n'));
  await writeFile(input, lines.join('\n'));
  const list = join(CLIENT, 'page-styles.json');
  await build({
    ...common,
    plugins: [tailwindcss()],
    build: { ...into, ...styleOptions, manifest: 'page-styles.json', rolldownOptions: { input } },
  });
  const built = JSON.parse(await readFile(list, 'utf8')) as Record<string, { file: string }>;
  const file = join(CLIENT, built['build/styles/pages.css']!.file);
  const written = [...pages, ...output.map(({ code }) => code ?? '')].join('');
  const styles = await subsetFonts(await readFile(file, 'utf8'), written, CLIENT);
  // The styles are inlined into the pages, so the file is no longer needed.
  await Promise.all([list, file].map((path) => rm(path)));
  return styles;
}

/** The script that runs before the first paint, made smaller, and what follows it. */
function withBeforePaint(html: string, next = ''): string {
  const written = `<script>${beforePaintSource}</script>`;
  if (!html.includes(written)) throw new Error('a page has no script before its first paint');
  return html.replace(written, () => `<script>${beforePaint}</script>${next}`);
}

function finish(page: string): string {
  const html = withBeforePaint(page);
  const modules = modulesOf(html);
  const early = modules.filter(({ fileName }) => `/${fileName}` !== script);
  const used = usedStyles(styles, html, [beforePaint, ...modules.map(({ code }) => code ?? '')]);
  const finished = html
    // React preloads every picture of the first screen; only the large one is worth preloading.
    .replace(/<link rel="preload" as="image" href="[^"]*"\/>/g, '')
    .replace(
      /<link rel="stylesheet"[^>]*>/,
      () =>
        `${early.map(({ fileName }) => `<link rel="modulepreload" href="/${fileName}"/>`).join('')}<style>${used}</style>`,
    )
    .replace(`src="/${SCRIPT}"`, `src="${script}"`);
  if (/<link rel="stylesheet"|src="\/src\/|__reactRouter/.test(finished))
    throw new Error('a static page was not finished');
  return finished;
}

/** The modules that a page loads: the common one, those that its elements name, and their imports. */
function modulesOf(html: string): Chunk[] {
  const files = output
    .filter(({ fileName, facadeModuleId }) => {
      const name = /\/enhance\/([\w-]+)\.ts$/.exec(facadeModuleId ?? '')?.[1];
      return `/${fileName}` === script || (name !== undefined && html.includes(`data-enhance="${name}"`));
    })
    .flatMap(({ fileName, imports = [] }) => [fileName, ...imports]);
  return output.filter(({ fileName }) => files.includes(fileName));
}

async function filesOf(dir: string, kind: RegExp): Promise<string[]> {
  return (await readdir(dir, { recursive: true })).filter((path) => kind.test(path)).map((path) => join(dir, path));
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  const brotli = await promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? 6 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  await Promise.all([
    writeFile(`${path}.br`, brotli),
    promisify(gzip)(bytes, { level: 9 }).then((zipped) => writeFile(`${path}.gz`, zipped)),
  ]);
}
