import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../../src/storefront/texts/languages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Form, TextField, textOf } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type AdminFeature, type AdminFeaturesSetRequest } from '../api.ts';
import { TextFilter } from '../filters.tsx';
import { listOf, STALE, TaxonomyPage } from './taxonomy.tsx';

const SHOWN = 200;

export function FeaturesPage(): ReactElement {
  const words = useWords();
  const [{ q = '' }] = useUrlState();
  const [changing, setChanging] = useState<AdminFeature | null>(null);
  const query = useQuery({ queryKey: ['features'], queryFn: () => admin.features.list() });
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
      cell: ({ classes }) => classes.join(', '),
    },
  ];
  return (
    <TaxonomyPage>
      <div className="table-tools">
        <TextFilter name="q" label={words.text('desk.taxonomy.findFeature')} />
      </div>
      <Loaded query={query} lines={12}>
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
              nameOf={({ code }) => code}
            />
          );
        }}
      </Loaded>
      {changing !== null && <FeatureForm feature={changing} onClose={() => setChanging(null)} />}
    </TaxonomyPage>
  );
}

function FeatureForm({ feature, onClose }: { feature: AdminFeature; onClose: () => void }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const send = async (values: FormData): Promise<void> => {
    await admin.features.set(feature.code, {
      group: textOf(values, 'group') ?? '',
      names: Object.fromEntries(
        LANGUAGES.flatMap((language) => {
          const name = textOf(values, `names.${language}`);
          return name === undefined ? [] : [[language, name]];
        }),
      ),
      classes: feature.classes as AdminFeaturesSetRequest['classes'],
      importKeys: listOf(textOf(values, 'importKeys')),
      active: values.get('active') !== null,
    });
    onClose();
    say(words.text('desk.saved'));
    await Promise.all(STALE.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
  return (
    <Dialog title={feature.code} kind="sheet" onClose={onClose}>
      <Form onSubmit={send} submit={words.text('desk.save')}>
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            name={`names.${language}`}
            label={words.text('desk.taxonomy.nameIn', { language: LANGUAGE_NAMES[language] })}
            lang={language}
            defaultValue={feature.names[language] ?? ''}
          />
        ))}
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
      </Form>
    </Dialog>
  );
}
