/** The path of a text in a catalogue: `features.ai.title`. */
export type TextPath<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${TextPath<T[K]>}`;
}[keyof T & string];

/** The text at a path. @throws Error if there is none */
export function textAt<T extends object>(catalogue: T, path: TextPath<T>): string {
  let found: unknown = catalogue;
  for (const key of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[key];
  if (typeof found !== 'string') throw new Error(`no text at ${path}`);
  return found;
}
