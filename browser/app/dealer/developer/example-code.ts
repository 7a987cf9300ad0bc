export interface ExampleRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /v1. */
  readonly path: string;
  readonly body?: object;
  /** The call of the client, such as `webhooks.list()`. */
  readonly call: string;
}

export function curlOf({ method, path, body }: ExampleRequest, origin: string): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${origin}/v1${path}'`,
    `-H "X-API-Key: $FIFTHWHEEL_KEY"`,
  ];
  if (body !== undefined)
    // A quote within single quotes ends the string, adds a quote, and starts a new string.
    lines.push(
      `-H 'Content-Type: application/json'`,
      `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
    );
  return lines.join(' \\\n  ');
}

export function clientOf({ call }: Pick<ExampleRequest, 'call'>, origin: string): string {
  return [
    `import { createClient } from '@fifthwheel/client';`,
    ``,
    `const market = createClient({ baseUrl: '${origin}', apiKey: process.env.FIFTHWHEEL_KEY });`,
    `const answer = await market.${call};`,
  ].join('\n');
}
