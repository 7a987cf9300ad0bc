// Documents and requests that messages, descriptions and docs refer to exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { type DocumentName, DOCUMENTS } from '../../src/platform/http/openapi/document.ts';
import { documentOf } from '../support/openapi.ts';
import { markdownPages } from '../support/snippets.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const read = (file: string): string => readFileSync(path.join(PACKAGE_ROOT, file), 'utf8');

/** Sources without comments, because only readers of the repository see those. */
const sources = [
  'src',
  ...readdirSync(path.join(PACKAGE_ROOT, 'packages')).map((name) => `packages/${name}/src`),
]
  .flatMap((folder) =>
    readdirSync(path.join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, code: read(file).replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '') }));

/** Modules that create the files below `/docs/`. */
const WRITE_DOCS = new Set(['src/app/docs/files.ts', 'src/modules/webhooks/events-page.ts']);

describe('The documents that the program names', () => {
  it('are served, or are in the image at that path', async () => {
    const named = sources
      .filter(({ file }) => !WRITE_DOCS.has(file))
      .flatMap(({ file, code }) =>
        [...code.matchAll(/[\w/.-]+\.md\b|\/openapi[\w.]*\.json/g)].map(([document]) => ({ file, document })),
      );
    expect(named.length).toBeGreaterThan(2);
    const image = read('Dockerfile');
    const dead: string[] = [];
    for (const { file, document } of named) {
      const isShipped = existsSync(path.join(PACKAGE_ROOT, document)) && image.includes(`COPY ${document} `);
      if (!isShipped && (await t.get(document)).status !== 200) dead.push(`${file}: ${document}`);
    }
    expect(dead).toEqual([]);
  });
});

describe('The requests that messages, descriptions and docs name', () => {
  const REQUEST = /\b(GET|POST|PUT|PATCH|DELETE) `?(\/[\w/:.{}-]*[\w}])/g;
  /** Blocks that show what the receiver of a webhook gets. */
  const REQUEST_TO_READERS = /```http\n[^]*?```/g;
  /** Returns whether a page, file or probe outside the API exists. */
  const isFound = async (method: string, url: string): Promise<boolean> =>
    t.http.hasRoute({ method: method as 'GET', url }) ||
    (method === 'GET' && (await t.get(url)).status !== 404);
  const shapeOf = (url: string): string => url.replaceAll(/:\w+|\{\w+\}/g, ':');

  it('have a route', async () => {
    const routes = new Set(t.app.routes.map((row) => `${row.method} ${shapeOf(row.path)}`));
    const texts = [
      ...sources.map(({ file, code }) => ({ file, text: code })),
      ...markdownPages()
        .filter((file) => !file.startsWith(path.join('docs', 'decisions')))
        .map((file) => ({ file, text: read(file).replaceAll(REQUEST_TO_READERS, '') })),
      ...(Object.keys(DOCUMENTS) as DocumentName[]).map((name) => ({
        file: DOCUMENTS[name].file,
        text: JSON.stringify(documentOf(t.app, name)),
      })),
    ];
    const dead = new Set<string>();
    for (const { file, text } of texts) {
      for (const [, method = '', url = ''] of text.matchAll(REQUEST)) {
        const unmounted = url.replace(/^\/(?:api\/v1|api|v1)(?=\/)/, '');
        if (routes.has(`${method} ${shapeOf(unmounted)}`)) continue;
        if (!(await isFound(method, url))) dead.add(`${file}: ${method} ${url}`);
      }
    }
    expect([...dead]).toEqual([]);
  });
});

describe('The pages that emails and notices lead to', () => {
  it('are known without a language', async () => {
    const paths = sources
      .filter(({ file }) => file.startsWith('src/modules/') || file.startsWith('src/platform/mail/'))
      .flatMap(({ file, code }) => [
        ...[...code.matchAll(/baseUrl\}(\/[^`'"\s]*)[`'"]/g)].map(([, to = '']) => ({ file, to })),
        ...[...code.matchAll(/\blink: [`'](\/[^`']*)[`']/g)].map(([, to = '']) => ({ file, to })),
      ])
      .map(({ file, to }) => ({
        file,
        to: to.replaceAll(/\$\{[^}]*\}/g, 'x').replaceAll('/xs/', '/listings/'),
      }))
      .filter(({ to }) => !/^\/(?:$|x|api\/|media\/|\.well-known\/)/.test(to));
    expect(paths.length).toBeGreaterThan(20);
    const dead: string[] = [];
    for (const { file, to } of paths) if ((await t.get(to)).status !== 302) dead.push(`${file}: ${to}`);
    expect(dead).toEqual([]);
  });
});
