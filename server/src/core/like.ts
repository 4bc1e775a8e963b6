/** A pattern for `ilike` that finds a word anywhere; `%` and `_` are letters to a reader. */
export const containing = (word: string): string => `%${beginningWith(word)}`;

/** A pattern for `like` that finds what begins so. */
export const beginningWith = (word: string): string => `${word.replace(/[\\%_]/g, '\\$&')}%`;
