import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A point in time: `timestamptz` in the database, a Date in code. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Bytes, such as hashes; drizzle has no `bytea` of its own. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
