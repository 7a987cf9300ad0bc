/** The reply form: keeps unsent text, inserts templates, and attaches files. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId, useRef, useState } from 'react';
import { ATTACHMENT_FILES, FILE_MEGABYTES_MAX } from '../../../../src/storefront/ui/file-rules.ts';
import { api, type ConversationMessages, type MessageTemplate } from '../../api.ts';
import { useSession } from '../../me.ts';
import { read, refresh } from '../../query.ts';
import { prepareFiles } from '../../ui/files.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { List } from '../../ui/section.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { type DeskText, useWords } from '../../words.ts';
import { fill, namesIn } from './template-text.ts';

const { filesMax } = ATTACHMENT_FILES;

export function Composer({
  conversation,
  canWrite,
}: {
  conversation: ConversationMessages['conversation'];
  canWrite: boolean;
}): ReactElement {
  const words = useWords();
  const field = useId();
  const storageKey = `fw-message-${conversation.id}`;
  const [text, setText] = useState(() => localStorage.getItem(storageKey) ?? '');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isPreparing, setPreparing] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [template, setTemplate] = useState<MessageTemplate | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const known = usePlaceholders(conversation);
  const write = (next: string): void => {
    setText(next);
    if (next === '') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, next);
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
    const omitted = [...files, ...ready].slice(filesMax).map(({ name }) => name);
    setFiles([...files, ...ready].slice(0, filesMax));
    setProblem(
      [
        ...problems,
        ...(omitted.length === 0
          ? []
          : [words.text('desk.files.tooMany', { max: filesMax, names: omitted.join(', ') })]),
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
      void refresh();
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
          disabled={!canWrite}
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
            {files.map((file, index) => (
              // Two files can have the same name.
              // oxlint-disable-next-line react/no-array-index-key -- see above
              <li key={`${index} ${file.name}`} className="row">
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
            isOff={!canWrite}
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
              disabled={!canWrite || isPreparing}
              onChange={({ target }) => {
                void attach([...(target.files ?? [])]);
                target.value = '';
              }}
            />
          </label>
          <span id={`${field}-hint`} className="note wide-only">
            {words.text('desk.inbox.reply.hint')}
          </span>
          <button type="submit" className="push" disabled={!canWrite} aria-busy={isSending}>
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
        <FormDialog
          title={words.text('desk.inbox.template.fill')}
          submit={words.text('desk.inbox.template.insert')}
          onSubmit={async (values) => {
            const texts = Object.fromEntries(values) as Record<string, string>;
            insert(fill(template.content, texts));
          }}
          onClose={() => setTemplate(null)}
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
        </FormDialog>
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

/** Placeholders of templates with known values. */
function usePlaceholders({
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
  const query = useQuery({ ...read('messageTemplates.list'), enabled: !isOff });
  return (
    <Popover
      label={words.text('desk.inbox.template')}
      className="quiet"
      button={words.text('desk.inbox.template')}
    >
      <Loaded query={query}>
        {({ templates }) => (
          <List rows={templates} none={words.text('desk.inbox.template.none')} className="menu">
            {(template) => (
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
            )}
          </List>
        )}
      </Loaded>
    </Popover>
  );
}
