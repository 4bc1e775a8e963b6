import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
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

export default defineConfig({
  plugins: [tailwindcss(), modelCards(), reactRouter()],
  server: { proxy: { '/api': server, '/dev': server, '/healthz': server, '/readyz': server } },
  build: styleOptions,
  // Workers load their codecs on demand, which needs module workers.
  worker: { format: 'es' },
});
