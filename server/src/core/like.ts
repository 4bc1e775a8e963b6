/** A pattern for `ilike` that finds a word anywhere; `%` and `_` in the word are escaped. */
export const containing = (word: string): string => `%${beginningWith(word)}`;

/** A pattern for `like` that finds texts with this beginning. */
export const beginningWith = (word: string): string => `${word.replace(/[\\%_]/g, '\\$&')}%`;
