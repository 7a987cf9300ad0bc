/** Two people have changed one listing: both values of each field, and the choice between them. */
import { Table } from '../../ui/table.tsx';
import { labelOf } from '../../field-label.ts';
import type { ReactElement } from 'react';
import type { CategoryAttribute, OwnListing } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldText } from '../../ui/read-numbers.ts';
import { useWords } from '../../words.ts';
import { changedBetween, type Values, valuesOf } from './fields.ts';
import { fieldsOf, numberFieldOf } from './sections.ts';

export interface Clash {
  readonly theirs: OwnListing;
  /** The fields that are changed here. */
  readonly names: readonly string[];
  readonly typed: Values;
  readonly attributes: readonly CategoryAttribute[];
}

export function Conflict({
  clash,
  saved,
  onMine,
  onTheirs,
  onClose,
}: {
  clash: Clash;
  /** What both began with. */
  saved: Values;
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const theirs = valuesOf(clash.theirs);
  const known = new Set([...clash.attributes.map(({ name }) => name), ...clash.names]);
  const changedThere = changedBetween(saved, theirs).filter((name) => known.has(name));
  const rows = [...new Set([...clash.names, ...changedThere])];
  const fields = fieldsOf(clash.attributes);
  const shown = (name: string, values: Values): string => {
    const text = values[name] ?? '';
    const field = fields.get(name);
    const number = field === undefined ? null : numberFieldOf(field);
    if (text === '') return '–';
    if (field?.code === 'country') return words.country(text);
    return number === null ? words.value(name, text) : fieldText(text, words.language, number);
  };
  return (
    <Dialog
      title={words.text('desk.editor.conflict.title')}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="quiet" onClick={onTheirs}>
            {words.text('desk.editor.conflict.takeTheirs')}
          </button>
          <button type="button" onClick={onMine}>
            {words.text('desk.editor.conflict.takeYours')}
          </button>
        </>
      }
    >
      <p>{words.text('desk.editor.conflict.text')}</p>
      <div className="table-frame">
        <Table
          columns={[
            {
              id: 'field',
              label: words.text('desk.editor.conflict.field'),
              isHead: true,
              cell: (name) => labelOf(name, words),
            },
            {
              id: 'yours',
              label: words.text('desk.editor.conflict.yours'),
              cell: (name) => shown(name, clash.typed),
            },
            {
              id: 'theirs',
              label: words.text('desk.editor.conflict.theirs'),
              cell: (name) => shown(name, theirs),
            },
          ]}
          rows={rows}
          idOf={(name) => name}
        />
      </div>
    </Dialog>
  );
}
