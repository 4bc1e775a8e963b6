import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { build, type InlineConfig } from 'vite';
import { subsetFonts } from './subset-fonts.ts';
import { styleOptions } from './vite.config.ts';

/**
 * The last step of the build. Static pages (`<html data-static>`) get the styles that they use written in, the small module
 * of enhance/ instead of React, and fonts cut to the characters they have. No font is announced: the text is there with the
 * first paint, in a face of the reader's system with the same measure (tokens.css). Then scripts, styles and drawings are
 * laid compressed beside themselves; the server compresses the pages once it knows its address.
 */
const CLIENT = join(import.meta.dirname, 'build', 'client');
const STYLES = join(import.meta.dirname, 'build', 'styles');
const SCRIPT = 'src/enhance/site.ts';
/** Sheets that only some pages need, and how one tells. */
const SHEETS_OF_SOME: Record<string, RegExp> = {
  'legal.css': /legal-text|legal-pairs|kept-table/,
  'home.css': /data-home-navigation/,
};

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
const styles = await stylesOf(pages);
const beforePaint = await readFile(join(CLIENT, 'before-paint.js'), 'utf8');

for (const [path, html] of pages) await writeFile(path, finish(html, styles.get(path)!));
for (const path of await filesOf(CLIENT, /\.(js|css|svg)$/)) await compress(path);

/** The stylesheet of each page: what pages of its kind use, and what their modules may show. */
async function stylesOf(pages: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  await mkdir(STYLES, { recursive: true });
  const kinds = Map.groupBy(pages.keys(), (path) =>
    Object.keys(SHEETS_OF_SOME)
      .filter((sheet) => SHEETS_OF_SOME[sheet]!.test(pages.get(path)!))
      .join(),
  );
  const source = (path: string) => JSON.stringify(join(import.meta.dirname, 'src', path));
  const input: string[] = [];
  for (const [ofSome, paths] of kinds) {
    const sheets = ['tokens.css', 'app/public/public.css'];
    if (ofSome) sheets.push(...ofSome.split(',').map((sheet) => `app/public/${sheet}`));
    const lines = [
      '@import "tailwindcss" source(none);',
      ...sheets.map((sheet) => `@import ${source(sheet)};`),
      `@source "./pages-${input.length}.txt";`,
      `@source ${source('enhance')};`,
    ];
    const file = join(STYLES, `pages-${input.length}.css`);
    await writeFile(file.replace(/css$/, 'txt'), paths.flatMap((path) => classesIn(pages.get(path)!)).join('\n'));
    await writeFile(file, lines.join('\n'));
    input.push(file);
  }
  const list = join(CLIENT, 'page-styles.json');
  await build({
    ...common,
    plugins: [tailwindcss()],
    build: { ...into, ...styleOptions, manifest: 'page-styles.json', rolldownOptions: { input } },
  });
  const built = JSON.parse(await readFile(list, 'utf8')) as Record<string, { file: string }>;
  const files = input.map((_, kind) => join(CLIENT, built[`build/styles/pages-${kind}.css`]!.file));
  const written = [...pages.values(), ...output.map(({ code }) => code ?? '')].join('');
  const small = await subsetFonts(await Promise.all(files.map((file) => readFile(file, 'utf8'))), written, CLIENT);
  // Written into the pages, the files are of no further use.
  await Promise.all([list, ...files].map((file) => rm(file)));
  return new Map([...kinds.values()].flatMap((paths, kind) => paths.map((path) => [path, small[kind]!] as const)));
}

/** The class names of a page, as they are, not as HTML writes them: `[&_p]:mt-3` stands there as `[&amp;_p]:mt-3`. */
function classesIn(html: string): string[] {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
  const names = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list]) => list!.split(' '));
  return [...new Set(names)].map((name) => name.replace(/&(#?\w+);/g, (as, sign: string) => signs[sign] ?? as));
}

function finish(html: string, styles: string): string {
  const ownModules = output
    .filter(({ facadeModuleId }) => {
      const name = /\/enhance\/([\w-]+)\.ts$/.exec(facadeModuleId ?? '')?.[1];
      return name !== undefined && html.includes(`data-enhance="${name}"`);
    })
    .flatMap(({ fileName, imports = [] }) => [fileName, ...imports])
    .map((fileName) => `/${fileName}`)
    .filter((href) => href !== script);
  const early = [...new Set(ownModules)].map((href) => `<link rel="modulepreload" href="${href}"/>`);
  const finished = html
    .replace(/<link rel="stylesheet"[^>]*>/, () => `${early.join('')}<style>${styles}</style>`)
    .replace('<script src="/before-paint.js"></script>', () => `<script>${beforePaint}</script>`)
    .replace(`src="/${SCRIPT}"`, `src="${script}"`);
  if (/<link rel="stylesheet"|src="\/src\/|__reactRouter/.test(finished))
    throw new Error('a static page was not finished');
  return finished;
}

async function filesOf(dir: string, kind: RegExp): Promise<string[]> {
  return (await readdir(dir, { recursive: true })).filter((path) => kind.test(path)).map((path) => join(dir, path));
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  const brotli = await promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  await Promise.all([
    writeFile(`${path}.br`, brotli),
    promisify(gzip)(bytes, { level: 9 }).then((zipped) => writeFile(`${path}.gz`, zipped)),
  ]);
}
