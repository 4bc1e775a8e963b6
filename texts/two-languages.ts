/** Groups without Arabic: portal and console speak English and Turkish, and reports are written in these. */
export const TWO_LANGUAGES: ReadonlySet<string> = new Set(['documents', 'workplace']);
