export { registerMailboxRoutes } from './notifications.routes.ts';
export { type Contact, createNotifications, type Notifications } from './notifications.service.ts';
