import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Written by the build from `web/src/routes.ts`: the path pattern of every page, with the modules that it needs. */
export const PAGE_PATHS_FILE = 'page-paths.json';

/** Valid values of parameters; other paths are not pages. */
const PARAMETERS: Readonly<Record<string, string>> = { caseId: '[0-9a-f-]{36}', scanId: '[\\w-]+' };
const ANYTHING = '[^/]{1,200}';

/** Converts `/cases/:caseId` or `/verify/:sha256?` (optional) to a regular expression. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').filter(Boolean);
  const pattern = segments.map((segment) => {
    const [, name, optional] = /^:(\w+)(\??)$/.exec(segment) ?? [];
    if (!name) return `/${segment.replaceAll(/[^\w-]/g, '\\$&')}`;
    return `(?:/${PARAMETERS[name] ?? ANYTHING})${optional}`;
  });
  return new RegExp(`^${pattern.join('') || '/'}$`);
}

/** Returns a function that gives the modules of the page at a path of the built website; undefined where no page is. */
export async function openPagePaths(websiteDir: string): Promise<(path: string) => readonly string[] | undefined> {
  const pages: Record<string, string[]> = JSON.parse(await readFile(join(websiteDir, PAGE_PATHS_FILE), 'utf8'));
  const patterns = Object.entries(pages).map(([path, modules]) => ({ pattern: patternOf(path), modules }));
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.modules;
}
