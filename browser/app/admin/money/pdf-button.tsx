import { useDownload } from '../../act.ts';
import type { ReactElement } from 'react';
import { useWords } from '../../words.ts';
import { admin } from '../api.ts';

export function PdfButton({ id, number }: { id: string; number: string }): ReactElement {
  const words = useWords();
  const [save, isSaving] = useDownload();
  return (
    <button
      type="button"
      className="quiet"
      aria-busy={isSaving}
      aria-label={words.text('desk.invoices.pdf', { number })}
      onClick={() => save(() => admin.invoices.download(id), `${number}.pdf`)}
    >
      PDF
    </button>
  );
}
