import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextFilter } from '../../ui/filters.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CheckField, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type AdminBrand, adminRead } from '../api.ts';
import { EntryButtons, listOf, Merge, TaxonomyPage } from './taxonomy.tsx';

type Open =
  { readonly dialog: 'change' | 'merge'; readonly brand: AdminBrand } | { readonly dialog: 'create' };

const SHOWN = 100;

export function BrandsPage(): ReactElement {
  const words = useWords();
  const [{ q = '' }] = useUrlState();
  const [open, setOpen] = useState<Open | null>(null);
  const query = useQuery(adminRead('brands.list'));
  const close = (): void => setOpen(null);
  const columns: readonly Column<AdminBrand>[] = [
    {
      id: 'name',
      label: words.text('desk.taxonomy.brand'),
      isFixed: true,
      cell: (brand) => (
        <span className="stack tight">
          <button type="button" className="link" onClick={() => setOpen({ dialog: 'change', brand })}>
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
          <EntryButtons
            entry={brand}
            onMerge={() => setOpen({ dialog: 'merge', brand })}
            remove={() => admin.brands.delete(brand.id)}
          />
        </span>
      ),
    },
  ];
  const all = query.data?.brands ?? [];
  return (
    <TaxonomyPage
      actions={
        <Button text="desk.taxonomy.newBrand" icon="plus" onClick={() => setOpen({ dialog: 'create' })} />
      }
    >
      <div className="table-tools">
        <TextFilter name="q" label="desk.taxonomy.findBrand" />
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
      {open?.dialog === 'create' && <BrandForm onClose={close} />}
      {open?.dialog === 'change' && <BrandForm brand={open.brand} onClose={close} />}
      {open?.dialog === 'merge' && (
        <Merge
          from={open.brand}
          targets={all.filter(({ id }) => id !== open.brand.id)}
          send={(into) => admin.brands.merge(open.brand.id, { into })}
          onClose={close}
        />
      )}
    </TaxonomyPage>
  );
}

function BrandForm({ brand, onClose }: { brand?: AdminBrand; onClose: () => void }): ReactElement {
  const words = useWords();
  const send = async (values: FormData): Promise<void> => {
    const body = {
      name: textOf(values, 'name') ?? '',
      slug: textOf(values, 'slug'),
      aliases: listOf(textOf(values, 'aliases')),
      models: listOf(textOf(values, 'models'), '\n'),
      active: values.get('active') !== null,
    };
    if (brand === undefined) await admin.brands.create(body);
    else await admin.brands.update(brand.id, body);
  };
  return (
    <FormDialog
      title={brand?.name ?? words.text('desk.taxonomy.newBrand')}
      kind="sheet"
      submit={words.text('desk.save')}
      done={words.text('desk.saved')}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField name="name" label={words.text('desk.taxonomy.brand')} defaultValue={brand?.name} required />
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
    </FormDialog>
  );
}
