interface BuiltRoute {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports?: readonly string[];
}
/** What React Router writes about its routes (`assets/manifest-….js`). */
export interface BuiltRoutes {
  readonly routes: Readonly<Record<string, BuiltRoute>>;
}

/**
 * The modules of each page by its path, with those of the layouts around it: a browser that is told of them with the page
 * fetches them at once, not one layout after the other. Those that the fallback page names itself are left out.
 */
export function modulesOfPages({ routes }: BuiltRoutes, fallback: string): ReadonlyMap<string, readonly string[]> {
  const chainOf = (route: BuiltRoute): BuiltRoute[] => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId];
    return parent ? [...chainOf(parent), route] : [route];
  };
  const pages = new Map<string, readonly string[]>();
  for (const route of Object.values(routes)) {
    const chain = chainOf(route);
    const path = `/${chain.flatMap((one) => one.path || []).join('/')}`;
    const modules = chain.flatMap(({ module, imports = [] }) => [module, ...imports]);
    const named = [...new Set(modules)].filter((module) => !fallback.includes(`"${module}"`));
    // A page at the path of its layout has the modules of both.
    if (named.length >= (pages.get(path)?.length ?? 0)) pages.set(path, named);
  }
  return pages;
}
