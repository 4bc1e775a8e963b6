import type { press as contract } from '@duai/contract';
import { desc, eq, isNull } from 'drizzle-orm';
import sanitizeHtml from 'sanitize-html';
import type { z } from 'zod';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import { createNewest } from './newest-announcement.ts';
import { announcements, pressReleases } from './press.tables.ts';
import { atomFeed } from './press-feed.ts';
import { SAMPLE_RELEASES } from './sample-releases.ts';

export type Press = ReturnType<typeof createPress>;
type ReleaseBody = z.output<typeof contract.pressReleaseBody>;
type AnnouncementBody = z.output<typeof contract.announcementBody>;

/**
 * Text, lists, links and headings below the title; no script, style, frame, form or event. Links lead by https, mailto or
 * a path of this site: `//host` and `/\\host` are addresses of other sites (WHATWG URL, "special authority slashes").
 */
const sanitise = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'h3', 'h4', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'blockquote'],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
  });

/** Press releases and the announcements of the news banner: public to read, kept by operators. */
export function createPress(
  { db, clock, log }: Pick<Parts, 'db' | 'clock' | 'log'>,
  { audit, publicUrl }: { audit: Audit; publicUrl: () => string },
) {
  const present = ({ createdAt: _at, ...row }: typeof pressReleases.$inferSelect): contract.PressRelease => row;
  const presentAnnouncement = ({
    id,
    title,
    linkText,
    linkUrl,
  }: typeof announcements.$inferSelect): contract.Announcement => ({ id, title, linkText, linkUrl });
  const clean = (body: ReleaseBody): ReleaseBody => ({ ...body, content: sanitise(body.content) });

  const releases = async (): Promise<contract.PressRelease[]> =>
    (
      await db.drizzle.select().from(pressReleases).orderBy(desc(pressReleases.date), desc(pressReleases.createdAt))
    ).map(present);

  const news = async (): Promise<contract.Announcement[]> =>
    (
      await db.drizzle
        .select()
        .from(announcements)
        .where(isNull(announcements.endedAt))
        .orderBy(desc(announcements.createdAt))
    ).map(presentAnnouncement);
  const newest = createNewest(news, { clock, log });

  return {
    /** The newest announcement, for the pages. */
    currentAnnouncement: newest.current,
    releases,
    feed: async (): Promise<string> => atomFeed(await releases(), publicUrl()),
    news,

    publish: (context: Context, body: ReleaseBody): Promise<contract.PressRelease> =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .insert(pressReleases)
          .values({ ...clean(body), id: newId(), createdAt: clock.now() })
          .returning();
        await audit.record(tx, context, { action: 'press.publish', subjectType: 'press-release', subjectId: row!.id });
        return present(row!);
      }),
    change: (context: Context, id: string, body: ReleaseBody): Promise<contract.PressRelease> =>
      db.transaction(async (tx) => {
        const [row] = await tx.update(pressReleases).set(clean(body)).where(eq(pressReleases.id, id)).returning();
        if (!row) throw notFound('press release');
        await audit.record(tx, context, { action: 'press.change', subjectType: 'press-release', subjectId: id });
        return present(row);
      }),
    withdraw: (context: Context, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const removed = await tx
          .delete(pressReleases)
          .where(eq(pressReleases.id, id))
          .returning({ id: pressReleases.id });
        if (removed.length === 0) throw notFound('press release');
        await audit.record(tx, context, { action: 'press.withdraw', subjectType: 'press-release', subjectId: id });
      }),
    announce: async (context: Context, body: AnnouncementBody): Promise<contract.Announcement> => {
      const announced = await db.transaction(async (tx) => {
        const [row] = await tx
          .insert(announcements)
          .values({ ...body, id: newId(), createdAt: clock.now() })
          .returning();
        await audit.record(tx, context, { action: 'press.announce', subjectType: 'announcement', subjectId: row!.id });
        return presentAnnouncement(row!);
      });
      newest.forget();
      return announced;
    },
    /** @throws AppError ANNOUNCEMENT_ENDED the second time: who ended it and when is not overwritten */
    endAnnouncement: async (context: Context, id: string): Promise<void> => {
      await db.transaction(async (tx) => {
        const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update');
        if (!row) throw notFound('announcement');
        if (row.endedAt) throw new AppError('ANNOUNCEMENT_ENDED');
        await tx.update(announcements).set({ endedAt: clock.now() }).where(eq(announcements.id, id));
        await audit.record(tx, context, {
          action: 'press.end-announcement',
          subjectType: 'announcement',
          subjectId: id,
        });
      });
      newest.forget();
    },
    async seedSample(tx: Tx): Promise<void> {
      for (const body of SAMPLE_RELEASES)
        await tx.insert(pressReleases).values({ ...clean(body), id: newId(), createdAt: clock.now() });
    },
  };
}
