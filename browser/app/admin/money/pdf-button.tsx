import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { download } from '../../download.ts';
import { problemText } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { admin } from '../api.ts';

export function PdfButton({ id, number }: { id: string; number: string }): ReactElement {
  const words = useWords();
  const save = useMutation({
    mutationFn: async () => {
      const file: unknown = await admin.invoices.download(id);
      if (file instanceof Blob) download(file, `${number}.pdf`);
    },
    onError: (error) => say(problemText(error, words), { isProblem: true }),
  });
  return (
    <button
      type="button"
      className="quiet"
      aria-busy={save.isPending}
      aria-label={words.text('desk.invoices.pdf', { number })}
      onClick={() => save.mutate()}
    >
      PDF
    </button>
  );
}
