import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { leanContract } from './lean-contract.ts';
import { modelCards } from './model-cards.ts';

/** In development Vite serves the pages and proxies everything that the server answers. */
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** Also used for the styles of the static pages (finish-static-pages.ts). */
export const styleOptions = {
  // light-dark() stays as written: one declaration serves both themes.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  // Fonts and icons stay files: the Content-Security-Policy allows no data: fonts.
  assetsInlineLimit: 0,
};

/**
 * What pages share comes in few files: a browser asks for six at a time, and each of 70 small ones costs it more than its bytes.
 * Code that one page alone uses stays with the page.
 */
const SHARED_FILES = [
  {
    name: 'base',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|zod|@tanstack|@messageformat|make-plural)[\\/]|[\\/]contract[\\/]src[\\/]/,
  },
  {
    name: 'parts',
    test: /[\\/]web[\\/]src[\\/](ui[\\/]|lib[\\/]|static-page|app[\\/]public[\\/]not-found-card|features[\\/]console[\\/](loaded|staff[\\/]staff-session))|node_modules[\\/]lucide-react[\\/]/,
  },
  { name: 'viewer', test: /[\\/]web[\\/]src[\\/]viewer[\\/]|[\\/]imaging[\\/]src[\\/]/ },
  { name: 'reading', test: /[\\/]web[\\/]src[\\/]features[\\/]readings[\\/]/ },
].map((group) => ({ ...group, minShareCount: 2 }));

/** The texts of portal and console, by language in their names, so that a page can ask for them first (finish-static-pages.ts). */
const textFiles = (name: string, language: string, files: string) => ({
  name: `${name}-${language}`,
  test: new RegExp(`[\\\\/]texts[\\\\/]compiled[\\\\/]${language}[\\\\/](${files})\\.js$`),
});
const TEXT_FILES = [
  textFiles('workplace', 'en', 'workplace'),
  textFiles('workplace', 'tr', 'workplace'),
  // The other English ones are part of every page.
  textFiles('texts', 'en', 'passwords'),
  textFiles('texts', 'tr', 'passwords|interface|checks'),
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), modelCards(), leanContract(), reactRouter()],
  server: { proxy: { '/api': server, '/dev': server, '/healthz': server, '/readyz': server } },
  build: {
    ...styleOptions,
    ...(!isSsrBuild && {
      rolldownOptions: { output: { codeSplitting: { groups: [...SHARED_FILES, ...TEXT_FILES] } } },
    }),
  },
  // Workers load their codecs on demand, which needs module workers.
  worker: { format: 'es' },
}));
