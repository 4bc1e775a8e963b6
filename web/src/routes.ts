import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Route table (specification, section 2, and decisions.md "New pages"). */
export default [
  layout('app/public/layout.tsx', [
    index('app/public/home.tsx'),
    route('privacy-policy', 'app/public/privacy-policy.tsx'),
    route('terms-of-service', 'app/public/terms-of-service.tsx'),
    route('unauthorized', 'app/public/unauthorized.tsx'),
    route('*', 'app/public/not-found.tsx'),
  ]),
] satisfies RouteConfig;
