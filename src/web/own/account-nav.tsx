import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';

const AREAS = [
  ['/account', 'account.title'],
  ['/account/sessions', 'sessions.title'],
  ['/account/notices', 'notices.settings'],
  ['/account/keys', 'keys.title'],
  ['/account/decisions', 'decisions.title'],
  ['/account/data', 'data.title'],
] as const;

export function AccountNav({ reader, here }: { reader: Reader; here: string }): ReactElement {
  return (
    <nav className="tabs" aria-label={reader.text('account.areas')}>
      <ul>
        {AREAS.map(([path, label]) => (
          <li key={path}>
            <a href={`/${reader.language}${path}`} aria-current={path === here ? 'page' : undefined}>
              {reader.text(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
