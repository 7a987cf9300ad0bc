/** Forms in `/docs` that send a request to an operation. */
import { expect, it } from 'vitest';
import { b, testInBrowser } from '../support/browser-file.ts';

testInBrowser();

interface Operation {
  readonly requestBody: { readonly content: Readonly<Record<string, Content>> };
}
interface Content {
  readonly examples: { readonly demo: { readonly value: unknown } };
}

/**
 * Headers that the form must leave empty: made-up signatures would get 401, versions 412, and a used key the response to
 * another request.
 */
it.each([
  ['post', '/seller/listings/batch', ['Idempotency-Key', 'If-Match', 'X-Timestamp', 'X-Signature']],
  ['post', '/seller/listings/{id}/sold', ['Idempotency-Key', 'If-Match', 'X-Timestamp', 'X-Signature']],
  ['put', '/seller/listings/{id}', ['If-Match', 'X-Timestamp', 'X-Signature']],
] as const)(
  'the form of %s %s starts with the documented body, and signature, version and key are empty',
  async (method, path, names) => {
    const { page, context, errors } = await b.open('/docs');
    const operation = page.locator(`[id="${method}-${path.replaceAll(/[{}]/g, '-')}"]`);
    await operation.locator('.endpoint-head').click();
    const body = operation.locator('textarea.request-body-param-user-input');
    await body.waitFor();
    for (const name of names) {
      const field = operation.locator(`input[data-ptype="header"][data-pname="${name}"]`);
      expect([name, await field.inputValue()]).toEqual([name, '']);
    }
    const document = (await (await fetch(`${b.origin}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    const content = document.paths[path]?.[method]?.requestBody.content['application/json'];
    expect(JSON.parse(await body.inputValue())).toEqual(content?.examples.demo.value);
    expect(errors).toEqual([]);
    await context.close();
  },
);
