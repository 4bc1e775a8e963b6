import type { Config } from '@react-router/dev/config';
import { modelCardPages } from './model-cards.ts';
import { modelCardPath } from './src/content/model-card.ts';

/** Public pages are prerendered at build time; the apps start in the browser from the fallback page. */
export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: false,
  prerender: [
    '/',
    '/second-opinion',
    '/duaicheck-trial',
    '/privacy-policy',
    '/terms-of-service',
    '/cookie-policy',
    '/press',
    '/duaicheck/models',
    ...modelCardPages().map(({ id }) => modelCardPath(id)),
    '/unauthorized',
    '/404',
  ],
} satisfies Config;
