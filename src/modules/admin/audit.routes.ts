import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { keysetPageReply, KeysetListOf, keysetParameters } from '../../platform/http/keyset.ts';
import { content, ok } from '../../platform/http/reply.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import { NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import type { AuditLogTable } from '../../platform/db/tables.ts';
import { auditKey, type AuditReader } from './audit-reader.ts';

const filters = {
  action: Type.Optional(Type.String({ maxLength: 80, description: 'Name of an action' })),
  actorId: Type.Optional(Type.String({ maxLength: 40, description: 'ID of the actor' })),
  subjectType: Type.Optional(Type.String({ maxLength: 40, description: 'Type of the affected resource' })),
  subjectId: Type.Optional(Type.String({ maxLength: 80, description: 'ID of the affected resource' })),
  from: Type.Optional(Type.String({ format: 'date', description: 'First day, UTC' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'Last day, UTC' })),
};

const EntryView = NamedObject('AuditEntry', {
  id: Type.String(),
  seq: Type.Integer(),
  at: Timestamp,
  actor: Type.Object({ kind: Type.String(), id: Nullable(Type.String()) }),
  action: Type.String(),
  subject: Type.Object({ type: Type.String(), id: Nullable(Type.String()) }),
  before: Type.Unknown(),
  after: Type.Unknown(),
  ip: Nullable(Type.String()),
  requestId: Nullable(Type.String()),
  hash: Type.String(),
});

const HEADS_MAX = 1000;

const VerificationFields = {
  valid: Type.Boolean(),
  checked: Type.Integer(),
  brokenAt: Nullable(Type.Integer()),
  head: Nullable(Type.String()),
};

const HeadFields = {
  seq: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  hash: Type.String({ maxLength: 64, pattern: '^[0-9a-fA-F]{64}$' }),
};

export function auditRoutes(audit: AuditReader) {
  const common = adminRow('Admin: audit log');
  return [
    route('GET', '/admin/audit-log', {
      ...common,
      operationId: 'admin.auditLog.list',
      summary: 'List audit log entries, newest first',
      query: Type.Object({ ...filters, ...keysetParameters }),
      responses: { 200: KeysetListOf('entries', EntryView) },
      handler: ({ query }) =>
        keysetPageReply('entries', query, {
          read: (page) => audit.list(query, page),
          view: entryView,
          keyOf: auditKey,
          key: { parts: 2, instants: [0] },
        }),
    }),
    route('GET', '/admin/audit-log/verify', {
      ...common,
      operationId: 'admin.auditLog.verify',
      summary: 'Verify the hash chain from the first entry',
      responses: {
        200: Type.Object(VerificationFields),
      },
      handler: async () => ok(await audit.verify()),
    }),
    route('GET', '/admin/audit-log/head', {
      ...common,
      operationId: 'admin.auditLog.head',
      summary: 'Get the newest checkpoint of the audit log, to store elsewhere and compare later',
      responses: { 200: Type.Object({ head: Nullable(Type.Object({ ...HeadFields, at: Timestamp })) }) },
      handler: async () => {
        const head = await audit.head();
        return ok({ head: head === null ? null : { ...head, at: head.at.toISOString() } });
      },
    }),
    route('POST', '/admin/audit-log/verify', {
      ...common,
      operationId: 'admin.auditLog.verifyHeads',
      summary: 'Verify the hash chain and that it contains your stored checkpoints',
      body: Type.Object({ heads: Type.Array(Type.Object(HeadFields), { minItems: 1, maxItems: HEADS_MAX }) }),
      responses: {
        200: Type.Object({
          ...VerificationFields,
          heads: Type.Array(Type.Object({ ...HeadFields, matches: Type.Boolean() })),
        }),
      },
      handler: async ({ body }) => ok(await audit.compare(body.heads)),
    }),
    route('GET', '/admin/audit-log/export.csv', {
      ...common,
      operationId: 'admin.auditLog.export',
      summary: 'Export the newest 50,000 matching entries as CSV',
      query: Type.Object(filters),
      responses: { 200: { contentType: 'text/csv; charset=utf-8' } },
      handler: async ({ query }) => {
        const text = Readable.from(csvOf(audit.export(query)));
        return content('text/csv; charset=utf-8', text, {
          'content-disposition': 'attachment; filename="audit-log.csv"',
        });
      },
    }),
  ];
}

async function* csvOf(batches: AsyncIterable<readonly AuditLogTable[]>): AsyncGenerator<string> {
  const lines = (rows: readonly Record<string, unknown>[], header: boolean): string =>
    stringify([...rows], { header, columns: Object.keys(EntryView.properties), escape_formulas: true });
  yield lines([], true);
  for await (const batch of batches) {
    const rows = batch.map(entryView).map((entry) => ({
      ...entry,
      actor: `${entry.actor.kind}:${entry.actor.id ?? ''}`,
      subject: `${entry.subject.type}:${entry.subject.id ?? ''}`,
      before: JSON.stringify(entry.before),
      after: JSON.stringify(entry.after),
    }));
    yield lines(rows, false);
  }
}

function entryView(row: AuditLogTable): Static<typeof EntryView> {
  return fromRow(EntryView, row, {
    actor: { kind: row.actor_kind, id: row.actor_id },
    subject: { type: row.subject_type, id: row.subject_id },
    hash: row.hash.toString('hex'),
  });
}
