/** Verification documents of a dealer: missing ones, uploaded ones, and uploading them again. */
import type { DocumentView, Me } from '../../modules/auth/index.ts';
import type { ReactElement } from 'react';
import { Icon } from '../ui/icon.tsx';
import { DOCUMENT_FILES } from '../ui/file-rules.ts';
import { ActionButton, FileField, ONCE, UploadForm } from './form.tsx';
import { accountPage, Steps } from './frames.tsx';
import { afterCall, deletion, optionalText, ownPage, type OwnPage, type OwnReading } from './own-page.ts';
import { TextWithTime, Time } from '../ui/time.tsx';

const HERE = '/account/documents';
const DOCUMENTS_MAX = 20;

export const documentPages: readonly OwnPage[] = [
  ownPage({
    path: HERE,
    load: async (reading) => {
      const { reader, api, actor } = reading;
      const account = await api.get<Me>('/auth/me');
      if (account.seller === undefined) return { to: `/${reader.language}/account` };
      const isOwner = actor.seller?.teamRole === 'OWNER';
      const documents = isOwner
        ? (
            await api.get<{ documents: DocumentView[] }>('/account/documents', {
              query: { limit: String(DOCUMENTS_MAX) },
            })
          ).documents
        : [];
      const { verified } = account.seller;
      const state = stateOf(verified, documents);
      return accountPage(
        reading,
        'documents.title',
        '/account',
        <>
          {!verified && <Steps reader={reader} at={account.emailVerified ? 'documents' : 'email'} />}
          <p className={STATE_CLASSES[state]}>
            {verified && <Icon name="circle-check" small />}
            {reader.text(`documents.${state}`)}
          </p>
          {!isOwner && <p>{reader.text('documents.ownerOnly')}</p>}
          <Documents documents={documents} reading={reading} />
          {isOwner && (
            <Sending
              reading={reading}
              isVerified={account.emailVerified}
              isFull={documents.length >= DOCUMENTS_MAX}
            />
          )}
          {state === 'missing' && (
            <p>
              <a href={`/${reader.language}/account`}>{reader.text('documents.later')}</a>
            </p>
          )}
        </>,
      );
    },
    actions: {
      send: async (form, { api, reader, upload }) =>
        afterCall(
          await api.call('POST', '/account/documents', {
            upload,
            idempotencyKey: optionalText(form, ONCE),
          }),
          `/${reader.language}${HERE}`,
          'done.documents',
        ),
      remove: deletion('/account/documents', HERE, 'done.removed'),
    },
  }),
];

type State = 'done' | 'sent' | 'refused' | 'missing';
const STATE_CLASSES: Partial<Record<State, string>> = { done: 'good', refused: 'problem' };

function stateOf(verified: boolean, documents: readonly DocumentView[]): State {
  if (verified) return 'done';
  if (documents.length === 0) return 'missing';
  return documents.some(({ refusedAt }) => refusedAt === null) ? 'sent' : 'refused';
}

function Documents({
  documents,
  reading,
}: {
  documents: readonly DocumentView[];
  reading: OwnReading;
}): ReactElement | null {
  const { reader } = reading;
  if (documents.length === 0) return null;
  return (
    <section>
      <h2>{reader.text('documents.yours')}</h2>
      <ul className="rows">
        {documents.map((document) => (
          <li key={document.id}>
            <article className="row">
              <div className="row-body">
                <h3 className="row-title">{document.filename}</h3>
                <p className="note">
                  {reader.number(Math.ceil(document.bytes / 1024))} kB ·{' '}
                  <Time at={document.createdAt} shows="moment" reader={reader} />
                </p>
                {document.refusedAt !== null && (
                  <p className="problem">
                    <TextWithTime
                      text="documents.notAccepted"
                      name="day"
                      at={document.refusedAt}
                      shows="date"
                      reader={reader}
                    />{' '}
                    {document.refusalReason}
                  </p>
                )}
              </div>
              <ActionButton
                reading={reading}
                action="remove"
                label="documents.remove"
                question="documents.remove.confirm"
                values={{ id: document.id }}
              />
            </article>
          </li>
        ))}
      </ul>
      <p className="note">{reader.text('documents.again')}</p>
    </section>
  );
}

function Sending({
  reading,
  isVerified,
  isFull,
}: {
  reading: OwnReading;
  isVerified: boolean;
  isFull: boolean;
}): ReactElement {
  const { reader } = reading;
  if (!isVerified)
    return (
      <p>
        <a href={`/${reader.language}/verify?next=/${reader.language}${HERE}`}>
          {reader.text('documents.email')}
        </a>
      </p>
    );
  if (isFull) return <p>{reader.text('documents.full')}</p>;
  return (
    <>
      <p>{reader.text('documents.which')}</p>
      <UploadForm reading={reading} action="send" submit="documents.send">
        <FileField
          name="documents"
          label="documents.choose"
          hint="documents.hint"
          rules={DOCUMENT_FILES}
          isRequired
        />
      </UploadForm>
    </>
  );
}
