import type { TestResponse, TestApp } from './test-app.ts';

/** The origin of BASE_URL in a test app. */
const ORIGIN = 'https://market.example';

/** Imitates a browser without starting one: a cookie jar, and the headers that browsers add. */
export class BrowserSession {
  readonly #t: TestApp;
  readonly cookies = new Map<string, string>();

  constructor(t: TestApp) {
    this.#t = t;
  }

  /** Sends a request as a script of the page would. */
  call(method: string, url: string, body?: unknown): Promise<TestResponse> {
    return this.#send(method, url, {
      headers: { 'x-fw-client': 'web', 'sec-fetch-site': 'same-origin', origin: ORIGIN },
      ...(body === undefined ? {} : { body }),
    });
  }

  open(url: string): Promise<TestResponse> {
    return this.#send('GET', url, { headers: { accept: 'text/html', 'sec-fetch-site': 'none' } });
  }

  /** Submits a form of the page with these values. */
  submit(url: string, fields: Readonly<Record<string, string>>): Promise<TestResponse> {
    return this.#send('POST', url, {
      payload: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        origin: ORIGIN,
      },
    });
  }

  /** Submits a multipart form with files. */
  upload(url: string, { contentType, body }: { contentType: string; body: Buffer }): Promise<TestResponse> {
    return this.#send('POST', url, {
      payload: body,
      headers: {
        'content-type': contentType,
        'sec-fetch-site': 'same-origin',
        origin: ORIGIN,
      },
    });
  }

  async #send(method: string, url: string, options: Parameters<TestApp['call']>[2]): Promise<TestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#t.call(method, url, {
      ...options,
      headers: { host: 'localhost', ...options?.headers, ...(cookie === '' ? {} : { cookie }) },
    });
    for (const header of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = '', ...attributes] = String(header).split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}
