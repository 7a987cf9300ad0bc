import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { message, ok } from '../../platform/http/reply.ts';
import { pagination, readPage } from '../../platform/http/pagination.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import {
  ListOf,
  Literals,
  NamedObject,
  Nullable,
  pageParameters,
  Timestamp,
} from '../../platform/http/schemas.ts';
import { JOB_COUNT_MAX, type JobAdminService, type JobSummary } from './jobs.service.ts';

const JobState = Literals(['waiting', 'running', 'failed']);

const JobView = NamedObject('Job', {
  id: Type.String(),
  name: Type.String(),
  state: JobState,
  recurring: Type.Boolean(),
  subject: Type.Record(Type.String(), Type.String()),
  runAt: Timestamp,
  attempts: Type.Integer(),
  attemptsMax: Type.Integer(),
  lockedUntil: Nullable(Timestamp),
  failedAt: Nullable(Timestamp),
  lastError: Nullable(Type.String()),
  createdAt: Timestamp,
});

export function jobRoutes(jobs: JobAdminService) {
  const common = adminRow('Admin: jobs');
  return [
    route('GET', '/admin/jobs', {
      ...common,
      operationId: 'admin.jobs.list',
      summary: 'List background jobs, newest first',
      description: `Completed jobs are not kept. Of a job's payload, only the IDs are shown. Totals above ${JOB_COUNT_MAX} are shown as ${JOB_COUNT_MAX}.`,
      query: Type.Object({
        name: Type.Optional(Type.String({ maxLength: 80, description: 'Filter by name' })),
        state: Type.Optional({ ...JobState, description: 'Filter by status' }),
        ...pageParameters,
      }),
      responses: { 200: ListOf('jobs', JobView) },
      handler: async ({ query }) => {
        const page = readPage(query);
        const { rows, total } = await jobs.list(query, page);
        return ok({ jobs: rows.map((row) => jobView(row)), pagination: pagination(page, total) });
      },
    }),
    route('POST', '/admin/jobs/:id/retry', {
      ...common,
      operationId: 'admin.jobs.retry',
      summary: 'Retry a failed job, or run a waiting one now',
      responses: { 200: 'message' },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, context }) => {
        await jobs.retry(actor, params.id, context);
        return message('The job has been queued to run now.');
      },
    }),
    route('POST', '/admin/jobs/:id/cancel', {
      ...common,
      operationId: 'admin.jobs.cancel',
      needsFreshSignIn: true,
      summary: 'Cancel a waiting or failed job',
      description: 'Deletes the job. A running or recurring job cannot be canceled.',
      responses: { 200: 'message' },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, context }) => {
        await jobs.cancel(actor, params.id, context);
        return message('The job has been canceled.');
      },
    }),
  ];
}

function jobView(row: JobSummary): Static<typeof JobView> {
  return fromRow(JobView, row, { recurring: row.is_recurring });
}
