/** Texts of the interface in every language: missing ones first, each checked against the English text. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useRef, useState } from 'react';
import { useAction, useDownload } from '../../action.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceFilter, SelectFilter, TextFilter } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, adminRead } from '../api.ts';
import { problemsOf } from './checks.ts';

const SHOWN = 50;

export function TranslationsPage(): ReactElement {
  const words = useWords();
  const [{ language = 'de' }] = useUrlState();
  const languages = useQuery(adminRead('translations.list'));
  const texts = useQuery({
    queryKey: [...adminRead('translations.get', language).queryKey, 'compared'],
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
        <label className="filter">
          <span>{words.text('desk.translations.language')}</span>
          <SelectFilter
            name="language"
            none="de"
            options={(languages.data?.languages ?? [])
              .filter((row) => row.language !== 'de')
              .map((row) => ({
                value: row.language,
                label: `${row.language} · ${words.count('desk.translations.missing', row.missing)}`,
              }))}
          />
        </label>
        <TextFilter name="q" label="desk.translations.find" />
        <ChoiceFilter
          name="show"
          label="desk.translations.which"
          all="desk.translations.missingFirst"
          texts="desk.translations"
          values={['wrong']}
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
  const [act] = useAction();
  const [typed, setTyped] = useState(text ?? '');
  const problems = typed === '' ? [] : problemsOf(name, english, typed, language);
  const save = (value: string | null): void =>
    void act(() => admin.translations.update(language, { entries: { [name]: value } }), {
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
      {problems.map(({ kind, part }) => (
        <p key={`${kind} ${part}`} className="bad">
          {words.text(`desk.translations.${kind}`, { what: part })}
        </p>
      ))}
      {typed !== (text ?? '') && (
        <div className="row">
          <Button
            text="desk.save"
            about={name}
            disabled={typed === '' || problems.length > 0}
            onClick={() => save(typed)}
          />
          <Button text="desk.cancel" className="quiet" onClick={() => setTyped(text ?? '')} />
        </div>
      )}
      {typed === (text ?? '') && text !== undefined && (
        <div className="row">
          <Button text="desk.translations.builtIn" about={name} className="link" onClick={() => save(null)} />
        </div>
      )}
    </li>
  );
}

/** @returns null if the file is not JSON */
function textsIn(text: string): Record<string, string> | null {
  try {
    return (JSON.parse(text) as { texts?: Record<string, string> }).texts ?? {};
  } catch {
    return null;
  }
}

/** Exports the texts of a language to a file, and imports them. */
function Files({ language }: { language: string }): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const [save] = useDownload();
  const input = useRef<HTMLInputElement>(null);
  const fetchFile = async (): Promise<Blob> => {
    const response = await api.respond({
      method: 'GET',
      path: `/admin/translations/${language}/export.json`,
    });
    return response.blob();
  };
  const load = async (file: File | undefined): Promise<void> => {
    const texts = file === undefined ? undefined : textsIn(await file.text());
    if (input.current !== null) input.current.value = '';
    if (texts === null) notify(words.text('desk.settings.noJson'), { isProblem: true });
    else if (texts !== undefined)
      await act(() => admin.translations.update(language, { texts }), {
        done: ({ written }) => words.count('desk.translations.imported', written),
      });
  };
  return (
    <>
      <Button
        text="desk.translations.export"
        className="quiet"
        onClick={() => save(fetchFile, `${language}.json`)}
      />
      <Button text="desk.translations.import" className="quiet" onClick={() => input.current?.click()} />
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
