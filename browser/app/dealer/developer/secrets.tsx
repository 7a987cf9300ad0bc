/** Secrets that are shown once: they live in the state of a component, never in a query or an address. */
import { type ReactElement, useEffect, useState } from 'react';
import { CopyButton } from '../../ui/copy.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
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
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  return (
    <>
      <Dialog
        title={title}
        onClose={() => setLeaving(true)}
        footer={
          <button type="button" onClick={onClose}>
            {words.text('desk.developer.once.kept')}
          </button>
        }
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
      {isLeaving && (
        <Confirm
          title={title}
          text={words.text('desk.developer.once.leave')}
          action={words.text('desk.close')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  );
}
