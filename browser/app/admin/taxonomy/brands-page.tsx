import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { CheckField, Form, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type AdminBrand } from '../api.ts';
import { TextFilter } from '../filters.tsx';
import { useAct } from '../parts.tsx';
import { Merge } from './merge.tsx';
import { listOf, STALE, TaxonomyPage } from './taxonomy.tsx';

type Asking = { readonly what: 'change' | 'merge' | 'delete'; readonly brand: AdminBrand } | 'create' | null;

const SHOWN = 100;

export function BrandsPage(): ReactElement {
  const words = useWords();
  const act = useAct();
  const [{ q = '' }] = useUrlState();
  const [asking, setAsking] = useState<Asking>(null);
  const query = useQuery({ queryKey: ['brands'], queryFn: () => admin.brands.list() });
  const close = (): void => setAsking(null);
  const columns: readonly Column<AdminBrand>[] = [
    {
      id: 'name',
      label: words.text('desk.taxonomy.brand'),
      isFixed: true,
      cell: (brand) => (
        <span className="stack tight">
          <button type="button" className="link" onClick={() => setAsking({ what: 'change', brand })}>
            {brand.name}
          </button>
          <span className="note">{brand.slug}</span>
        </span>
      ),
    },
    {
      id: 'aliases',
      label: words.text('desk.taxonomy.aliases'),
      isWide: true,
      cell: ({ aliases }) => <span className="long">{aliases.join(', ')}</span>,
    },
    {
      id: 'models',
      label: words.text('desk.taxonomy.models'),
      align: 'end',
      isWide: true,
      cell: ({ models }) => words.number(models.length),
    },
    {
      id: 'listings',
      label: words.text('desk.nav.listings'),
      align: 'end',
      cell: ({ listingCount }) => words.number(listingCount),
    },
    {
      id: 'acts',
      label: '',
      align: 'end',
      cell: (brand) => (
        <span className="row">
          <button type="button" className="quiet" onClick={() => setAsking({ what: 'merge', brand })}>
            {words.text('desk.taxonomy.merge')}
            <span className="unseen">: {brand.name}</span>
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={`${words.text('desk.delete')}: ${brand.name}`}
            disabled={brand.listingCount > 0}
            title={brand.listingCount > 0 ? words.text('desk.taxonomy.inUse') : undefined}
            onClick={() => setAsking({ what: 'delete', brand })}
          >
            <Icon name="trash" size={16} />
          </button>
        </span>
      ),
    },
  ];
  const all = query.data?.brands ?? [];
  return (
    <TaxonomyPage
      actions={
        <button type="button" onClick={() => setAsking('create')}>
          <Icon name="plus" size={16} />
          {words.text('desk.taxonomy.newBrand')}
        </button>
      }
    >
      <div className="table-tools">
        <TextFilter name="q" label={words.text('desk.taxonomy.findBrand')} />
      </div>
      <Loaded query={query} lines={12}>
        {({ brands }) => {
          const wanted = q.toLowerCase();
          const found = brands.filter(({ name, slug, aliases }) =>
            [name, slug, ...aliases].some((text) => text.toLowerCase().includes(wanted)),
          );
          return (
            <>
              <p className="note" role="status">
                {words.count('desk.table.rows', found.length)}
              </p>
              <DataTable
                label={words.text('desk.taxonomy.brands')}
                columns={columns}
                rows={found.slice(0, SHOWN)}
                idOf={({ id }) => id}
                nameOf={({ name }) => name}
              />
            </>
          );
        }}
      </Loaded>
      {asking === 'create' && <BrandForm onClose={close} />}
      {asking !== null && asking !== 'create' && asking.what === 'change' && (
        <BrandForm brand={asking.brand} onClose={close} />
      )}
      {asking !== null && asking !== 'create' && asking.what === 'merge' && (
        <Merge
          from={asking.brand}
          targets={all.filter(({ id }) => id !== asking.brand.id)}
          send={(into) => admin.brands.merge(asking.brand.id, { into })}
          onClose={close}
        />
      )}
      {asking !== null && asking !== 'create' && asking.what === 'delete' && (
        <Confirm
          title={words.text('desk.taxonomy.delete', { name: asking.brand.name })}
          text={words.text('desk.taxonomy.delete.text')}
          action={words.text('desk.delete')}
          word={asking.brand.slug}
          onConfirm={() =>
            void act(() => admin.brands.delete(asking.brand.id), {
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

function BrandForm({ brand, onClose }: { brand?: AdminBrand; onClose: () => void }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const send = async (values: FormData): Promise<void> => {
    const body = {
      name: textOf(values, 'name') ?? '',
      slug: textOf(values, 'slug'),
      aliases: listOf(textOf(values, 'aliases')),
      models: (textOf(values, 'models') ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      active: values.get('active') !== null,
    };
    if (brand === undefined) await admin.brands.create(body);
    else await admin.brands.update(brand.id, body);
    onClose();
    say(words.text('desk.saved'));
    await Promise.all(STALE.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
  return (
    <Dialog title={brand?.name ?? words.text('desk.taxonomy.newBrand')} kind="sheet" onClose={onClose}>
      <Form onSubmit={send} submit={words.text('desk.save')}>
        <TextField
          name="name"
          label={words.text('desk.taxonomy.brand')}
          defaultValue={brand?.name}
          required
        />
        <TextField
          name="slug"
          label={words.text('desk.taxonomy.slug')}
          hint={words.text('desk.taxonomy.slug.hint')}
          defaultValue={brand?.slug ?? ''}
        />
        <TextField
          name="aliases"
          label={words.text('desk.taxonomy.aliases')}
          hint={words.text('desk.taxonomy.aliases.hint')}
          defaultValue={brand?.aliases.join(', ') ?? ''}
        />
        <TextArea
          name="models"
          label={words.text('desk.taxonomy.models')}
          hint={words.text('desk.settings.lines')}
          rows={8}
          defaultValue={brand?.models.join('\n') ?? ''}
        />
        <CheckField
          name="active"
          label={words.text('desk.taxonomy.active')}
          value="1"
          defaultChecked={brand?.active ?? true}
        />
      </Form>
    </Dialog>
  );
}
