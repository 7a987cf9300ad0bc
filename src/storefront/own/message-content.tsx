/** The text of a message, and its machine translation. */
import type { ReactElement } from 'react';
import type { ConversationData, MessageTranslationsData } from '../../modules/messaging/index.ts';
import { translatedFrom } from '../pages/listing/description.tsx';
import { ActionButton } from './form.tsx';
import type { OwnReading } from './own-page.ts';

type Message = ConversationData['messages'][number];
type Translation = MessageTranslationsData['translations'][number];

/** The translations of the messages shown, by message. */
export async function translationsOf(
  { api, reader, params, query }: OwnReading,
  limit: number,
): Promise<ReadonlyMap<string, Translation>> {
  const { translations } = await api.get<MessageTranslationsData>(
    '/messages/conversations/:id/translations',
    {
      params,
      query: { language: reader.language, limit: String(limit), page: query.get('page') ?? '1' },
    },
  );
  return new Map(translations.map((translation) => [translation.message_id, translation]));
}

export function Content({ message: { content } }: { message: Message }): ReactElement | null {
  return content === '' ? null : <p className="lines">{content}</p>;
}

export function TranslatableContent({
  message,
  translation,
  reading,
}: {
  message: Message;
  translation: Translation | undefined;
  reading: OwnReading;
}): ReactElement {
  const { reader, form } = reading;
  if (translation !== undefined)
    return (
      <>
        <p className="lines">{translation.content}</p>
        <p className="note">{translatedFrom(translation.source_language, reader)}</p>
        <details>
          <summary className="note">{reader.text('translation.original')}</summary>
          <Content message={message} />
        </details>
      </>
    );
  const isRefused = form.action === 'translate' && form.values.get('message') === message.id;
  return (
    <>
      <Content message={message} />
      {isRefused && form.refusal !== null && (
        <p className="bad" role="alert">
          {form.refusal.message}
        </p>
      )}
      {message.content !== '' && (
        <ActionButton
          reading={reading}
          action="translate"
          label="translation.translate"
          values={{ message: message.id }}
        />
      )}
    </>
  );
}
