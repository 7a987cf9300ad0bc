/** Text for other programs, with a button that copies it. */
import type { ReactElement } from 'react';
import { useWords } from '../words.ts';
import { Button } from './button.tsx';
import { notify } from './toasts.tsx';

export function CopyButton({ text, label }: { text: string; label: string }): ReactElement {
  const words = useWords();
  return (
    <Button
      text="desk.copy"
      icon="copy"
      className="quiet"
      aria-label={`${words.text('desk.copy')}: ${label}`}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => notify(words.text('desk.copied')),
          // Without the permission the text can still be selected.
          () => undefined,
        )
      }
    />
  );
}

export function CodeBlock({ label, text }: { label: string; text: string }): ReactElement {
  return (
    <figure className="code">
      <figcaption className="row">
        <strong>{label}</strong>
        <CopyButton text={text} label={label} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the focus, so that keys can scroll it */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
