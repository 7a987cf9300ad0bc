/** Who works here, their account, the language and the way out. */
import type { ReactElement } from 'react';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../src/storefront/texts/languages.ts';
import { chooseLanguage, language } from '../language.ts';
import { useSession } from '../me.ts';
import { signOut } from '../session.ts';
import { Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { useWords } from '../words.ts';

export function You(): ReactElement {
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
          {LANGUAGES.map((one) => (
            <button
              key={one}
              type="button"
              className="quiet"
              lang={one}
              aria-pressed={one === language}
              onClick={() => chooseLanguage(one)}
            >
              {LANGUAGE_NAMES[one]}
            </button>
          ))}
        </li>
        <li>
          <button type="button" className="menu-item" onClick={() => void signOut()}>
            {words.text('desk.signOut')}
          </button>
        </li>
      </ul>
    </Popover>
  );
}
