import { type ReactElement, type ReactNode, useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../../src/storefront/texts/languages.ts';
import { useAction } from '../../action.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FieldError, SelectField, TextField, textOf } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../../words.ts';

const PAGES = ['categories', 'brands', 'features'] as const;

export function TaxonomyPage({
  actions,
  children,
}: {
  actions?: ReactNode;
  children: ReactNode;
}): ReactElement {
  const words = useWords();
  return (
    <Page
      title={words.text('desk.admin.nav.taxonomy')}
      note={words.text('desk.taxonomy.note')}
      actions={actions}
    >
      <Tabs
        label={words.text('desk.admin.nav.taxonomy')}
        tabs={PAGES.map((name) => ({
          to: `/admin/taxonomy/${name}`,
          label: words.text(`desk.taxonomy.${name}`),
        }))}
      />
      {children}
    </Page>
  );
}

/** The parts of a text, which commas separate by default. */
export const listOf = (text: string | undefined, separator = ','): string[] =>
  (text ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Buttons that merge and delete an entry of the taxonomy. Entries with listings cannot be deleted. */
export function EntryButtons({
  entry: { name, slug, listingCount },
  onMerge,
  remove,
}: {
  entry: Entry;
  onMerge: () => void;
  remove: () => Promise<unknown>;
}): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const isUsed = listingCount > 0;
  return (
    <>
      <Button text="desk.taxonomy.merge" about={name} className="quiet" onClick={onMerge} />
      <button
        type="button"
        className="icon-button"
        aria-label={`${words.text('desk.delete')}: ${name}`}
        disabled={isUsed}
        title={isUsed ? words.text('desk.taxonomy.inUse') : undefined}
        onClick={() =>
          confirmFirst({
            title: words.text('desk.taxonomy.delete', { name }),
            text: words.text('desk.taxonomy.delete.text'),
            action: words.text('desk.delete'),
            word: slug,
            onConfirm: () => act(remove, { done: words.text('desk.saved') }),
          })
        }
      >
        <Icon name="trash" size={16} />
      </button>
    </>
  );
}

/** A field for the name in each language. */
export function NameFields({ names }: { names: Readonly<Record<string, string>> | undefined }): ReactNode {
  const words = useWords();
  return LANGUAGES.map((language) => (
    <TextField
      key={language}
      name={`names.${language}`}
      label={words.text('desk.taxonomy.nameIn', { language: LANGUAGE_NAMES[language] })}
      lang={language}
      defaultValue={names?.[language] ?? ''}
    />
  ));
}

export function namesIn(values: FormData): Record<string, string> {
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const name = textOf(values, `names.${language}`);
      return name === undefined ? [] : [[language, name]];
    }),
  );
}

interface Entry {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly listingCount: number;
}

/** Merges an entry into another. The form says how many listings move, and that the old URL redirects. */
export function Merge({
  from,
  targets,
  send,
  onClose,
}: {
  from: Entry;
  targets: readonly Entry[];
  send: (into: string) => Promise<unknown>;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const [into, setInto] = useState(targets[0]?.slug ?? '');
  const target = targets.find(({ slug }) => slug === into);
  return (
    <FormDialog
      title={words.text('desk.taxonomy.merge.title', { name: from.name })}
      submit={words.text('desk.taxonomy.merge')}
      done={words.text('desk.taxonomy.merging')}
      onSubmit={async (values) => {
        if (textOf(values, 'word') !== from.slug)
          throw new FieldError('word', words.text('desk.taxonomy.merge.mismatch'));
        await send(into);
      }}
      onClose={onClose}
    >
      <SelectField
        name="into"
        label={words.text('desk.taxonomy.merge.into')}
        value={into}
        options={targets.map(({ slug, name }) => ({ value: slug, label: `${name} (${slug})` }))}
        onChange={({ target: { value } }) => setInto(value)}
      />
      {target !== undefined && (
        <ul className="attention stack tight" aria-label={words.text('desk.taxonomy.merge.preview')}>
          <li>{words.count('desk.taxonomy.merge.moves', from.listingCount)}</li>
          <li>
            {words.text('desk.taxonomy.merge.then', {
              name: target.name,
              count: words.number(target.listingCount + from.listingCount),
            })}
          </li>
          <li>{words.text('desk.taxonomy.merge.redirect', { from: from.slug, to: target.slug })}</li>
        </ul>
      )}
      <TextField
        name="word"
        label={words.text('desk.confirm.type', { word: from.slug })}
        autoComplete="off"
      />
    </FormDialog>
  );
}
