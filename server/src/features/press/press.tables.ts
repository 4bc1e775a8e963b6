import { date, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const pressReleases = pgTable('press_releases', {
  id: uuid().primaryKey(),
  title: text().notNull(),
  date: date({ mode: 'string' }).notNull(),
  content: text().notNull(),
  linkUrl: text('link_url').notNull(),
  createdAt: time('created_at').notNull(),
});

export const announcements = pgTable('announcements', {
  id: uuid().primaryKey(),
  title: text().notNull(),
  linkText: text('link_text').notNull(),
  linkUrl: text('link_url').notNull(),
  createdAt: time('created_at').notNull(),
  endedAt: time('ended_at'),
});
