import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { build, type InlineConfig, minify } from 'vite';
import { PAGE_PATHS } from './page-paths.ts';
import { subsetFonts } from './subset-fonts.ts';
import { classesIn, usedStyles } from './used-styles.ts';
import { styleOptions } from './vite.config.ts';

/** The best compression of megabytes takes many seconds of a build. */
const LARGE_BYTES = 1_000_000;

/**
 * The last step of the build. Static pages (`<html data-static>`) get the styles that they use written in, the small module
 * of enhance/ instead of React, and fonts cut to the characters they have. No font is announced: the text is there with the
 * first paint, in a face of the reader's system with the same measure (tokens.css). Then scripts, styles and drawings are
 * laid compressed beside themselves; the server compresses the pages once it knows its address.
 */
const CLIENT = join(import.meta.dirname, 'build', 'client');
const STYLES = join(import.meta.dirname, 'build', 'styles');
const SCRIPT = 'src/enhance/site.ts';
/** The sheets of all static pages; each page keeps what it uses of them. */
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
const modules = (await build({
  ...common,
  // Library mode: plain imports, without the loader that a page with styles of its own would need.
  build: {
    ...into,
    lib: { entry: SCRIPT, formats: ['es'] },
    minify: true,
    // What pages share lies in the module that each of them loads anyway: one file less to fetch.
    rolldownOptions: { output: named, preserveEntrySignatures: 'allow-extension' },
  },
})) as { output: Chunk[] }[];
const output = modules.flatMap(({ output }) => output);
const script = `/${output.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${SCRIPT}`))!.fileName}`;
const styles = await stylesOf([...pages.values()]);
const beforePaint = (await minify('before-paint.js', await readFile(join(CLIENT, 'before-paint.js'), 'utf8'))).code;

for (const [path, html] of pages) await writeFile(path, finish(html));
// Which paths the server answers with the application (server/src/http/page-paths.ts).
await writeFile(join(CLIENT, 'page-paths.json'), JSON.stringify(PAGE_PATHS));
for (const path of await filesOf(CLIENT, /\.(js|css|svg|wasm)$/)) await compress(path);

/** One stylesheet for all static pages, and what their modules may show, with fonts cut to the characters of them. */
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
  // Written into the pages, the file is of no further use.
  await Promise.all([list, file].map((path) => rm(path)));
  return styles;
}

function finish(html: string): string {
  const modules = modulesOf(html);
  const early = modules.filter(({ fileName }) => `/${fileName}` !== script);
  const used = usedStyles(styles, html, [beforePaint, ...modules.map(({ code }) => code ?? '')]);
  const finished = html
    // React announces every picture of the first screen; the large one alone is worth being asked for before the rest.
    .replace(/<link rel="preload" as="image" href="[^"]*"\/>/g, '')
    .replace(
      /<link rel="stylesheet"[^>]*>/,
      () =>
        `${early.map(({ fileName }) => `<link rel="modulepreload" href="/${fileName}"/>`).join('')}<style>${used}</style>`,
    )
    .replace('<script src="/before-paint.js"></script>', () => `<script>${beforePaint}</script>`)
    .replace(`src="/${SCRIPT}"`, `src="${script}"`);
  if (/<link rel="stylesheet"|src="\/src\/|__reactRouter/.test(finished))
    throw new Error('a static page was not finished');
  return finished;
}

/** The modules that a page loads: the one of all pages, those its parts name, and what these import. */
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
