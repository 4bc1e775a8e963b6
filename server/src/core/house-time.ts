/** The time zone of the house: on paper, and of times in images that state no offset (no daylight saving since 2016). */
export const HOUSE_ZONE = 'Europe/Istanbul';
/** As PS3.3 C.12.1.1.8 writes it. */
export const HOUSE_UTC_OFFSET = '+0300';

/** The day of the house (YYYY-MM-DD) at a time. */
export const houseDay = (at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: HOUSE_ZONE }).format(at);
