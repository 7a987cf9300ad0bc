/** Documents of a seller: private files that are downloaded on request only. */
import type { ReactElement } from 'react';
import { useDownload } from '../action.ts';
import { Button } from '../ui/button.tsx';
import { List } from '../ui/section.tsx';
import { useWords } from '../words.ts';
import { admin, type VerificationDocument } from './api.ts';

export function Documents({ documents }: { documents: readonly VerificationDocument[] }): ReactElement {
  const words = useWords();
  const [save] = useDownload();
  return (
    <List rows={documents} none={words.text('desk.users.documents.none')} className="stack tight">
      {(document) => (
        <li key={document.id} className="row spread">
          <span className="long">{document.filename}</span>
          <span className="note">
            {words.number(Math.ceil(document.bytes / 1024))} kB · {words.date(document.createdAt)}
          </span>
          <Button
            text="desk.users.documents.open"
            about={document.filename}
            className="quiet"
            onClick={() => save(() => admin.documents.download(document.id), document.filename)}
          />
        </li>
      )}
    </List>
  );
}
