import { type ReactElement, useState } from 'react';
import type { Desk } from '../areas.ts';
import { areSingleKeysOn, setSingleKeys } from '../keys.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useWords } from '../words.ts';

export function KeyHelp({ desk, onClose }: { desk: Desk; onClose: () => void }): ReactElement {
  const words = useWords();
  const [isOn, setOn] = useState(areSingleKeysOn);
  const rows: [keys: string, what: string][] = [
    ['Ctrl K', words.text('desk.keys.palette')],
    ['?', words.text('desk.keys.help')],
    ...desk.areas.flatMap(({ key, label }): [string, string][] =>
      key === undefined
        ? []
        : [[`G ${key.toUpperCase()}`, words.text('desk.keys.go', { area: words.text(label) })]],
    ),
  ];
  return (
    <Dialog title={words.text('desk.keys')} onClose={onClose}>
      <dl className="keys">
        {rows.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setOn(target.checked);
          }}
        />
        <span>
          {words.text('desk.keys.single')} <span className="note">{words.text('desk.keys.singleHint')}</span>
        </span>
      </label>
    </Dialog>
  );
}
