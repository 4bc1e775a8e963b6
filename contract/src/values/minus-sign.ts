/** Of a number as it was written: Intl and String begin a negative one with a hyphen, people read the minus sign (U+2212). */
export const withMinus = (written: string | number): string => String(written).replace('-', '−');
