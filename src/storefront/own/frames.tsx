/** Frames of account pages. */
import type { ReactElement, ReactNode } from 'react';
import type { UserActor } from '../../platform/actor.ts';
import type { TextKey } from '../texts/generated/keys.ts';
import type { Reader } from '../texts/reader.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import type { OwnRendered } from './own-page.ts';

const AREAS = [
  ['/account', 'account.title'],
  ['/account/sessions', 'sessions.title'],
  ['/account/notices', 'notices.settings'],
  ['/account/keys', 'keys.title'],
  ['/account/decisions', 'decisions.title'],
  ['/account/data', 'data.title'],
] as const;

/** For dealers only. */
const KEYS = '/account/keys';

interface Owner {
  readonly reader: Reader;
  readonly actor: UserActor;
}

export function AccountNav({
  reading: { reader, actor },
  here,
}: {
  reading: Owner;
  here: string;
}): ReactElement {
  const areas = AREAS.filter(([path]) => path !== KEYS || here === KEYS || actor.seller !== null);
  return (
    <nav className="tabs" aria-label={reader.text('account.areas')}>
      <ul>
        {areas.map(([path, label]) => (
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

/** Replaces an empty list: says why it is empty and links to the search. */
export function Empty({
  icon,
  reader,
  text,
}: {
  icon: IconName;
  reader: Reader;
  text: string;
}): ReactElement {
  return (
    <div className="empty">
      <Icon name={icon} />
      <p>{text}</p>
      <a className="button main" href={`/${reader.language}/search`}>
        {reader.text('favorites.find')}
      </a>
    </div>
  );
}

/** A page with one column. */
export function narrowPage(title: string, children: ReactNode): OwnRendered {
  return {
    head: { title },
    body: (
      <div className="wrap narrow">
        <h1>{title}</h1>
        {children}
      </div>
    ),
  };
}

/** A page to sign in or register, with the benefits of an account. */
export function entryPage(reader: Reader, title: string, children: ReactNode): OwnRendered {
  return {
    head: { title },
    body: (
      <div className="entry">
        <div className="entry-form">
          <h1>{title}</h1>
          {children}
        </div>
        <div className="entry-why night">
          <img src="/drawings/entry.svg" width="640" height="390" alt="" loading="lazy" />
          <ul className="trusts">
            {REASONS.map(([icon, reason]) => (
              <li key={reason}>
                <Icon name={icon} />
                <b>{reader.text(`entry.${reason}`)}</b>
                <p>{reader.text(`entry.${reason}.text`)}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    ),
  };
}

const REASONS = [
  ['bell', 'told'],
  ['heart', 'list'],
  ['message-circle', 'answers'],
] as const satisfies readonly (readonly [IconName, string])[];

/** A page of the account, with links to the others. */
export function accountPage(reading: Owner, title: TextKey, area: string, children: ReactNode): OwnRendered {
  const { reader } = reading;
  return narrowPage(
    reader.text(title),
    <>
      <AccountNav reading={reading} here={area} />
      {children}
    </>,
  );
}

const STEPS = ['account', 'email', 'documents'] as const;

/** Steps of a new dealer to a verified company, with the current one marked. */
export function Steps({ reader, at }: { reader: Reader; at: (typeof STEPS)[number] }): ReactElement {
  return (
    <ol className="steps" aria-label={reader.text('steps.title')}>
      {STEPS.map((step) => (
        <li key={step} aria-current={step === at ? 'step' : undefined}>
          {reader.text(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
