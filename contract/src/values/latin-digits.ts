const ZERO = { arabicIndic: 0x0660, persian: 0x06f0 };

/** Arabic-Indic and Persian digits, as keyboards of these languages write them, by the digits that codes and dates are made of. */
export const latinDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ZERO.arabicIndic))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - ZERO.persian));
