/** Groups without Arabic: portal and console are in English and Turkish, and reports are written in these languages. */
export const TWO_LANGUAGES: ReadonlySet<string> = new Set(['documents', 'workplace']);
