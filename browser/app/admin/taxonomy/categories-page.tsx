import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { useAction } from '../../action.ts';
import { read, STABLE } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CheckField, SelectField, TextField, textOf } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';
import { admin, type AdminCategory, adminRead } from '../api.ts';
import { EntryButtons, listOf, Merge, NameFields, namesIn, TaxonomyPage } from './taxonomy.tsx';

type Open =
  { readonly dialog: 'change' | 'merge'; readonly category: AdminCategory } | { readonly dialog: 'create' };

export function CategoriesPage(): ReactElement {
  const words = useWords();
  const [open, setOpen] = useState<Open | null>(null);
  const query = useQuery(adminRead('categories.list'));
  const close = (): void => setOpen(null);
  const inLanguage = (category: AdminCategory): AdminCategory => ({
    ...category,
    name: category.names[words.language] ?? category.name,
  });
  const all = (query.data?.categories ?? []).map(inLanguage);
  return (
    <TaxonomyPage
      actions={<Button text="desk.taxonomy.new" icon="plus" onClick={() => setOpen({ dialog: 'create' })} />}
    >
      <Loaded query={query} lines={12}>
        {() => (
          <section className="panel" aria-label={words.text('desk.taxonomy.categories')}>
            <p className="note">{words.text('desk.taxonomy.order.note')}</p>
            <Level parentId={null} categories={all} onOpen={setOpen} />
          </section>
        )}
      </Loaded>
      {open?.dialog === 'create' && <CategoryForm categories={all} onClose={close} />}
      {open?.dialog === 'change' && (
        <CategoryForm categories={all} category={open.category} onClose={close} />
      )}
      {open?.dialog === 'merge' && (
        <Merge
          from={open.category}
          targets={all.filter(
            ({ id, class: kind }) => id !== open.category.id && kind === open.category.class,
          )}
          send={(into) => admin.categories.merge(open.category.id, { into })}
          onClose={close}
        />
      )}
    </TaxonomyPage>
  );
}

/** The child categories of one, in their order, which dragging, buttons, or Alt and an arrow key change. */
function Level({
  parentId,
  categories,
  onOpen,
}: {
  parentId: string | null;
  categories: readonly AdminCategory[];
  onOpen: (open: Open) => void;
}): ReactElement | null {
  const words = useWords();
  const [act] = useAction();
  const [dragged, setDragged] = useState<string | null>(null);
  const siblings = categories
    .filter((category) => category.parentId === parentId)
    .toSorted((a, b) => a.position - b.position);
  if (siblings.length === 0) return null;
  const order = (ids: readonly string[]): void =>
    void act(() => admin.categories.order({ parent: parentId, ids: [...ids] }));
  const move = (id: string, by: number): void => {
    const ids = siblings.map((category) => category.id);
    const from = ids.indexOf(id);
    const to = from + by;
    if (to < 0 || to >= ids.length) return;
    ids.splice(from, 1);
    ids.splice(to, 0, id);
    order(ids);
  };
  const drop = (onto: string): void => {
    const from = siblings.findIndex(({ id }) => id === dragged);
    const to = siblings.findIndex(({ id }) => id === onto);
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
      {siblings.map((category, index) => (
        <li key={category.id}>
          {/* Buttons next to the name do the same by mouse and keys. */}
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
              onClick={() => onOpen({ dialog: 'change', category })}
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
                disabled={index === 0}
                onClick={() => move(category.id, -1)}
              >
                <Icon name="up" size={16} />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={words.text('desk.taxonomy.down', { name: category.name })}
                disabled={index === siblings.length - 1}
                onClick={() => move(category.id, 1)}
              >
                <Icon name="down" size={16} />
              </button>
              <EntryButtons
                entry={category}
                onMerge={() => onOpen({ dialog: 'merge', category })}
                remove={() => admin.categories.delete(category.id)}
              />
            </span>
          </div>
          <Level parentId={category.id} categories={categories} onOpen={onOpen} />
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
  const tops = categories.filter(({ parentId }) => parentId === null);
  const send = async (values: FormData): Promise<void> => {
    const names = namesIn(values);
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
  };
  return (
    <FormDialog
      title={category?.name ?? words.text('desk.taxonomy.new')}
      kind="sheet"
      submit={words.text('desk.save')}
      done={words.text('desk.saved')}
      onSubmit={send}
      onClose={onClose}
    >
      <NameFields names={category?.names} />
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
    </FormDialog>
  );
}

const CHOICES = ['shown', 'required', 'hidden'] as const;
const ATTRIBUTE = 'attribute.';

/** The choice for each technical attribute; empty while the attributes are loading. */
function attributesIn(values: FormData): { hiddenAttributes?: string[]; requiredAttributes?: string[] } {
  const chosen = [...values.entries()].flatMap(([name, value]) =>
    name.startsWith(ATTRIBUTE) ? [[name.slice(ATTRIBUTE.length), value] as const] : [],
  );
  if (chosen.length === 0) return {};
  const namesWith = (choice: (typeof CHOICES)[number]): string[] =>
    chosen.flatMap(([name, value]) => (value === choice ? [name] : []));
  return { hiddenAttributes: namesWith('hidden'), requiredAttributes: namesWith('required') };
}

/** The attributes of listings in the category: those of its vehicle class, without those that the top category hides. */
function Attributes({
  category: { slug, parentId, hiddenAttributes, requiredAttributes },
  categories,
}: {
  category: AdminCategory;
  categories: readonly AdminCategory[];
}): ReactElement {
  const words = useWords();
  // A refetch would replace choices that are not saved.
  const query = useQuery({ ...read('categories.get', slug), ...STABLE });
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
          const otherAttributes = attributes.filter(
            ({ name }) => top !== undefined || !technical.includes(name),
          );
          return (
            <>
              <ul className="tags">
                {otherAttributes.map(({ name, required }) => (
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
                    options={words.options('desk.taxonomy.attributes', CHOICES)}
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
