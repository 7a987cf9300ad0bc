/** Secrets that are shown once: only component state holds them, never a query or a URL. */
import { type ReactElement, useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words.ts';

export interface Secret {
  readonly label: string;
  readonly value: string;
}

export function SecretsDialog({
  title,
  text,
  secrets,
  onClose,
}: {
  title: string;
  text?: string;
  secrets: readonly Secret[];
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const leave = (): void =>
    confirmFirst({
      title,
      text: words.text('desk.developer.once.leave'),
      action: words.text('desk.close'),
      onConfirm: onClose,
    });
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  return (
    <Dialog
      title={title}
      onClose={leave}
      footer={<Button text="desk.developer.once.kept" onClick={onClose} />}
    >
      {text !== undefined && <p>{text}</p>}
      <p className="attention">{words.text('desk.developer.once')}</p>
      {secrets.map(({ label, value }) => (
        <div key={label} className="field">
          <strong>{label}</strong>
          <div className="row">
            <code className="secret">{value}</code>
            <CopyButton text={value} label={label} />
          </div>
        </div>
      ))}
    </Dialog>
  );
}
