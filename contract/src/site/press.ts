import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { dayFromTodaySchema, daySchema, idSchema, okAnswer, requiredText, timeSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';

export const pressReleaseSchema = z.object({
  id: idSchema,
  title: z.string(),
  date: z.iso.date(),
  content: z.string(),
  linkUrl: z.string(),
});
export type PressRelease = z.infer<typeof pressReleaseSchema>;
export const announcementSchema = z.object({
  id: idSchema,
  title: z.string(),
  linkText: z.string(),
  linkUrl: z.string(),
});
export type Announcement = z.infer<typeof announcementSchema>;
/** A press release as its editors see it, including unpublished ones. */
export const editedReleaseSchema = pressReleaseSchema.extend({
  /** Visible to visitors from its date on. */
  isPublished: z.boolean(),
  changedAt: timeSchema,
});
export type EditedRelease = z.infer<typeof editedReleaseSchema>;
/** An announcement as its editors see it, with the last day (UTC) on which it shows. */
export const editedAnnouncementSchema = announcementSchema.extend({ lastDay: z.iso.date().nullable() });
/** Placeholders in the built pages for the current announcement; the server replaces them with escaped text. */
export const ANNOUNCEMENT_PLACE = {
  title: '{{announcement title}}',
  linkText: '{{announcement link text}}',
  linkUrl: '{{announcement link address}}',
} as const satisfies Omit<Announcement, 'id'>;

const LINK_RULE = 'LINK_INVALID';
/** `//host` and `/\\host` lead to other sites (WHATWG URL, "special authority slashes"). */
const isLink = (text: string): boolean =>
  /^\/(?![/\\])\S*$/.test(text) || z.url({ protocol: /^https$/ }).safeParse(text).success;
const linkUrl = z.string().max(2000, 'TOO_LONG');
const releaseTexts = z.object({
  title: requiredText,
  date: daySchema,
  content: z.string().min(1, 'REQUIRED').max(LIMITS.reportTextMaxLength, 'TOO_LONG'),
  linkUrl: linkUrl.refine((text) => text === '' || isLink(text), LINK_RULE),
});
/** The `changedAt` of the release that the editor sees. */
const seenTime = timeSchema;
export const pressReleaseBody = releaseTexts.extend({ isPublished: z.boolean().default(true) });
export const pressReleaseChange = releaseTexts.extend({
  seen: seenTime,
  /** Without it the release stays published, or a draft, as it is. */
  isPublished: z.boolean().optional(),
});
export const announcementBody = z.object({
  title: requiredText,
  linkText: requiredText,
  linkUrl: linkUrl.refine(isLink, LINK_RULE),
  /** UTC; today at the earliest, or nobody would see it. */
  lastDay: dayFromTodaySchema.nullish(),
});

export const listPress = defineEndpoint({
  method: 'GET',
  path: '/api/press',
  audience: 'public',
  tag: 'Public',
  summary: 'Press releases that are published and whose day (UTC) has come, newest first',
  answer: z.array(pressReleaseSchema),
});
export const listNews = defineEndpoint({
  method: 'GET',
  path: '/api/news',
  audience: 'public',
  tag: 'Public',
  summary: 'Current announcements, newest first',
  answer: z.array(announcementSchema),
});

export const pressFeed = defineEndpoint({
  method: 'GET',
  path: '/press/feed.xml',
  audience: 'public',
  tag: 'Public',
  summary: 'Press releases as an Atom feed (RFC 4287)',
  produces: 'application/atom+xml',
});

const operations = 'Operations';
const releaseParams = z.object({ releaseId: idSchema });
const announcementParams = z.object({ announcementId: idSchema });
export const listEditedReleases = defineEndpoint({
  method: 'GET',
  path: '/api/console/press',
  audience: 'operator',
  tag: operations,
  summary: 'Every press release, drafts and those of days to come too',
  answer: z.array(editedReleaseSchema),
});
export const createPressRelease = defineEndpoint({
  method: 'POST',
  path: '/api/console/press',
  audience: 'operator',
  tag: operations,
  summary: 'Publish a press release, or keep a draft (HTML is sanitised)',
  body: pressReleaseBody,
  answer: editedReleaseSchema,
  status: 201,
});
export const updatePressRelease = defineEndpoint({
  method: 'PUT',
  path: '/api/console/press/:releaseId',
  audience: 'operator',
  tag: operations,
  summary:
    'Change a press release, publish it, or take it off the page. 409 RELEASE_CHANGED where it has changed since it was seen',
  params: releaseParams,
  body: pressReleaseChange,
  answer: editedReleaseSchema,
});
export const deletePressRelease = defineEndpoint({
  method: 'DELETE',
  path: '/api/console/press/:releaseId',
  audience: 'operator',
  tag: operations,
  summary: 'Delete a press release for good. 409 RELEASE_CHANGED where it has changed since it was seen',
  params: releaseParams,
  query: z.object({ seen: seenTime }),
  answer: okAnswer,
});
export const listEditedAnnouncements = defineEndpoint({
  method: 'GET',
  path: '/api/console/announcements',
  audience: 'operator',
  tag: operations,
  summary: 'Current announcements, newest first, with their last day',
  answer: z.array(editedAnnouncementSchema),
});
export const createAnnouncement = defineEndpoint({
  method: 'POST',
  path: '/api/console/announcements',
  audience: 'operator',
  tag: operations,
  summary: 'Announce in the news banner',
  body: announcementBody,
  answer: announcementSchema,
  status: 201,
});
export const endAnnouncement = defineEndpoint({
  method: 'DELETE',
  path: '/api/console/announcements/:announcementId',
  audience: 'operator',
  tag: operations,
  summary: 'End an announcement',
  params: announcementParams,
  answer: okAnswer,
});
