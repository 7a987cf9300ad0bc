import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../../src/storefront/texts/languages.ts';
import { api } from '../../api.ts';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { CheckField, Form, SelectField, TextField, textOf } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { admin, type AdminCategory } from '../api.ts';
import { useAct } from '../parts.tsx';
import { Merge } from './merge.tsx';
import { listOf, STALE, TaxonomyPage } from './taxonomy.tsx';

type Asking =
  { readonly what: 'change' | 'merge' | 'delete'; readonly category: AdminCategory } | 'create' | null;

export function CategoriesPage(): ReactElement {
  const words = useWords();
  const act = useAct();
  const [asking, setAsking] = useState<Asking>(null);
  const query = useQuery({ queryKey: ['categories'], queryFn: () => admin.categories.list() });
  const close = (): void => setAsking(null);
  const all = query.data?.categories ?? [];
  return (
    <TaxonomyPage
      actions={
        <button type="button" onClick={() => setAsking('create')}>
          <Icon name="plus" size={16} />
          {words.text('desk.taxonomy.new')}
        </button>
      }
    >
      <Loaded query={query} lines={12}>
        {({ categories }) => (
          <section className="panel" aria-label={words.text('desk.taxonomy.categories')}>
            <p className="note">{words.text('desk.taxonomy.order.note')}</p>
            <Level parentId={null} categories={categories} onAsk={setAsking} />
          </section>
        )}
      </Loaded>
      {asking === 'create' && <CategoryForm categories={all} onClose={close} />}
      {asking !== null && asking !== 'create' && asking.what === 'change' && (
        <CategoryForm categories={all} category={asking.category} onClose={close} />
      )}
      {asking !== null && asking !== 'create' && asking.what === 'merge' && (
        <Merge
          from={asking.category}
          targets={all.filter(
            ({ id, class: kind }) => id !== asking.category.id && kind === asking.category.class,
          )}
          send={(into) => admin.categories.merge(asking.category.id, { into })}
          onClose={close}
        />
      )}
      {asking !== null && asking !== 'create' && asking.what === 'delete' && (
        <Confirm
          title={words.text('desk.taxonomy.delete', { name: asking.category.name })}
          text={words.text('desk.taxonomy.delete.text')}
          action={words.text('desk.delete')}
          word={asking.category.slug}
          onConfirm={() =>
            void act(() => admin.categories.delete(asking.category.id), {
              stale: STALE,
              done: words.text('desk.saved'),
            })
          }
          onClose={close}
        />
      )}
    </TaxonomyPage>
  );
}

