/** Documents of sellers: private files that are fetched only when somebody opens them. */
import { useDownload } from '../act.ts';
import type { ReactElement } from 'react';
import { useWords } from '../words.ts';
import { admin, type VerificationDocument } from './api.ts';

export function Documents({ documents }: { documents: readonly VerificationDocument[] }): ReactElement {
  const words = useWords();
  const [save] = useDownload();
  if (documents.length === 0) return <p className="note">{words.text('desk.users.documents.none')}</p>;
  return (
    <ul className="stack tight">
      {documents.map((document) => (
        <li key={document.id} className="row spread">
          <span className="long">{document.filename}</span>
          <span className="note">
            {words.number(Math.ceil(document.bytes / 1024))} kB · {words.date(document.createdAt)}
          </span>
          <button
            type="button"
            className="quiet"
            onClick={() => save(() => admin.documents.download(document.id), document.filename)}
          >
            {words.text('desk.users.documents.open')}
            <span className="unseen">: {document.filename}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
