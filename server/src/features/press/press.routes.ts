import { press as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Press } from './press.service.ts';

const OK = { ok: true as const };

export function registerPressRoutes(route: Route, press: Press): void {
  route(contract.listPress, () => press.releases());
  route(contract.listNews, () => press.news());
  route(contract.pressFeed, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300');
    return press.feed();
  });
  route(contract.listEditedReleases, () => press.editedReleases());
  route(contract.createPressRelease, ({ context, body }) => press.create(context, body));
  route(contract.updatePressRelease, ({ context, params, body }) => press.change(context, params.releaseId, body));
  route(contract.deletePressRelease, async ({ context, params, query }) => {
    await press.remove(context, params.releaseId, query.seen);
    return OK;
  });
  route(contract.listEditedAnnouncements, () => press.editedAnnouncements());
  route(contract.createAnnouncement, ({ context, body }) => press.announce(context, body));
  route(contract.endAnnouncement, async ({ context, params }) => {
    await press.endAnnouncement(context, params.announcementId);
    return OK;
  });
}
