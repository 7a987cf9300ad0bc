import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import type { Origin } from '../../../platform/audit/audit-log.ts';
import { inTransaction, recordCreated } from '../../../platform/db/transaction.ts';
import {
  forbidden,
  found,
  invalidField,
  notFound,
  overPlanLimit,
} from '../../../platform/errors/app-error.ts';
import { fromRow } from '../../../platform/http/from-row.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import type { SellerActor } from '../../../platform/http/route.ts';
import type { UploadedFile } from '../../../platform/http/uploads/uploads.ts';
import { isId } from '../../../platform/ids.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { DocumentView } from '../schemas.ts';
import type { SellerDocumentTable } from '../tables.ts';
import { storeDocuments } from './seller-documents.ts';
import {
  deleteDocument,
  insertDocuments,
  listDocuments,
  lockAndCountDocuments,
} from './seller-documents.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

const DOCUMENTS_MAX = 20;

type View = Static<typeof DocumentView>;
type DocumentParts = Pick<Platform, 'db' | 'clock' | 'files' | 'jobs' | 'audit'> & {
  readonly removeFilesJob: JobDefinition<{ readonly storageKeys: readonly string[] }>;
};

/**
 * Verification documents that a registered seller adds later. Unlike those of a registration they have no limit per network, because the
 * address of the account is verified.
 */
export class Documents extends Service<DocumentParts> {
  async list(actor: SellerActor, page: Page): Promise<{ rows: readonly View[]; total: number }> {
    const { rows, total } = await listDocuments(this.parts.db, actor.seller.sellerId, page);
    return {
      rows: rows.map(documentView),
      total,
    };
  }

  /** Returns the existing documents among the IDs, in their order. */
  async find(actor: SellerActor, ids: readonly string[]): Promise<readonly View[]> {
    const { rows } = await this.list(actor, { page: 1, limit: DOCUMENTS_MAX, offset: 0 });
    return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  }

  async add(actor: SellerActor, files: readonly UploadedFile[], origin: Origin): Promise<readonly View[]> {
    if (!actor.emailVerified)
      throw forbidden(
        t(
          'Documents require a verified email address. Enter the code that we sent to it, or request a new one.',
        ),
      );
    if (files.length === 0)
      throw invalidField(
        'documents',
        t('must have at least one file (multipart/form-data, field documents)'),
      );
    const { db, clock, audit, files: stored } = this.parts;
    const { sellerId } = actor.seller;
    const now = clock.now();
    const documents = await storeDocuments(stored, sellerId, files, now);
    try {
      await inTransaction(db, async (trx) => {
        const count = await lockAndCountDocuments(trx, sellerId);
        if (count + documents.length > DOCUMENTS_MAX)
          throw overPlanLimit(
            t('A seller can have {max} documents and has {count}. Delete some first.', {
              max: DOCUMENTS_MAX,
              count,
            }),
          );
        recordCreated(trx, documents.map(({ id }) => id).join(' '));
        await insertDocuments(trx, stored, { sellerId, userId: actor.userId }, documents, now);
        await audit.record(trx, {
          actor,
          action: 'documents.sent',
          subject: { type: 'seller', id: sellerId },
          after: { documents: documents.map(({ id, contentType, bytes }) => ({ id, contentType, bytes })) },
          origin,
        });
      });
    } catch (error) {
      await stored.discard(documents.map(({ storageKey }) => storageKey));
      throw error;
    }
    return documents.map(({ contentType, ...document }) =>
      documentView({
        ...document,
        content_type: contentType,
        created_at: now,
        refused_at: null,
        refusal_reason: null,
      }),
    );
  }

  async remove(actor: SellerActor, documentId: string, origin: Origin): Promise<void> {
    if (!isId('doc', documentId)) throw notFound('document');
    const { db, jobs, audit, removeFilesJob } = this.parts;
    const { sellerId } = actor.seller;
    await inTransaction(db, async (trx) => {
      const storageKey = found('document', await deleteDocument(trx, sellerId, documentId));
      await jobs.enqueue(trx, removeFilesJob, { storageKeys: [storageKey] });
      await audit.record(trx, {
        actor,
        action: 'documents.deleted',
        subject: { type: 'seller', id: sellerId },
        before: { documents: [{ id: documentId }] },
        origin,
      });
    });
  }
}

export function documentView(
  row: Pick<
    Selectable<SellerDocumentTable>,
    'id' | 'filename' | 'content_type' | 'bytes' | 'created_at' | 'refused_at' | 'refusal_reason'
  >,
): View {
  return fromRow(DocumentView, row);
}
