/** An edit conflict: both values of each field, and the choice between them. */
import type { ReactElement } from 'react';
import type { CategoryAttribute, OwnListing } from '../../api.ts';
import { labelOf } from '../../field-label.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldText } from '../../ui/read-numbers.ts';
import { Table } from '../../ui/table.tsx';
import { useWords } from '../../words.ts';
import { changedFields, type Values, valuesOf } from './fields.ts';
import { fieldsOf, numberFieldOf } from './sections.ts';

export interface EditConflict {
  readonly serverListing: OwnListing;
  /** Fields that the user has changed. */
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
  clash: EditConflict;
  /** Values that both edits are based on. */
  saved: Values;
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const serverValues = valuesOf(clash.serverListing);
  const known = new Set([...clash.attributes.map(({ name }) => name), ...clash.names]);
  const changedThere = changedFields(saved, serverValues).filter((name) => known.has(name));
  const rows = [...new Set([...clash.names, ...changedThere])];
  const fields = fieldsOf(clash.attributes);
  const textOf = (name: string, values: Values): string => {
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
          <Button text="desk.editor.conflict.takeTheirs" className="quiet" onClick={onTheirs} />
          <Button text="desk.editor.conflict.takeYours" onClick={onMine} />
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
              cell: (name) => textOf(name, clash.typed),
            },
            {
              id: 'theirs',
              label: words.text('desk.editor.conflict.theirs'),
              cell: (name) => textOf(name, serverValues),
            },
          ]}
          rows={rows}
          idOf={(name) => name}
        />
      </div>
    </Dialog>
  );
}
