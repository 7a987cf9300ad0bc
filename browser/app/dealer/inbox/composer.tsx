/** Where an answer is written: kept while it is not sent, from a template, with files. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId, useRef, useState } from 'react';
import { ATTACHMENT_FILES, FILE_MEGABYTES_MAX } from '../../../../src/storefront/ui/file-rules.ts';
import { api, type ConversationMessages, type MessageTemplate } from '../../api.ts';
import { useSession } from '../../me.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { prepareFiles } from '../../ui/files.ts';
import { Form, TextField } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { type DeskText, useWords } from '../../words.ts';
import { fill, namesIn } from './template-text.ts';

const { filesMax } = ATTACHMENT_FILES;

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
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isPreparing, setPreparing] = useState(false);
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
  const attach = async (chosen: readonly File[]): Promise<void> => {
    if (chosen.length === 0) return;
    setPreparing(true);
    setProblem('');
    const { ready, problems } = await prepareFiles(chosen, ATTACHMENT_FILES, words);
    const left = [...files, ...ready].slice(filesMax).map(({ name }) => name);
    setFiles([...files, ...ready].slice(0, filesMax));
    setProblem(
      [
        ...problems,
        ...(left.length === 0
          ? []
          : [words.text('desk.files.tooMany', { max: filesMax, names: left.join(', ') })]),
      ].join(' '),
    );
    setPreparing(false);
  };
  const send = async (): Promise<void> => {
    const content = text.trim();
    if (isSending || isPreparing || (content === '' && files.length === 0)) return;
    setSending(true);
    setProblem('');
    try {
      await api.conversations.send(
        conversation.id,
        files.length === 0
          ? { content }
          : { ...(content === '' ? {} : { content }), attachments: [...files] },
      );
      write('');
      setFiles([]);
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
        {files.length > 0 && (
          <ul className="row">
            {files.map((file, at) => (
              // Two files may have one name.
              // oxlint-disable-next-line react/no-array-index-key -- see above
              <li key={`${at} ${file.name}`} className="row">
                <Icon name="clip" size={16} />
                {file.name}
                <button
                  type="button"
                  className="icon-button"
                  aria-label={words.text('desk.inbox.detach', { name: file.name })}
                  disabled={isPreparing}
                  onClick={() => setFiles(files.filter((other) => other !== file))}
                >
                  <Icon name="close" size={16} />
                </button>
              </li>
            ))}
          </ul>
        )}
        {isPreparing && (
          <p className="note" role="status">
            {words.text('desk.files.preparing')}
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
              multiple
              accept={ATTACHMENT_FILES.types.join(',')}
              aria-describedby={`${field}-files`}
              disabled={!mayWrite || isPreparing}
              onChange={({ target }) => {
                void attach([...(target.files ?? [])]);
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
        <p id={`${field}-files`} className="note">
          {words.text('desk.files.which.count', {
            formats: ATTACHMENT_FILES.formats,
            max: FILE_MEGABYTES_MAX,
            count: filesMax,
          })}
        </p>
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
