/** The time zone of the house, for print and for times in images without an offset (no daylight saving since 2016). */
export const HOUSE_ZONE = 'Europe/Istanbul';
/** In the form of PS3.3 C.12.1.1.8. */
export const HOUSE_UTC_OFFSET = '+0300';

/** The calendar day (YYYY-MM-DD) in the time zone of the house. */
export const houseDay = (at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: HOUSE_ZONE }).format(at);
