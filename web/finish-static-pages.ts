import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { build, type InlineConfig } from 'vite';
import { subsetFonts } from './subset-fonts.ts';
import { styleOptions } from './vite.config.ts';

/**
 * The last step of the build. Static pages (`<html data-static>`) get their own styles written in, the small module of
 * enhance/ instead of React, their fonts cut to the characters they have, and those of the first screen announced. Then scripts, styles and
 * drawings are laid compressed beside themselves; the server compresses the pages once it knows its address.
 */
const CLIENT = join(import.meta.dirname, 'build', 'client');
const SCRIPT = 'src/enhance/site.ts';
const STYLES = 'src/static-pages.css';
/** Faces of the first screen: text and headline, Latin. */
const EARLY_FONTS = /(inter|source-serif-4)-latin-wght-normal-subset-[\w-]+\.woff2/;

interface Chunk {
  type: 'chunk' | 'asset';
  fileName: string;
  facadeModuleId?: string | null;
  code?: string;
  imports?: string[];
}

const common: InlineConfig = { root: import.meta.dirname, configFile: false, logLevel: 'warn' };
const into = { outDir: CLIENT, emptyOutDir: false, copyPublicDir: false };
const named = { entryFileNames: 'assets/[name]-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' };
const modules = (await build({
  ...common,
  // Library mode: plain imports, without the loader that a page with styles of its own would need.
  build: { ...into, lib: { entry: SCRIPT, formats: ['es'] }, minify: true, rolldownOptions: { output: named } },
})) as { output: Chunk[] }[];
const { output: files } = (await build({
  ...common,
  plugins: [tailwindcss()],
  build: { ...into, ...styleOptions, rolldownOptions: { input: STYLES } },
})) as { output: Chunk[] };
const output = [...modules.flatMap(({ output }) => output), ...files];

const built = (isIt: (chunk: Chunk) => boolean): string => {
  const chunk = output.find(isIt);
  if (!chunk) throw new Error('the build of the static pages lacks a file');
  return `/${chunk.fileName}`;
};
const module = (name: string) => built(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${name}`) ?? false);
const script = module(SCRIPT);
const pages = new Map<string, string>();
for (const path of await filesOf(CLIENT, /\.html$/)) {
  const html = await readFile(path, 'utf8');
  if (/<html[^>]* data-static/.test(html)) pages.set(path, html);
}
const stylesheet = join(
  CLIENT,
  built(({ fileName }) => /static-pages-.*\.css$/.test(fileName)),
);
const written = [...pages.values(), ...modules.flatMap(({ output }) => output.map(({ code }) => code ?? ''))].join('');
const styles = await subsetFonts(await readFile(stylesheet, 'utf8'), written, CLIENT);
const beforePaint = await readFile(join(CLIENT, 'before-paint.js'), 'utf8');
const fonts = [...new Set(styles.match(new RegExp(`/assets/${EARLY_FONTS.source}`, 'g')))];

for (const [path, html] of pages) await writeFile(path, finish(html));
for (const path of await filesOf(CLIENT, /\.(js|css|svg)$/)) await compress(path);

function finish(html: string): string {
  const ownModules = output
    .filter(({ facadeModuleId }) => {
      const name = /\/enhance\/([\w-]+)\.ts$/.exec(facadeModuleId ?? '')?.[1];
      return name !== undefined && html.includes(`data-enhance="${name}"`);
    })
    .flatMap(({ fileName, imports = [] }) => [fileName, ...imports])
    .map((fileName) => `/${fileName}`)
    .filter((href) => href !== script);
  const early = [
    ...fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin="anonymous"/>`),
    ...[...new Set(ownModules)].map((href) => `<link rel="modulepreload" href="${href}"/>`),
  ];
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
