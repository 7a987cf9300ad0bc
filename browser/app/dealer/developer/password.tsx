import type { ReactElement } from 'react';
import { TextField } from '../../ui/form.tsx';
import { useWords } from '../../words.ts';

/** As it was typed: a blank is a character like any other. */
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
