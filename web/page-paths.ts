import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from './src/routes.ts';

const pathsIn = (entries: readonly RouteConfigEntry[], parent: string): string[] =>
  entries.flatMap(({ path, children }) => {
    const full = path ? `${parent}/${path}` : parent;
    return children ? pathsIn(children, full) : [full || '/'];
  });

/**
 * The path of every page, with its parameters (`/second-opinion/cases/:caseId`); the page for unknown paths has none. Model
 * cards are left out: each is a static page of its own, and other card paths do not exist.
 */
export const PAGE_PATHS: readonly string[] = pathsIn(routes, '').filter(
  (path) => !path.includes('*') && !path.startsWith('/duaicheck/models/'),
);
