/** Intl and String write a negative number with a hyphen; this replaces it with the minus sign (U+2212). */
export const withMinus = (written: string | number): string => String(written).replace('-', '−');