/** The categories below one, in their order: moved by dragging, by buttons, or by Alt and an arrow. */
function Level({
  parentId,
  categories,
  onAsk,
}: {
  parentId: string | null;
  categories: readonly AdminCategory[];
  onAsk: (asking: Asking) => void;
}): ReactElement | null {
  const words = useWords();
  const act = useAct();
  const [dragged, setDragged] = useState<string | null>(null);
  const here = categories
    .filter((category) => category.parentId === parentId)
    .toSorted((a, b) => a.position - b.position);
  if (here.length === 0) return null;
  const order = (ids: readonly string[]): void =>
    void act(() => admin.categories.order({ parent: parentId, ids: [...ids] }), { stale: STALE });
  const move = (id: string, by: number): void => {
    const ids = here.map((category) => category.id);
    const at = ids.indexOf(id);
    const to = at + by;
    if (to < 0 || to >= ids.length) return;
    ids.splice(at, 1);
    ids.splice(to, 0, id);
    order(ids);
  };
  const drop = (onto: string): void => {
    const from = here.findIndex(({ id }) => id === dragged);
    const to = here.findIndex(({ id }) => id === onto);
    if (dragged !== null && from !== -1 && to !== -1 && from !== to) move(dragged, to - from);
    setDragged(null);
  };
  const onKeyDown = (event: KeyboardEvent, id: string): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(id, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <ul className="tree">
      {here.map((category, at) => (
        <li key={category.id}>
          {/* Buttons beside the name do the same by mouse and keys. */}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above */}
          <div
            className="tree-row"
            draggable
            onDragStart={() => setDragged(category.id)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => drop(category.id)}
          >
            <Icon name="drag" size={16} />
            <button
              type="button"
              className="link"
              onClick={() => onAsk({ what: 'change', category })}
              onKeyDown={(event) => onKeyDown(event, category.id)}
            >
              {category.name}
            </button>
            <span className="note">
              {category.slug} · {words.number(category.listingCount)}
              {!category.active && ` · ${words.text('desk.taxonomy.inactive')}`}
            </span>
            <span className="row push">
              <button
                type="button"
                className="icon-button"
                aria-label={words.text('desk.taxonomy.up', { name: category.name })}
                disabled={at === 0}
                onClick={() => move(category.id, -1)}
              >
                <Icon name="up" size={16} />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={words.text('desk.taxonomy.down', { name: category.name })}
                disabled={at === here.length - 1}
                onClick={() => move(category.id, 1)}
              >
                <Icon name="down" size={16} />
              </button>
              <button type="button" className="quiet" onClick={() => onAsk({ what: 'merge', category })}>
                {words.text('desk.taxonomy.merge')}
                <span className="unseen">: {category.name}</span>
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`${words.text('desk.delete')}: ${category.name}`}
                disabled={category.listingCount > 0}
                title={category.listingCount > 0 ? words.text('desk.taxonomy.inUse') : undefined}
                onClick={() => onAsk({ what: 'delete', category })}
              >
                <Icon name="trash" size={16} />
              </button>
            </span>
          </div>
          <Level parentId={category.id} categories={categories} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  );
}

function CategoryForm({
  category,
  categories,
  onClose,
}: {
  category?: AdminCategory;
  categories: readonly AdminCategory[];
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const tops = categories.filter(({ parentId }) => parentId === null);
  const send = async (values: FormData): Promise<void> => {
    const names = Object.fromEntries(
      LANGUAGES.flatMap((language) => {
        const name = textOf(values, `names.${language}`);
        return name === undefined ? [] : [[language, name]];
      }),
    );
    const body = {
      names,
      parentId: textOf(values, 'parentId') ?? null,
      aliases: listOf(textOf(values, 'aliases')),
      importKeys: listOf(textOf(values, 'importKeys')),
      active: values.get('active') !== null,
      ...(category !== undefined && category.parentId === null ? attributesIn(values) : {}),
      slug: textOf(values, 'slug'),
    };
    if (category === undefined) {
      const above = tops.find(({ id }) => id === body.parentId);
      await admin.categories.create({
        ...body,
        name: names['en'],
        class: (above ?? tops[0])?.class as never,
      });
    } else await admin.categories.update(category.id, body);
    onClose();
    say(words.text('desk.saved'));
    await Promise.all(STALE.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
  return (
    <Dialog title={category?.name ?? words.text('desk.taxonomy.new')} kind="sheet" onClose={onClose}>
      <Form onSubmit={send} submit={words.text('desk.save')}>
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            name={`names.${language}`}
            label={words.text('desk.taxonomy.nameIn', { language: LANGUAGE_NAMES[language] })}
            lang={language}
            defaultValue={category?.names[language] ?? ''}
          />
        ))}
        <TextField
          name="slug"
          label={words.text('desk.taxonomy.slug')}
          hint={words.text('desk.taxonomy.slug.hint')}
          defaultValue={category?.slug ?? ''}
        />
        <SelectField
          name="parentId"
          label={words.text('desk.taxonomy.parent')}
          none={words.text('desk.taxonomy.top')}
          defaultValue={category?.parentId ?? ''}
          options={tops
            .filter(({ id }) => id !== category?.id)
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField
          name="aliases"
          label={words.text('desk.taxonomy.aliases')}
          hint={words.text('desk.taxonomy.aliases.hint')}
          defaultValue={category?.aliases.join(', ') ?? ''}
        />
        <TextField
          name="importKeys"
          label={words.text('desk.taxonomy.importKeys')}
          hint={words.text('desk.taxonomy.commas')}
          defaultValue={category?.importKeys.join(', ') ?? ''}
        />
        <CheckField
          name="active"
          label={words.text('desk.taxonomy.active')}
          value="1"
          defaultChecked={category?.active ?? true}
        />
        {category !== undefined && <Attributes category={category} categories={categories} />}
      </Form>
    </Dialog>
  );
}

const CHOICES = ['shown', 'required', 'hidden'] as const;
const ATTRIBUTE = 'attribute.';

/** What was chosen for each technical attribute; nothing while they have not been read. */
function attributesIn(values: FormData): { hiddenAttributes?: string[]; requiredAttributes?: string[] } {
  const chosen = [...values.entries()].flatMap(([name, value]) =>
    name.startsWith(ATTRIBUTE) ? [[name.slice(ATTRIBUTE.length), value] as const] : [],
  );
  if (chosen.length === 0) return {};
  const those = (choice: (typeof CHOICES)[number]): string[] =>
    chosen.flatMap(([name, value]) => (value === choice ? [name] : []));
  return { hiddenAttributes: those('hidden'), requiredAttributes: those('required') };
}

/** What listings of the category can say: from the class of vehicles, and what the top category hides and requires. */
function Attributes({
  category: { slug, parentId, hiddenAttributes, requiredAttributes },
  categories,
}: {
  category: AdminCategory;
  categories: readonly AdminCategory[];
}): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: ['category', slug],
    queryFn: () => api.categories.get(slug),
    // It would replace what has been chosen and not yet saved.
    refetchOnWindowFocus: false,
  });
  const top = categories.find(({ id }) => id === parentId);
  const choiceOf = (name: string): (typeof CHOICES)[number] =>
    hiddenAttributes.includes(name) ? 'hidden' : requiredAttributes.includes(name) ? 'required' : 'shown';
  return (
    <details className="example">
      <summary>{words.text('desk.taxonomy.attributes')}</summary>
      <p className="note">
        {top === undefined
          ? words.text('desk.taxonomy.attributes.note')
          : words.text('desk.taxonomy.attributes.above', { name: top.name })}
      </p>
      <Loaded query={query}>
        {({ attributes }) => {
          const technical = attributes.filter(({ group }) => group === 'technical').map(({ name }) => name);
          const others = attributes.filter(({ name }) => top !== undefined || !technical.includes(name));
          return (
            <>
              <ul className="tags">
                {others.map(({ name, required }) => (
                  <li key={name} className="tag">
                    {words.field(name)}
                    {required && ` (${words.text('desk.taxonomy.attributes.required')})`}
                  </li>
                ))}
              </ul>
              {top === undefined &&
                [...new Set([...technical, ...hiddenAttributes, ...requiredAttributes])].map((name) => (
                  <SelectField
                    key={name}
                    name={`${ATTRIBUTE}${name}`}
                    label={words.field(name)}
                    options={CHOICES.map((value) => ({
                      value,
                      label: words.text(`desk.taxonomy.attributes.${value}`),
                    }))}
                    defaultValue={choiceOf(name)}
                  />
                ))}
            </>
          );
        }}
      </Loaded>
    </details>
  );
}
