import type { FastifyInstance } from 'fastify';
import type { Keys } from '../../platform/crypto/keys.ts';
import { addOneClickPage } from '../notifications/index.ts';
import type { EmailAlerts } from './email-alerts.ts';

const PURPOSE = 'email-alert-end';
const PATH = '/alerts/unsubscribe';

/** Does not expire, because people keep emails for years. */
export function emailAlertEndUrl(baseUrl: string, keys: Keys, id: string): string {
  return `${baseUrl}${PATH}?token=${keys.token(PURPOSE, id)}`;
}

/** Adds the page behind the unsubscribe link of alerts without an account. */
export function addEmailAlertEndPage(
  app: FastifyInstance,
  { keys, alerts }: { readonly keys: Keys; readonly alerts: EmailAlerts },
): void {
  addOneClickPage(app, PATH, {
    show: async (token, text) => {
      const id = keys.readToken(PURPOSE, token);
      if (id === null) return { status: 404, text: text('unsubscribe.invalid'), buttons: [] };
      const name = await alerts.nameOf(id);
      return name === null
        ? { status: 200, text: text('unsubscribe.alert.gone'), buttons: [] }
        : {
            status: 200,
            text: text('unsubscribe.alert.question', { name }),
            buttons: [{ label: text('unsubscribe.source.button') }],
          };
    },
    end: async (token, text) => {
      const id = keys.readToken(PURPOSE, token);
      if (id === null) return { status: 404, text: text('unsubscribe.invalid'), buttons: [] };
      await alerts.end(id);
      return { status: 200, text: text('unsubscribe.alert.gone'), buttons: [] };
    },
  });
}
