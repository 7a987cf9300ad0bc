import type { FastifyInstance } from 'fastify';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { Values } from '../../platform/wording.ts';
import { addOneClickPage, type Text } from './one-click-page.ts';
import type { Notifications } from './service.ts';
import {
  readUnsubscribeToken,
  UNSUBSCRIBE_PATH,
  type UnsubscribeTarget,
  unsubscribeUrl,
} from './unsubscribe-link.ts';

/** A link that ends the notifications from one source also offers to end all emails of their type. */
export function addUnsubscribePage(
  app: FastifyInstance,
  { keys, notifications }: { keys: Keys; notifications: Notifications },
): void {
  const allOf = ({ userId, type }: UnsubscribeTarget): string => unsubscribeUrl('', keys, { userId, type });
  addOneClickPage(app, UNSUBSCRIBE_PATH, {
    show: async (token, text) => {
      const target = readUnsubscribeToken(keys, token);
      if (target === null) return invalid(text);
      const label = text('unsubscribe.button');
      if (target.sourceId === undefined)
        return {
          status: 200,
          text: text('unsubscribe.question', labelOf(target, text)),
          buttons: [{ label }],
        };
      const name = await notifications.sourceName(target, target.sourceId);
      const forAll = { label, action: allOf(target) };
      if (name === null) return { status: 200, text: text('unsubscribe.source.gone'), buttons: [forAll] };
      const question = text('unsubscribe.source.question', { name });
      return { status: 200, text: question, buttons: [{ label: text('unsubscribe.source.button') }, forAll] };
    },
    end: async (token, text) => {
      const target = readUnsubscribeToken(keys, token);
      if (target === null) return invalid(text);
      await notifications.unsubscribe(target);
      if (target.sourceId === undefined)
        return { status: 200, text: text('unsubscribe.done', labelOf(target, text)), buttons: [] };
      const name = await notifications.sourceName(target, target.sourceId);
      const done =
        name === null ? text('unsubscribe.source.gone') : text('unsubscribe.source.done', { name });
      return {
        status: 200,
        text: done,
        buttons: [{ label: text('unsubscribe.button'), action: allOf(target) }],
      };
    },
  });
}

function invalid(text: Text) {
  return { status: 404, text: text('unsubscribe.invalid'), buttons: [] };
}

function labelOf({ type }: UnsubscribeTarget, text: Text): Values {
  return { label: text(`notices.${type}.label`) };
}
