import type { UserActor } from '../../platform/actor.ts';
import { found, invalidState } from '../../platform/errors/app-error.ts';
import { t } from '../../platform/errors/sentence.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { MachineTranslation } from '../machine-translation/index.ts';
import { findConversation } from './conversations.repository.ts';
import type { Conversations } from './conversations.service.ts';
import { viewerOf } from './sides.ts';
import {
  addTranslation,
  findContent,
  listTranslations,
  type MessageTranslation,
} from './translations.repository.ts';

type TranslationsParts = Pick<Platform, 'db' | 'clock'> & {
  readonly conversations: Conversations;
  readonly translation: MachineTranslation;
};

/** Machine translations of messages, for those who take part in the conversation. */
export class MessageTranslations extends Service<TranslationsParts> {
  get isOffered(): boolean {
    return this.parts.translation.isOffered;
  }

  /** Those of one page of the conversation that have been made. */
  async list(
    actor: UserActor,
    id: string,
    language: string,
    page: Page,
  ): Promise<readonly MessageTranslation[]> {
    const { messages } = await this.parts.conversations.read(actor, id, { ...page, before: null });
    return listTranslations(
      this.parts.db,
      messages.filter((message) => !message.erased).map((message) => message.id),
      language,
    );
  }

  async translate(
    { actor, ip }: { readonly actor: UserActor; readonly ip: string },
    at: { readonly id: string; readonly messageId: string },
    language: string,
  ): Promise<MessageTranslation> {
    const { db, clock, translation } = this.parts;
    const { id, messageId } = at;
    const conversation = found(
      'conversation',
      isId('cnv', id) && (await findConversation(db, viewerOf(actor), id)),
    );
    const content = found('message', await findContent(db, conversation, messageId));
    if (content === '') throw invalidState(t('The message has no text.'));
    const [known] = await listTranslations(db, [messageId], language);
    if (known !== undefined) return known;
    const translated = { messageId, ...(await translation.translate({ actor, ip }, content, language)) };
    await addTranslation(db, translated, language, clock.now());
    return translated;
  }
}
