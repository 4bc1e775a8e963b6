import { type Currency, minorText } from '@duai/contract';

/** An amount with its currency, as on statements: `2.50 EUR`. */
export const moneyText = (minor: number, currency: Currency): string => `${minorText(minor, currency)} ${currency}`;
