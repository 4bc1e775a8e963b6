import { createContext, useContext } from 'react';
import { useMatches } from 'react-router';

/** True while the fallback page of the apps is rendered at build time. */
export const FallbackPage = createContext(false);

/**
 * A route with this handle is a static page: HTML written at build time, no React at run time. Its behaviour comes from small
 * modules in enhance/ (docs/architecture.md, "A public page").
 */
export const STATIC_PAGE = { isStatic: true } as const;

/** Whether the page being rendered is a static one. */
export function useIsStaticPage(): boolean {
  const isFallback = useContext(FallbackPage);
  const isStatic = useMatches().some(({ handle }) => handle === STATIC_PAGE);
  return isStatic && !isFallback;
}
