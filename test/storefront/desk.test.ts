import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { BrowserSession } from '../support/browser-session.ts';
import {
  createAdmin,
  createBuyer,
  createSeller,
  createTeamMember,
  TEST_PASSWORD,
  type TestSeller,
  type TestUser,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t);
});

afterAll(() => t.close());

const signIn = async (user: TestUser): Promise<BrowserSession> => {
  const browser = new BrowserSession(t);
  const response = await browser.call('POST', '/web/session', { email: user.email, password: TEST_PASSWORD });
  expect(response.status).toBe(200);
  return browser;
};

describe('the workspace', () => {
  it.each(['/dealer', '/dealer/listings?q=actros'])(
    '%s leads strangers to the sign-in and back',
    async (url) => {
      const response = await t.get(url, { headers: { 'accept-language': 'de' } });
      expect([response.status, response.headers['location']]).toEqual([
        302,
        `/de/sign-in?${new URLSearchParams({ next: url }).toString()}`,
      ]);
      expect(response.headers['cache-control']).toBe('private, no-store');
    },
  );

  it('is denied to buyers, in words', async () => {
    const browser = await signIn(await createBuyer(t));
    const response = await browser.open('/dealer/today');
    expect(response.status).toBe(403);
    expect(response.text).toContain('dealer workspace');
    expect(response.text).not.toContain('id="app"');
  });

  it.each(['/admin', '/admin/review/listings?page=2'])(
    'for administrators at %s redirects strangers to the sign-in, and shows an error to other users',
    async (url) => {
      const stranger = await t.get(url, { headers: { 'accept-language': 'de' } });
      expect([stranger.status, stranger.headers['location']]).toEqual([
        302,
        `/de/sign-in?${new URLSearchParams({ next: url }).toString()}`,
      ]);
      for (const user of [await createBuyer(t), seller]) {
        const response = await (await signIn(user)).open(url);
        expect(response.status).toBe(403);
        expect(response.text).toContain('admin console');
        expect(response.text).not.toContain('id="app"');
      }
      const response = await (await signIn(await createAdmin(t))).open(url);
      expect(response.status).toBe(200);
      expect(response.text).toContain('id="app"');
    },
  );

  it('for dealers is closed to administrators', async () => {
    const browser = await signIn(await createAdmin(t));
    expect((await browser.open('/dealer/today')).status).toBe(403);
  });

  it.each(['OWNER', 'MANAGER', 'AGENT', 'VIEWER'] as const)('opens for the role %s', async (role) => {
    const member = role === 'OWNER' ? seller : await createTeamMember(t, seller.sellerId, role);
    const browser = await signIn(member);
    const response = await browser.open('/dealer/any/address');
    expect(response.status).toBe(200);
    expect(response.text).toContain('id="app"');
    expect(response.headers['content-security-policy']).toContain("script-src 'self';");
    expect(response.text).not.toMatch(/<script>|<style|style=| on\w+=/);
    const { user } = (await browser.call('GET', '/web/session')).body.data;
    expect(user).toMatchObject({ teamRole: role, company: { slug: expect.any(String) } });
  });

  it.each([
    ['/seller/listings/lst_1', '/dealer/listings/lst_1'],
    ['/seller/bulk-import/imp_1', '/dealer/imports/imp_1'],
    ['/seller/webhooks/whk_1', '/dealer/developer/webhooks/whk_1'],
    ['/seller/team', '/dealer/team'],
    ['/seller/profile', '/dealer/company'],
    ['/seller/anything/else', '/dealer/today'],
  ])('%s, as emails name it, leads to %s', async (from, to) => {
    const response = await t.get(from);
    expect([response.status, response.headers['location']]).toEqual([302, to]);
  });
});

describe('the size of the workspace', () => {
  interface Entry {
    readonly file: string;
    readonly imports?: readonly string[];
    readonly isDynamicEntry?: boolean;
  }
  const built = path.join(PACKAGE_ROOT, 'dist', 'browser');
  const manifest = JSON.parse(readFileSync(path.join(built, 'manifest.json'), 'utf8')) as Record<
    string,
    Entry
  >;
  const filesOf = (name: string, files = new Set<string>()): Set<string> => {
    const entry = manifest[name]!;
    if (files.has(entry.file)) return files;
    files.add(entry.file);
    for (const next of entry.imports ?? []) filesOf(next, files);
    return files;
  };
  const kilobytes = (files: Iterable<string>): number =>
    [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(path.join(built, file)), { level: 9 }).length,
      0,
    ) / 1000;
  const shell = filesOf('browser/app/main.tsx');

  it('is at most 123 kB for the shell', () => {
    expect(kilobytes(shell)).toBeGreaterThan(50);
    expect(kilobytes(shell)).toBeLessThanOrEqual(123);
  });

  it('leaves out fields for administrators', () => {
    const desk = filesOf('browser/app/admin/areas.ts');
    expect([...desk].filter((file) => shell.has(file)).length).toBeLessThan(desk.size);
  });

  it('is at most 40 kB more for a page', () => {
    const pages = Object.keys(manifest).filter((name) => /^browser\/app\/\w+\/.*-page\.tsx$/.test(name));
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      const extraFiles = [...filesOf(page)].filter((file) => !shell.has(file));
      expect([page, kilobytes(extraFiles)]).toEqual([page, expect.toSatisfy((size: number) => size <= 40)]);
    }
  });
});
