import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE } from '../../src/platform/errors/catalogue.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** All endpoints that the specification names, without the mount path. */
const SPECIFIED = `
POST /auth/register
POST /auth/login
POST /auth/logout
POST /auth/refresh
GET /auth/me
PUT /auth/me
POST /auth/verify-email
POST /auth/resend-verification
POST /auth/forgot-password
POST /auth/reset-password
POST /auth/change-password
GET /auth/verify
GET /search
GET /search/suggestions
GET /search/autocomplete
POST /search/saved
GET /search/saved
DELETE /search/saved/:id
GET /messages/conversations
GET /messages/conversations/:id
POST /messages/conversations
POST /messages/conversations/:id
PUT /messages/conversations/:id/read
PUT /messages/conversations/:id/archive
DELETE /messages/conversations/:id/archive
DELETE /messages/conversations/:id
GET /messages/templates
POST /messages/templates
GET /messages/unread
POST /messages/:messageId/report
GET /messages
GET /messages/:threadId
POST /messages
PATCH /messages/:threadId/archive
GET /notifications
GET /notifications/unread-count
PATCH /notifications/:id/read
PATCH /notifications/read-all
GET /seller/webhooks
POST /seller/webhooks
PATCH /seller/webhooks/:id
DELETE /seller/webhooks/:id
POST /seller/webhooks/:id/test
GET /webhooks
GET /webhooks/:id
PUT /webhooks/:id
DELETE /webhooks/:id
GET /webhooks/:id/logs
POST /webhooks/:id/logs/:logId/retry
POST /webhooks/:id/test
GET /listings
GET /listings/:slug
GET /categories
GET /brands
GET /sellers/:slug
GET /subscriptions/plans
GET /favorites
GET /comparisons
GET /seller/dashboard
GET /seller/listings
GET /seller/bulk-import
POST /seller/bulk-import
GET /seller/message-templates
GET /seller/team
GET /admin/dashboard
GET /admin/users
GET /admin/listings
GET /admin/categories
GET /admin/brands
GET /admin/settings
GET /admin/translations
`
  .trim()
  .split('\n');

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});

afterAll(() => t.close());

const shape = (path: string): string => path.replaceAll(/:[A-Za-z]+/g, ':');

describe('the specification', () => {
  it.each(SPECIFIED)('%s has a route', (line) => {
    const [method, path = ''] = line.split(' ');
    expect(t.app.routes.some((row) => row.method === method && shape(row.path) === shape(path))).toBe(true);
  });

  it('names every event that is public', () => {
    const specified = [
      'listing.created',
      'listing.updated',
      'listing.published',
      'listing.unpublished',
      'listing.deleted',
      'listing.sold',
      'message.received',
      'message.read',
      'conversation.created',
      'inquiry.created',
      'inquiry.responded',
      'subscription.created',
      'subscription.updated',
      'subscription.canceled',
      'subscription.renewed',
      'payment.succeeded',
      'payment.failed',
      'invoice.created',
      'invoice.paid',
      'user.created',
      'user.verified',
    ];
    const defined = t.app.platform.events.catalogue
      .filter((event) => event.isPublic)
      .map((event) => event.type);
    // Events that the specification leaves open: moderation results and the end of an import.
    const further = ['import.completed', 'listing.approved', 'listing.rejected', 'listing.suspended'];
    expect(defined.toSorted()).toEqual([...specified, ...further].toSorted());
  });
});

describe('every route', () => {
  it('is there once', () => {
    const lines = t.app.routes.map((row) => `${row.method} ${shape(row.path)}`);
    expect(lines.filter((line, i) => lines.indexOf(line) !== i)).toEqual([]);
  });

  it('declares a success, a rate class and errors of the catalogue', () => {
    for (const row of t.app.routes) {
      const statuses = Object.keys(row.responses).map(Number);
      expect([row.path, statuses.some((status) => status >= 200 && status < 400)]).toEqual([row.path, true]);
      expect(row.errors.filter((code) => !(code in ERROR_CATALOGUE))).toEqual([]);
      expect(row.summary).not.toBe('');
    }
  });

  it('is rejected without a credential unless it is public', async () => {
    for (const row of t.app.routes.filter((other) => other.access.kind !== 'public')) {
      const response = await t.call(row.method, `/v1${row.path.replaceAll(/:[A-Za-z]+/g, 'x')}`);
      expect([row.method, row.path, response.status, response.body?.error?.code]).toEqual([
        row.method,
        row.path,
        401,
        'UNAUTHORIZED',
      ]);
    }
  });
});
