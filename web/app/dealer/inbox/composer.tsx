/** Where an answer is written: kept while it is not sent, from a template, with a file. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId, useRef, useState } from 'react';
import { api, type ConversationMessages, type MessageTemplate } from '../../api.ts';
import { useSession } from '../../me.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, TextField } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { type DeskText, useWords } from '../../words.ts';
import { fill, namesIn } from './template-text.ts';

const FILE_TYPES = 'image/jpeg,image/png,image/webp,application/pdf';

export function Composer({
  conversation,
  mayWrite,
  onSent,
}: {
  conversation: ConversationMessages['conversation'];
  mayWrite: boolean;
  onSent: () => void;
}): ReactElement {
  const words = useWords();
  const field = useId();
  const kept = `fw-message-${conversation.id}`;
  const [text, setText] = useState(() => localStorage.getItem(kept) ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [template, setTemplate] = useState<MessageTemplate | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const known = useKnown(conversation);
  const write = (next: string): void => {
    setText(next);
    if (next === '') localStorage.removeItem(kept);
    else localStorage.setItem(kept, next);
  };
  const insert = (content: string): void => {
    write(text.trim() === '' ? content : `${text}\n${content}`);
    area.current?.focus();
  };
  const send = async (): Promise<void> => {
    const content = text.trim();
    if (isSending || (content === '' && file === null)) return;
    setSending(true);
    setProblem('');
    try {
      await api.conversations.send(
        conversation.id,
        file === null ? { content } : { ...(content === '' ? {} : { content }), attachment: file },
      );
      write('');
      setFile(null);
      onSent();
    } catch (error) {
      setProblem(problemText(error, words));
    } finally {
      setSending(false);
      area.current?.focus();
    }
  };
  return (
    <>
      <form
        className="composer"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label className="unseen" htmlFor={field}>
          {words.text('desk.inbox.reply')}
        </label>
        <textarea
          ref={area}
          id={field}
          rows={3}
          value={text}
          disabled={!mayWrite}
          placeholder={words.text('desk.inbox.reply')}
          aria-describedby={`${field}-hint`}
          onChange={({ target }) => write(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void send();
          }}
        />
        {problem !== '' && (
          <p className="field-problem" role="alert">
            {problem}
          </p>
        )}
        {file !== null && (
          <p className="row">
            <Icon name="clip" size={16} />
            {file.name}
            <button
              type="button"
              className="icon-button"
              aria-label={words.text('desk.inbox.detach', { name: file.name })}
              onClick={() => setFile(null)}
            >
              <Icon name="close" size={16} />
            </button>
          </p>
        )}
        <div className="row">
          <TemplateMenu
            isOff={!mayWrite}
            onChoose={(chosen) => {
              const isWhole = namesIn(chosen.content).every((name) => Object.hasOwn(known, name));
              if (isWhole) insert(fill(chosen.content, known));
              else setTemplate(chosen);
            }}
          />
          <label className="button quiet file-button">
            <Icon name="clip" size={16} />
            <span className="unseen-on-phone">{words.text('desk.inbox.attach')}</span>
            <input
              type="file"
              className="unseen"
              accept={FILE_TYPES}
              disabled={!mayWrite}
              onChange={({ target }) => {
                setFile(target.files?.[0] ?? null);
                target.value = '';
              }}
            />
          </label>
          <span id={`${field}-hint`} className="note wide-only">
            {words.text('desk.inbox.reply.hint')}
          </span>
          <button type="submit" className="push" disabled={!mayWrite} aria-busy={isSending}>
            {words.text('desk.inbox.send')}
          </button>
        </div>
      </form>
      {template !== null && (
        <Dialog title={words.text('desk.inbox.template.fill')} onClose={() => setTemplate(null)}>
          <Form
            submit={words.text('desk.inbox.template.insert')}
            onSubmit={async (values) => {
              const given = [...values].map(([name, value]) => [
                name,
                typeof value === 'string' ? value : '',
              ]);
              setTemplate(null);
              insert(fill(template.content, Object.fromEntries(given) as Record<string, string>));
            }}
          >
            {namesIn(template.content).map((name) => {
              const label = LABELS.get(name);
              return (
                <TextField
                  key={name}
                  name={name}
                  label={label === undefined ? name : words.text(label)}
                  defaultValue={known[name] ?? ''}
                />
              );
            })}
          </Form>
        </Dialog>
      )}
    </>
  );
}

const LABELS: ReadonlyMap<string, DeskText> = new Map([
  ['name', 'desk.templates.name'],
  ['vehicle', 'desk.listings.vehicle'],
  ['price', 'desk.listings.price'],
  ['company', 'desk.nav.company'],
]);

/** What templates may call by name without anybody typing it. */
function useKnown({
  participant,
  listing,
}: ConversationMessages['conversation']): Readonly<Record<string, string>> {
  const words = useWords();
  const { user } = useSession();
  return {
    name: participant.name,
    vehicle: listing.title,
    ...(listing.price === null || listing.currency === null
      ? {}
      : { price: words.price(listing.price, listing.currency, listing.vat_deductible) }),
    seller: user.name,
    company: user.company?.name ?? '',
  };
}

function TemplateMenu({
  isOff,
  onChoose,
}: {
  isOff: boolean;
  onChoose: (template: MessageTemplate) => void;
}): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: ['templates'],
    queryFn: () => api.messageTemplates.list(),
    enabled: !isOff,
  });
  return (
    <Popover
      label={words.text('desk.inbox.template')}
      className="quiet"
      button={words.text('desk.inbox.template')}
    >
      <Loaded query={query}>
        {({ templates }) =>
          templates.length === 0 ? (
            <p className="note">{words.text('desk.inbox.template.none')}</p>
          ) : (
            <ul className="menu">
              {templates.map((template) => (
                <li key={template.id}>
                  <button
                    type="button"
                    className="menu-item"
                    onClick={({ currentTarget }) => {
                      currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
                      onChoose(template);
                    }}
                  >
                    {template.name}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Popover>
  );
}
