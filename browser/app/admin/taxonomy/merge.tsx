/** Merges one entry into another, after saying what moves. Its old address leads to the new one. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, Form, SelectField, TextField } from '../../ui/form.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { STALE } from './taxonomy.tsx';

interface Mergeable {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly listingCount: number;
}

export function Merge({
  from,
  targets,
  send,
  onClose,
}: {
  from: Mergeable;
  targets: readonly Mergeable[];
  send: (into: string) => Promise<unknown>;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const [into, setInto] = useState(targets[0]?.slug ?? '');
  const [typed, setTyped] = useState('');
  const target = targets.find(({ slug }) => slug === into);
  return (
    <Dialog title={words.text('desk.taxonomy.merge.title', { name: from.name })} onClose={onClose}>
      <Form
        submit={words.text('desk.taxonomy.merge')}
        onSubmit={async () => {
          if (typed !== from.slug) throw new FieldError('word', words.text('desk.taxonomy.merge.mismatch'));
          await send(into);
          onClose();
          say(words.text('desk.taxonomy.merging'));
          await Promise.all(STALE.map((name) => queries.invalidateQueries({ queryKey: [name] })));
        }}
      >
        <SelectField
          name="into"
          label={words.text('desk.taxonomy.merge.into')}
          value={into}
          options={targets.map(({ slug, name }) => ({ value: slug, label: `${name} (${slug})` }))}
          onChange={({ target: { value } }) => setInto(value)}
        />
        {target !== undefined && (
          <ul className="attention stack tight" aria-label={words.text('desk.taxonomy.merge.preview')}>
            <li>{words.count('desk.taxonomy.merge.moves', from.listingCount)}</li>
            <li>
              {words.text('desk.taxonomy.merge.then', {
                name: target.name,
                count: words.number(target.listingCount + from.listingCount),
              })}
            </li>
            <li>{words.text('desk.taxonomy.merge.redirect', { from: from.slug, to: target.slug })}</li>
          </ul>
        )}
        <TextField
          name="word"
          label={words.text('desk.confirm.type', { word: from.slug })}
          value={typed}
          autoComplete="off"
          onChange={({ target: { value } }) => setTyped(value)}
        />
      </Form>
    </Dialog>
  );
}
