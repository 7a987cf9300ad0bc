/** Search and commands: areas, what can be done, and the dealer's vehicles, by typing. */
import { startOf } from '../areas.ts';
import { read } from '../query.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { Desk } from '../areas.ts';
import { useSession } from '../me.ts';
import { hasRole } from '../session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon, type IconName, type IconShape } from '../ui/icon.tsx';
import { useGo } from '../url-state.ts';
import { type DeskText, useWords } from '../words.ts';

interface Choice {
  readonly id: string;
  readonly group: DeskText;
  readonly icon: IconName | IconShape;
  readonly label: string;
  readonly note?: string | undefined;
  readonly run: () => unknown;
}

const FOUND_MAX = 6;
const LETTERS_MIN = 2;

export function Palette({
  desk,
  onClose,
  onKeys,
}: {
  desk: Desk;
  onClose: () => void;
  onKeys: () => void;
}): ReactElement {
  const words = useWords();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  // A dialog that opens gives the focus to its first button.
  useEffect(() => field.current?.focus(), []);
  const choices = useChoices(desk, typed, onKeys);
  const chosen = choices[Math.min(at, choices.length - 1)];
  const take = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    onClose();
    choice.run();
  };
  const move = (by: number): void =>
    setAt((choices.length + Math.min(at, choices.length - 1) + by) % choices.length);
  return (
    <Dialog title={words.text('desk.palette')} kind="palette" onClose={onClose}>
      <input
        ref={field}
        role="combobox"
        type="text"
        className="palette-input"
        aria-label={words.text('desk.palette')}
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={chosen === undefined ? undefined : `${list}-${chosen.id}`}
        placeholder={words.text('desk.palette.hint')}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1);
          else if (event.key === 'ArrowUp') move(-1);
          else if (event.key === 'Enter') take(chosen);
          else return;
          event.preventDefault();
        }}
      />
      <div id={list} role="listbox" aria-label={words.text('desk.palette')} className="palette-list">
        {choices.map((choice, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
          <div
            key={choice.id}
            id={`${list}-${choice.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice === chosen}
            onClick={() => take(choice)}
          >
            {choices[index - 1]?.group !== choice.group && (
              <span className="palette-group">{words.text(choice.group)}</span>
            )}
            <span className="palette-choice">
              <Icon name={choice.icon} />
              <span>{choice.label}</span>
              {choice.note !== undefined && <span className="note">{choice.note}</span>}
            </span>
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className="note palette-none">{words.text('desk.palette.none')}</p>}
    </Dialog>
  );
}

function useChoices(desk: Desk, typed: string, onKeys: () => void): readonly Choice[] {
  const words = useWords();
  const { user } = useSession();
  const go = useGo();
  const q = useDeferredValue(typed.trim());
  const vehicles = useQuery({
    ...read('listings.list', { q, limit: FOUND_MAX }),
    enabled: q.length >= LETTERS_MIN && desk.path === '/dealer',
    placeholderData: (before) => before,
  });
  const deskResults = useQuery({
    queryKey: ['palette', desk.path, q],
    enabled: q.length >= LETTERS_MIN && desk.find !== undefined,
    queryFn: ({ signal }) => desk.find?.(q, signal) ?? [],
    placeholderData: (before) => before,
  });
  const fits = (label: string): boolean => label.toLowerCase().includes(typed.trim().toLowerCase());
  const areas = desk.areas
    .filter(({ least }) => hasRole(user, least))
    .map((area): Choice => ({
      id: area.name,
      group: 'desk.palette.areas',
      icon: area.icon,
      label: words.text(area.label),
      run: () => go(startOf(desk, area)),
    }));
  const commands: Choice[] = [
    {
      id: 'keys',
      group: 'desk.palette.commands',
      icon: 'menu',
      label: words.text('desk.keys.help'),
      run: onKeys,
    },
  ];
  if (desk.path === '/dealer' && hasRole(user, 'AGENT'))
    commands.unshift({
      id: 'new',
      group: 'desk.palette.commands',
      icon: 'plus',
      label: words.text('desk.listings.new'),
      run: () => go('/dealer/listings/new'),
    });
  const found = q.length < LETTERS_MIN ? [] : (vehicles.data?.listings ?? []);
  return [
    ...areas.filter(({ label }) => fits(label)),
    ...commands.filter(({ label }) => fits(label)),
    ...found.map(({ id, title, externalId }): Choice => ({
      id,
      group: 'desk.palette.vehicles',
      icon: 'listings',
      label: title,
      note: externalId ?? undefined,
      run: () => go(`/dealer/listings/${id}`),
    })),
    ...(q.length < LETTERS_MIN ? [] : (deskResults.data ?? [])).map(({ to, ...found }): Choice => ({
      ...found,
      run: () => go(to),
    })),
  ];
}
