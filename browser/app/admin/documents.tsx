/** Documents of sellers: private files that are fetched only when somebody opens them. */
import type { ReactElement } from 'react';
import { download } from '../download.ts';
import { problemText } from '../ui/states.tsx';
import { say } from '../ui/toasts.tsx';
import { useWords } from '../words.ts';
import { admin, type VerificationDocument } from './api.ts';

export function Documents({ documents }: { documents: readonly VerificationDocument[] }): ReactElement {
  const words = useWords();
  if (documents.length === 0) return <p className="note">{words.text('desk.users.documents.none')}</p>;
  const open = async ({ id, filename }: VerificationDocument): Promise<void> => {
    try {
      const file: unknown = await admin.documents.download(id);
      if (file instanceof Blob) download(file, filename);
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
  };
  return (
    <ul className="stack tight">
      {documents.map((document) => (
        <li key={document.id} className="row spread">
          <span className="long">{document.filename}</span>
          <span className="note">
            {words.number(Math.ceil(document.bytes / 1024))} kB · {words.date(document.createdAt)}
          </span>
          <button type="button" className="quiet" onClick={() => void open(document)}>
            {words.text('desk.users.documents.open')}
            <span className="unseen">: {document.filename}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
