import type { Attachments } from './attachments.ts';
import type { Blocks } from './blocks.ts';
import type { Conversations } from './conversations.service.ts';
import type { Presenter } from './presenter.ts';
import type { Reports } from './reports.ts';
import type { Sending } from './sending.ts';
import type { MessageTranslations } from './translations.ts';
import type { Templates } from './templates.service.ts';

/** Services behind the messaging endpoints. */
export interface MessagingParts {
  readonly conversations: Conversations;
  readonly sending: Sending;
  readonly templates: Templates;
  readonly attachments: Attachments;
  readonly blocks: Blocks;
  readonly reports: Reports;
  readonly translations: MessageTranslations;
  readonly present: Presenter;
}
