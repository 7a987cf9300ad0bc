/** Texts of the interface in every language: those that are missing first, each checked against its English one. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { download } from '../../download.ts';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded, problemText } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin } from '../api.ts';
import { ChoiceFilter, TextFilter } from '../filters.tsx';
import { useAct } from '../parts.tsx';
import { problemsOf } from './checks.ts';

const SHOWN = 50;
const STALE = ['translations'];

export function TranslationsPage(): ReactElement {
  const words = useWords();
  const [{ language = 'de' }] = useUrlState();
  const languages = useQuery({ queryKey: ['translations', 'all'], queryFn: () => admin.translations.list() });
  const texts = useQuery({
    queryKey: ['translations', 'texts', language],
    queryFn: async () => {
      const [own, english, missing] = await Promise.all([
        admin.translations.get(language),
        admin.translations.get('en'),
        admin.translations.missing(language),
      ]);
      return { own: own.texts, english: english.texts, missing: missing.texts };
    },
  });
  return (
    <Page
      title={words.text('desk.admin.nav.translations')}
      note={words.text('desk.translations.note')}
      actions={<Files language={language} />}
    >
      <div className="table-tools">
        <ChoiceFilter
          name="language"
          label={words.text('desk.translations.language')}
          all="de"
          options={(languages.data?.languages ?? [])
            .filter(({ language: one }) => one !== 'de')
            .map(({ language: one, missing }) => ({
              value: one,
              label: `${one} · ${words.count('desk.translations.missing', missing)}`,
            }))}
        />
        <TextFilter name="q" label={words.text('desk.translations.find')} />
        <ChoiceFilter
          name="show"
          label={words.text('desk.translations.which')}
          all={words.text('desk.translations.missingFirst')}
          options={[{ value: 'wrong', label: words.text('desk.translations.wrong') }]}
        />
      </div>
      <Loaded query={texts} lines={12}>
        {(found) => <Texts key={language} language={language} {...found} />}
      </Loaded>
    </Page>
  );
}

interface TextsProps {
  readonly language: string;
  readonly own: Readonly<Record<string, string>>;
  readonly english: Readonly<Record<string, string>>;
  readonly missing: Readonly<Record<string, string>>;
}

function Texts({ language, own, english, missing }: TextsProps): ReactElement {
  const words = useWords();
  const [{ q = '', show }] = useUrlState();
  const wanted = q.toLowerCase();
  const keys = [...new Set([...Object.keys(missing), ...Object.keys(english), ...Object.keys(own)])].filter(
    (key) => {
      const text = own[key];
      if (
        show === 'wrong' &&
        (text === undefined || problemsOf(key, english[key], text, language).length === 0)
      )
        return false;
      return `${key} ${english[key] ?? missing[key] ?? ''} ${text ?? ''}`.toLowerCase().includes(wanted);
    },
  );
  if (keys.length === 0) return <Empty title={words.text('desk.table.filteredEmpty')} />;
  return (
    <>
      <p className="note" role="status">
        {words.count('desk.table.rows', keys.length)}
        {keys.length > SHOWN && ` · ${words.text('desk.translations.narrow', { count: SHOWN })}`}
      </p>
      <ul className="cards">
        {keys.slice(0, SHOWN).map((key) => (
          <TextRow
            key={key}
            name={key}
            language={language}
            english={english[key] ?? missing[key] ?? ''}
            text={key in missing ? undefined : own[key]}
          />
        ))}
      </ul>
    </>
  );
}

function TextRow({
  name,
  language,
  english,
  text,
}: {
  name: string;
  language: string;
  english: string;
  text: string | undefined;
}): ReactElement {
  const words = useWords();
  const act = useAct();
  const [typed, setTyped] = useState(text ?? '');
  const problems = typed === '' ? [] : problemsOf(name, english, typed, language);
  const save = (value: string | null): void =>
    void act(() => admin.translations.update(language, { entries: { [name]: value } }), {
      stale: STALE,
      done: words.text('desk.saved'),
    });
  return (
    <li className="panel stack tight">
      <span className="row">
        <span className="tag">{name}</span>
        {text === undefined && <span className="bad">{words.text('desk.translations.isMissing')}</span>}
      </span>
      <p className="note user-text" lang="en">
        {english}
      </p>
      <textarea
        className="translation"
        lang={language}
        aria-label={`${name} (${language})`}
        rows={typed.length > 90 ? 4 : 1}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {problems.map(({ kind, what }) => (
        <p key={`${kind} ${what}`} className="bad">
          {words.text(`desk.translations.${kind}`, { what })}
        </p>
      ))}
      {typed !== (text ?? '') && (
        <div className="row">
          <button type="button" disabled={typed === '' || problems.length > 0} onClick={() => save(typed)}>
            {words.text('desk.save')}
            <span className="unseen">: {name}</span>
          </button>
          <button type="button" className="quiet" onClick={() => setTyped(text ?? '')}>
            {words.text('desk.cancel')}
          </button>
        </div>
      )}
      {typed === (text ?? '') && text !== undefined && (
        <div className="row">
          <button type="button" className="link" onClick={() => save(null)}>
            {words.text('desk.translations.builtIn')}
            <span className="unseen">: {name}</span>
          </button>
        </div>
      )}
    </li>
  );
}

/** A language as a file, and back. */
function Files({ language }: { language: string }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const save = async (): Promise<void> => {
    try {
      const answer = await api.respond({
        method: 'GET',
        path: `/admin/translations/${language}/export.json`,
      });
      download(await answer.blob(), `${language}.json`);
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
  };
  const load = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      const read = JSON.parse(await file.text()) as { texts?: Record<string, string> };
      const { written } = await admin.translations.update(language, { texts: read.texts ?? {} });
      say(words.count('desk.translations.imported', written));
      await queries.invalidateQueries({ queryKey: ['translations'] });
    } catch (error) {
      say(error instanceof SyntaxError ? words.text('desk.settings.noJson') : problemText(error, words), {
        isProblem: true,
      });
    }
    if (input.current !== null) input.current.value = '';
  };
  return (
    <>
      <button type="button" className="quiet" onClick={() => void save()}>
        {words.text('desk.translations.export')}
      </button>
      <button type="button" className="quiet" onClick={() => input.current?.click()}>
        {words.text('desk.translations.import')}
      </button>
      <input
        ref={input}
        type="file"
        accept="application/json"
        aria-label={words.text('desk.translations.import')}
        hidden
        onChange={({ target }) => void load(target.files?.[0])}
      />
    </>
  );
}
