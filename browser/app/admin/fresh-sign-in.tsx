/** Prompts for the password again and starts a new session with it, which replaces the old one. */
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { api, CLIENT_HEADERS } from '../api.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FieldError, Form, TextField } from '../ui/form.tsx';
import { loadWords, useWords, WordsProvider } from '../words.ts';

/** @returns whether the user has signed in again */
export async function promptForPassword(): Promise<boolean> {
  const [words, me] = await Promise.all([loadWords(), api.account.get()]);
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const isSignedIn = await new Promise<boolean>((resolve) => {
    root.render(
      <WordsProvider value={words}>
        <SignInAgain email={me.email} onDone={resolve} />
      </WordsProvider>,
    );
  });
  root.unmount();
  container.remove();
  return isSignedIn;
}

function SignInAgain({ email, onDone }: { email: string; onDone: (isDone: boolean) => void }): ReactElement {
  const words = useWords();
  return (
    <Dialog title={words.text('desk.admin.fresh')} onClose={() => onDone(false)}>
      <p>{words.text('desk.admin.fresh.text')}</p>
      <Form
        submit={words.text('desk.admin.fresh.go')}
        onSubmit={async (values) => {
          const response = await fetch('/web/session', {
            method: 'POST',
            headers: { ...CLIENT_HEADERS, 'content-type': 'application/json' },
            body: JSON.stringify({ email, password: values.get('password') }),
          });
          if (response.ok) {
            onDone(true);
            return;
          }
          const { error } = (await response.json()) as { error?: { message?: string } };
          throw new FieldError('password', error?.message ?? words.text('desk.error.offline'));
        }}
      >
        <TextField
          name="password"
          type="password"
          autoComplete="current-password"
          label={words.text('desk.admin.fresh.password')}
          required
        />
      </Form>
    </Dialog>
  );
}
