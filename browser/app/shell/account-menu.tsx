/** The menu of the user: account, language, sign-out. */
import type { ReactElement } from 'react';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../src/storefront/texts/languages.ts';
import { chooseLanguage, language } from '../language.ts';
import { useSession } from '../me.ts';
import { signOut } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { useWords } from '../words.ts';

export function AccountMenu(): ReactElement {
  const words = useWords();
  const { user } = useSession();
  return (
    <Popover label={words.text('desk.you')} button={<Icon name="you" />}>
      <p className="you">
        <strong>{user.name}</strong>
        <span className="note">
          {[user.company?.name, user.teamRole === null ? null : words.text(`desk.role.${user.teamRole}`)]
            .filter((part) => part !== null && part !== undefined)
            .join(' · ')}
        </span>
      </p>
      <ul className="menu">
        <li>
          <a href={`/${language}/account`}>{words.text('desk.account')}</a>
        </li>
        <li>
          <a href={`/${language}/`}>{words.text('desk.market')}</a>
        </li>
        <li className="languages">
          <span>{words.text('desk.language')}</span>
          {LANGUAGES.map((code) => (
            <button
              key={code}
              type="button"
              className="quiet"
              lang={code}
              aria-pressed={code === language}
              onClick={() => chooseLanguage(code)}
            >
              {LANGUAGE_NAMES[code]}
            </button>
          ))}
        </li>
        <li>
          <Button text="desk.signOut" className="menu-item" onClick={() => void signOut()} />
        </li>
      </ul>
    </Popover>
  );
}
