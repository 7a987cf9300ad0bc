/** The text of a message from the other participant, and its machine translation where the operator offers them. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useAction } from '../../action.ts';
import { api, type Message } from '../../api.ts';
import { language } from '../../language.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words.ts';

/** Translations of the newest messages are shown at once; a translation of an older one is shown on request. */
const LIMIT = 100;

type Translation = Awaited<ReturnType<typeof api.conversations.translations>>['translations'][number];

interface Translations {
  readonly find: (messageId: string) => Translation | undefined;
  readonly translate: (messageId: string) => void;
  readonly isTranslating: boolean;
}

/** Null where nothing can be translated. */
export function useTranslations(conversationId: string): Translations | null {
  const { data } = useQuery(read('conversations.translations', conversationId, { language, limit: LIMIT }));
  const [act, isTranslating] = useAction();
  if (data?.offered !== true) return null;
  return {
    find: (messageId) => data.translations.find((translation) => translation.message_id === messageId),
    translate: (messageId) =>
      void act(() => api.conversations.translate(conversationId, messageId, { language }), {
        changes: ['conversations.translations'],
      }),
    isTranslating,
  };
}

export function Translatable({
  message: { id, content },
  translations,
}: {
  message: Message;
  translations: Translations | null;
}): ReactElement {
  const words = useWords();
  if (translations === null || content === '') return <p>{content}</p>;
  const translation = translations.find(id);
  if (translation === undefined)
    return (
      <>
        <p>{content}</p>
        <Button
          text="desk.inbox.translate"
          className="link"
          disabled={translations.isTranslating}
          onClick={() => translations.translate(id)}
        />
      </>
    );
  const source = translation.source_language;
  return (
    <>
      <p>{translation.content}</p>
      <details>
        <summary className="note">
          {source === null
            ? words.text('desk.inbox.translated')
            : words.text('desk.inbox.translatedFrom', { language: languageName(source) })}
        </summary>
        <p>{content}</p>
      </details>
    </>
  );
}

function languageName(code: string): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code;
}
