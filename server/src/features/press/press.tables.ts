import { boolean, date, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export const pressReleases = pgTable('press_releases', {
  id: uuid().primaryKey(),
  title: text().notNull(),
  date: date({ mode: 'string' }).notNull(),
  content: text().notNull(),
  linkUrl: text('link_url').notNull(),
  createdAt: time('created_at').notNull(),
  changedAt: time('changed_at').notNull(),
  isPublished: boolean('is_published').notNull(),
});

export const announcements = pgTable('announcements', {
  id: uuid().primaryKey(),
  title: text().notNull(),
  linkText: text('link_text').notNull(),
  linkUrl: text('link_url').notNull(),
  createdAt: time('created_at').notNull(),
  endedAt: time('ended_at'),
  endsAt: time('ends_at'),
});
