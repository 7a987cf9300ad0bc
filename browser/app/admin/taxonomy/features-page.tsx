import { type ReactElement, useState } from 'react';
import { TextFilter } from '../../ui/filters.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CheckField, TextField, textOf } from '../../ui/form.tsx';
import { Load } from '../../ui/section.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskText, useWords } from '../../words.ts';
import { admin, type AdminFeature, type AdminFeaturesSetRequest, adminRead } from '../api.ts';
import { listOf, NameFields, namesIn, TaxonomyPage } from './taxonomy.tsx';

const SHOWN = 200;

export function FeaturesPage(): ReactElement {
  const words = useWords();
  const [{ q = '' }] = useUrlState();
  const [changing, setChanging] = useState<AdminFeature | null>(null);
  const columns: readonly Column<AdminFeature>[] = [
    {
      id: 'name',
      label: words.text('desk.taxonomy.feature'),
      isFixed: true,
      cell: (feature) => (
        <button type="button" className="link" onClick={() => setChanging(feature)}>
          {feature.names[words.language] ?? feature.names['en'] ?? feature.code}
        </button>
      ),
    },
    { id: 'code', label: words.text('desk.taxonomy.code'), cell: ({ code }) => code },
    { id: 'group', label: words.text('desk.taxonomy.group'), isWide: true, cell: ({ group }) => group },
    {
      id: 'classes',
      label: words.text('desk.taxonomy.classes'),
      isWide: true,
      cell: ({ classes }) => classes.map((code) => words.text(`desk.class.${code}` as DeskText)).join(', '),
    },
  ];
  return (
    <TaxonomyPage>
      <div className="table-tools">
        <TextFilter name="q" label="desk.taxonomy.findFeature" />
      </div>
      <Load query={adminRead('features.list')} lines={12}>
        {({ features }) => {
          const wanted = q.toLowerCase();
          const found = features.filter(({ code, names }) =>
            [code, ...Object.values(names)].some((text) => text.toLowerCase().includes(wanted)),
          );
          return (
            <DataTable
              label={words.text('desk.taxonomy.features')}
              columns={columns}
              rows={found.slice(0, SHOWN)}
              idOf={({ code }) => code}
            />
          );
        }}
      </Load>
      {changing !== null && <FeatureForm feature={changing} onClose={() => setChanging(null)} />}
    </TaxonomyPage>
  );
}

function FeatureForm({ feature, onClose }: { feature: AdminFeature; onClose: () => void }): ReactElement {
  const words = useWords();
  const send = async (values: FormData): Promise<void> => {
    await admin.features.set(feature.code, {
      group: textOf(values, 'group') ?? '',
      names: namesIn(values),
      classes: feature.classes as AdminFeaturesSetRequest['classes'],
      importKeys: listOf(textOf(values, 'importKeys')),
      active: values.get('active') !== null,
    });
  };
  return (
    <FormDialog
      title={feature.code}
      kind="sheet"
      submit={words.text('desk.save')}
      done={words.text('desk.saved')}
      onSubmit={send}
      onClose={onClose}
    >
      <NameFields names={feature.names} />
      <TextField
        name="group"
        label={words.text('desk.taxonomy.group')}
        defaultValue={feature.group}
        required
      />
      <TextField
        name="importKeys"
        label={words.text('desk.taxonomy.importKeys')}
        hint={words.text('desk.taxonomy.commas')}
        defaultValue={feature.importKeys.join(', ')}
      />
      <CheckField
        name="active"
        label={words.text('desk.taxonomy.active')}
        value="1"
        defaultChecked={feature.active}
      />
    </FormDialog>
  );
}
