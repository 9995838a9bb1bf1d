import type { FastifyInstance, FastifyRequest } from 'fastify';

import { NoQuery } from '#server/gateway/gateway-requests.ts';
import { allOf, readQuery } from '#server/service/read-request.ts';
import { signedInOf } from '#server/sign-in/sign-in.ts';

import type { Notifications } from './notifications.ts';

/** Notifications of the signed-in person at `/notifications`: list, count, mark as read, send held mails. */
export function notificationRoutes(notifications: Notifications) {
  const folderOf = (request: FastifyRequest) => {
    allOf({ query: readQuery(request.url, NoQuery) });
    return notifications.folderOf(signedInOf(request));
  };
  return async (app: FastifyInstance): Promise<void> => {
    forgetOldNotifications(app, notifications);
    app.get('/notifications', (request) => notifications.list(folderOf(request)));
    app.get('/notifications/count', (request) => notifications.count(folderOf(request)));
    app.post('/notifications/read', async (request, reply) => {
      await notifications.markRead(folderOf(request));
      return reply.code(204).send();
    });
    app.post('/notifications/held', async (request, reply) => {
      await notifications.sendHeld(folderOf(request));
      return reply.code(204).send();
    });
  };
}

/** Deletes old notifications at startup and every hour. */
function forgetOldNotifications(app: FastifyInstance, notifications: Notifications): void {
  const forget = () =>
    notifications.forgetOld().catch((error: unknown) => app.log.error({ err: error }, 'old notifications stay'));
  const timer = setInterval(() => void forget(), 3_600_000).unref();
  app.addHook('onReady', forget);
  app.addHook('onClose', async () => clearInterval(timer));
}
