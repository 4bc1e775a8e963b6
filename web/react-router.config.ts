import type { Config } from '@react-router/dev/config';

/** Public pages are written at build time; the apps start from the fallback page in the browser. */
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
    '/unauthorized',
    '/404',
  ],
} satisfies Config;
