import type { ReactElement, ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { notify } from './toasts.tsx';

/** A dialog with a form; closes once the form has been sent. */
export function FormDialog({
  title,
  kind,
  done,
  intro,
  onSubmit,
  onClose,
  submit = title,
  children,
}: {
  title: string;
  kind?: 'box' | 'sheet';
  /** Toast after a success. */
  done?: string | undefined;
  /** Shown above the form. */
  intro?: ReactNode;
  onSubmit: (values: FormData) => Promise<unknown>;
  onClose: () => void;
  /** Label of the button; the title by default. */
  submit?: string;
  children: ReactNode;
}): ReactElement {
  const send = async (values: FormData): Promise<void> => {
    await onSubmit(values);
    onClose();
    if (done !== undefined) notify(done);
  };
  return (
    <Dialog title={title} onClose={onClose} kind={kind}>
      {typeof intro === 'string' ? <p>{intro}</p> : intro}
      <Form onSubmit={send} submit={submit}>
        {children}
      </Form>
    </Dialog>
  );
}
