import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type Setting } from '../api.ts';
import { Section } from '../parts.tsx';
import { SettingDialog } from './setting-dialog.tsx';
import { shortOf } from './values.ts';

export function SettingsPage(): ReactElement {
  const words = useWords();
  const [{ name }, change] = useUrlState();
  const [typed, setTyped] = useState('');
  const query = useQuery({ queryKey: ['settings'], queryFn: () => admin.settings.list() });
  const open = (to: string | undefined): void => change({ name: to }, { replace: true });
  return (
    <Page title={words.text('desk.admin.nav.settings')} note={words.text('desk.settings.note')}>
      <div className="table-tools">
        <label className="filter">
          <span>{words.text('desk.settings.find')}</span>
          <input type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </label>
      </div>
      <Loaded query={query} lines={12}>
        {({ settings }) => {
          const wanted = typed.trim().toLowerCase();
          const shown = settings.filter((setting) =>
            `${setting.name} ${setting.description}`.toLowerCase().includes(wanted),
          );
          const chosen = settings.find((setting) => setting.name === name);
          return (
            <>
              <div className="stack">
                {groupsOf(shown).map(([group, some]) => (
                  <Section key={group} title={group}>
                    <ul className="short-list">
                      {some.map((setting) => (
                        <Row key={setting.name} setting={setting} onOpen={() => open(setting.name)} />
                      ))}
                    </ul>
                  </Section>
                ))}
              </div>
              {chosen !== undefined && (
                <SettingDialog key={chosen.name} setting={chosen} onClose={() => open(undefined)} />
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** By the part of the name before the dot. */
function groupsOf(
  settings: readonly Setting[],
): readonly (readonly [group: string, some: readonly Setting[]])[] {
  const groups = new Map<string, Setting[]>();
  for (const setting of settings) {
    const group = setting.name.split('.')[0] ?? setting.name;
    groups.set(group, [...(groups.get(group) ?? []), setting]);
  }
  return [...groups];
}

function Row({ setting, onOpen }: { setting: Setting; onOpen: () => void }): ReactElement {
  const words = useWords();
  return (
    <li>
      <span>
        <strong>{setting.name}</strong>
        <span className="setting-text">{setting.description}</span>
        <span className="note">
          {shortOf(setting.value, words)}
          {!setting.isDefault && ` · ${words.text('desk.settings.changed')}`}
        </span>
      </span>
      <button type="button" className="quiet" onClick={onOpen}>
        {words.text('desk.settings.change')}
        <span className="unseen">: {setting.name}</span>
      </button>
    </li>
  );
}
