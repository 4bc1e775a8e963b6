export { registerMailboxRoutes } from './notifications.routes.ts';
export { type Contact, createNotifications, type Notifications, type Reader } from './notifications.service.ts';
