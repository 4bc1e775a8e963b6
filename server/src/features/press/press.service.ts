import type { press as contract } from '@duai/contract';
import type { z } from 'zod';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { createKept } from '../../core/kept.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import * as store from './press.store.ts';
import { atomFeed } from './press-feed.ts';
import { SAMPLE_RELEASES } from './sample-releases.ts';
import { sanitiseRelease } from './sanitise-release.ts';

export type Press = ReturnType<typeof createPress>;
type ReleaseBody = z.output<typeof contract.pressReleaseBody>;
type ReleaseChange = z.output<typeof contract.pressReleaseChange>;
type AnnouncementBody = z.output<typeof contract.announcementBody>;

/** Press releases and announcements of the news banner: public to read, edited by operators. */
export function createPress(
  { db, clock, log }: Pick<Parts, 'db' | 'clock' | 'log'>,
  { audit, publicUrl }: { audit: Audit; publicUrl: () => string },
) {
  const present = ({ id, title, date, content, linkUrl }: store.ReleaseRow): contract.PressRelease => ({
    id,
    title,
    date,
    content,
    linkUrl,
  });
  const presentEdited = (row: store.ReleaseRow): contract.EditedRelease => ({
    ...present(row),
    isPublished: row.isPublished,
    changedAt: row.changedAt.toISOString(),
  });
  const presentAnnouncement = ({ id, title, linkText, linkUrl }: store.AnnouncementRow): contract.Announcement => ({
    id,
    title,
    linkText,
    linkUrl,
  });
  /** @throws AppError PRESS_TEXT_EMPTY */
  const clean = <Body extends { content: string }>(body: Body): Body => {
    const content = sanitiseRelease(body.content);
    if (!content) throw new AppError('PRESS_TEXT_EMPTY');
    return { ...body, content };
  };

  /** @throws AppError RELEASE_CHANGED where it is no longer the release that was seen */
  async function lockSeen(tx: Tx, id: string, seen: string): Promise<store.ReleaseRow> {
    const row = await store.lockRelease(tx, id);
    if (!row) throw notFound('press release');
    if (row.changedAt.getTime() !== Date.parse(seen)) throw new AppError('RELEASE_CHANGED');
    return row;
  }

  const open = () => store.findOpenReleases(db.drizzle, clock.now());
  const current = () => store.findCurrentAnnouncements(db.drizzle, clock.now());
  const news = async (): Promise<contract.Announcement[]> => (await current()).map(presentAnnouncement);
  const newest = createKept<contract.Announcement | null>(async () => (await news())[0] ?? null, {
    clock,
    whenUnknown: null,
    onError: (err) => log.error({ err }, 'the current announcement could not be read'),
  });

  return {
    /** The newest announcement, for the pages. */
    currentAnnouncement: newest.current,
    releases: async (): Promise<contract.PressRelease[]> => (await open()).map(present),
    editedReleases: async (): Promise<contract.EditedRelease[]> =>
      (await store.findReleases(db.drizzle)).map(presentEdited),
    feed: async (): Promise<string> => atomFeed(await open(), publicUrl()),
    news,
    editedAnnouncements: async (): Promise<z.output<typeof contract.editedAnnouncementSchema>[]> =>
      (await current()).map((row) => ({ ...presentAnnouncement(row), lastDay: lastDayOf(row.endsAt) })),

    /** @throws AppError PRESS_TEXT_EMPTY */
    create: (context: Context, body: ReleaseBody): Promise<contract.EditedRelease> =>
      db.transaction(async (tx) => {
        const now = clock.now();
        const row = await store.insertRelease(tx, { ...clean(body), id: newId(), createdAt: now, changedAt: now });
        const action = row.isPublished ? 'press.publish' : 'press.keep-draft';
        await audit.record(tx, context, { action, subjectType: 'press-release', subjectId: row.id });
        return presentEdited(row);
      }),
    /** @throws AppError PRESS_TEXT_EMPTY, RELEASE_CHANGED where it is no longer the release that was seen */
    change: (context: Context, id: string, { seen, ...body }: ReleaseChange): Promise<contract.EditedRelease> =>
      db.transaction(async (tx) => {
        const before = await lockSeen(tx, id, seen);
        const row = await store.updateRelease(tx, id, { ...clean(body), changedAt: clock.now() });
        const isSwitched = row.isPublished !== before.isPublished;
        const action = isSwitched ? (row.isPublished ? 'press.publish' : 'press.withdraw') : 'press.change';
        await audit.record(tx, context, { action, subjectType: 'press-release', subjectId: id });
        return presentEdited(row);
      }),
    /** @throws AppError RELEASE_CHANGED where it is no longer the release that was seen */
    remove: (context: Context, id: string, seen: string): Promise<void> =>
      db.transaction(async (tx) => {
        await lockSeen(tx, id, seen);
        await store.deleteRelease(tx, id);
        await audit.record(tx, context, { action: 'press.delete', subjectType: 'press-release', subjectId: id });
      }),
    announce: async (context: Context, { lastDay, ...body }: AnnouncementBody): Promise<contract.Announcement> => {
      const announced = await db.transaction(async (tx) => {
        const endsAt = lastDay ? endOf(lastDay) : null;
        const row = await store.insertAnnouncement(tx, { ...body, id: newId(), createdAt: clock.now(), endsAt });
        await audit.record(tx, context, { action: 'press.announce', subjectType: 'announcement', subjectId: row.id });
        return presentAnnouncement(row);
      });
      newest.forget();
      return announced;
    },
    /** @throws AppError ANNOUNCEMENT_ENDED where it was already ended, so that the first end is not overwritten */
    endAnnouncement: async (context: Context, id: string): Promise<void> => {
      await db.transaction(async (tx) => {
        const row = await store.lockAnnouncement(tx, id);
        if (!row) throw notFound('announcement');
        if (row.endedAt) throw new AppError('ANNOUNCEMENT_ENDED');
        await store.endAnnouncement(tx, id, clock.now());
        await audit.record(tx, context, {
          action: 'press.end-announcement',
          subjectType: 'announcement',
          subjectId: id,
        });
      });
      newest.forget();
    },
    async seedSample(tx: Tx): Promise<void> {
      const now = clock.now();
      for (const body of SAMPLE_RELEASES)
        await store.insertRelease(tx, {
          ...clean({ ...body, isPublished: true }),
          id: newId(),
          createdAt: now,
          changedAt: now,
        });
    },
  };
}

/** The end of a day (UTC), which is the beginning of the next. */
const endOf = (day: string): Date => later(new Date(day), DAY_MS);
const lastDayOf = (end: Date | null): string | null => end && later(end, -DAY_MS).toISOString().slice(0, 10);
