import type { ReactElement } from 'react';
import { useHasRole } from '../../me.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { SelectFilter } from '../../ui/filters.tsx';
import { TextField } from '../../ui/form.tsx';
import { Page, type PageProps } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../../words.ts';
import { EVENT_NAMES } from './event-names.ts';
import { clientOf, curlOf, type ExampleRequest } from './example-code.ts';

export function Developer({ title, note, actions, children }: PageProps): ReactElement {
  const words = useWords();
  const isOwner = useHasRole('OWNER');
  return (
    <>
      <Tabs
        label={words.text('desk.nav.developer')}
        tabs={[
          { to: '/dealer/developer/keys', label: words.text('desk.developer.keys') },
          ...(isOwner
            ? [{ to: '/dealer/developer/team-keys' as const, label: words.text('desk.apiKey.team') }]
            : []),
          { to: '/dealer/developer/webhooks', label: words.text('desk.developer.webhooks') },
          { to: '/dealer/developer/events', label: words.text('desk.developer.events') },
          { to: '/dealer/developer/security', label: words.text('desk.developer.security') },
        ]}
      />
      <Page
        title={title}
        note={note}
        actions={
          <>
            <a className="button quiet" href="/docs">
              {words.text('desk.developer.reference')}
            </a>
            {actions}
          </>
        }
      >
        {children}
      </Page>
    </>
  );
}

/** Filters a list by the type of event. */
export function EventFilter({ name, label }: { name: string; label: string }): ReactElement {
  const words = useWords();
  return (
    <SelectFilter
      name={name}
      label={label}
      none={words.text('desk.log.anyEvent')}
      options={EVENT_NAMES.map((event) => ({ value: event, label: event }))}
    />
  );
}

/** A request of a page, as a program would send it. */
export function Example({ request }: { request: ExampleRequest }): ReactElement {
  const words = useWords();
  return (
    <details className="example">
      <summary>{words.text('desk.developer.example')}</summary>
      <div className="stack">
        <CodeBlock label="curl" text={curlOf(request, location.origin)} />
        <CodeBlock
          label={words.text('desk.developer.example.client')}
          text={clientOf(request, location.origin)}
        />
      </div>
    </details>
  );
}

/** The password as typed, with leading and trailing spaces. */
export function passwordOf(values: FormData): string {
  const password = values.get('password');
  return typeof password === 'string' ? password : '';
}

export function OwnPassword({ hint, required = false }: { hint: string; required?: boolean }): ReactElement {
  const words = useWords();
  return (
    <TextField
      name="password"
      type="password"
      autoComplete="current-password"
      label={words.text('desk.developer.password')}
      hint={hint}
      required={required}
    />
  );
}
