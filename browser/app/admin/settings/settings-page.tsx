import { type ReactElement, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Load, Section } from '../../ui/section.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { adminRead, type Setting } from '../api.ts';
import { SettingDialog } from './setting-dialog.tsx';
import { shortOf } from './values.ts';

export function SettingsPage(): ReactElement {
  const words = useWords();
  const [{ name }, change] = useUrlState();
  const [typed, setTyped] = useState('');
  const open = (to: string | undefined): void => change({ name: to }, { replace: true });
  return (
    <Page title={words.text('desk.admin.nav.settings')} note={words.text('desk.settings.note')}>
      <div className="table-tools">
        <label className="filter">
          <span>{words.text('desk.settings.find')}</span>
          <input type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </label>
      </div>
      <Load query={adminRead('settings.list')} lines={12}>
        {({ settings }) => {
          const wanted = typed.trim().toLowerCase();
          const matching = settings.filter((setting) =>
            `${setting.name} ${setting.description}`.toLowerCase().includes(wanted),
          );
          const chosen = settings.find((setting) => setting.name === name);
          return (
            <>
              <div className="stack">
                {groupsOf(matching).map(([group, members]) => (
                  <Section key={group} title={group}>
                    <ul className="short-list">
                      {members.map((setting) => (
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
      </Load>
    </Page>
  );
}

/** Settings by the part of their name before the dot. */
function groupsOf(
  settings: readonly Setting[],
): readonly (readonly [group: string, members: readonly Setting[]])[] {
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
      <Button text="desk.settings.change" about={setting.name} className="quiet" onClick={onOpen} />
    </li>
  );
}
