import { and, desc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../core/the-one.ts';
import { announcements, pressReleases } from './press.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;
export type ReleaseRow = typeof pressReleases.$inferSelect;
export type AnnouncementRow = typeof announcements.$inferSelect;

const newestFirst = [desc(pressReleases.date), desc(pressReleases.createdAt)];

/** Published releases whose day has come; a day begins at midnight UTC, as in the feed. */
export const findOpenReleases = (on: Reads, now: Date): Promise<ReleaseRow[]> =>
  on
    .select()
    .from(pressReleases)
    .where(and(eq(pressReleases.isPublished, true), lte(pressReleases.date, now.toISOString().slice(0, 10))))
    .orderBy(...newestFirst);

export const findReleases = (on: Reads): Promise<ReleaseRow[]> =>
  on
    .select()
    .from(pressReleases)
    .orderBy(...newestFirst);

export async function lockRelease(on: Reads, id: string): Promise<ReleaseRow | undefined> {
  const [row] = await on.select().from(pressReleases).where(eq(pressReleases.id, id)).for('update');
  return row;
}

export async function insertRelease(on: Changes, row: typeof pressReleases.$inferInsert): Promise<ReleaseRow> {
  return theOne(await on.insert(pressReleases).values(row).returning());
}

/** The release must be locked by the transaction. */
export async function updateRelease(on: Changes, id: string, change: Partial<ReleaseRow>): Promise<ReleaseRow> {
  return theOne(await on.update(pressReleases).set(change).where(eq(pressReleases.id, id)).returning());
}

export async function deleteRelease(on: Changes, id: string): Promise<void> {
  await on.delete(pressReleases).where(eq(pressReleases.id, id));
}

/** Announcements that are neither ended nor past their last day, the newest first. */
export const findCurrentAnnouncements = (on: Reads, now: Date): Promise<AnnouncementRow[]> =>
  on
    .select()
    .from(announcements)
    .where(and(isNull(announcements.endedAt), or(isNull(announcements.endsAt), gt(announcements.endsAt, now))))
    .orderBy(desc(announcements.createdAt));

export async function lockAnnouncement(on: Reads, id: string): Promise<AnnouncementRow | undefined> {
  const [row] = await on.select().from(announcements).where(eq(announcements.id, id)).for('update');
  return row;
}

export async function insertAnnouncement(
  on: Changes,
  row: typeof announcements.$inferInsert,
): Promise<AnnouncementRow> {
  return theOne(await on.insert(announcements).values(row).returning());
}

export async function endAnnouncement(on: Changes, id: string, at: Date): Promise<void> {
  await on.update(announcements).set({ endedAt: at }).where(eq(announcements.id, id));
}
