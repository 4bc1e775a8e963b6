const ZERO = { arabicIndic: 0x0660, persian: 0x06f0 };

/** Replaces Arabic-Indic and Persian digits, which keyboards of these languages type, with ASCII digits. */
export const latinDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ZERO.arabicIndic))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - ZERO.persian));
