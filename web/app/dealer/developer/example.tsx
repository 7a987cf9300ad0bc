/** What a page does, as a program would ask for it. */
import type { ReactElement } from 'react';
import { CodeBlock } from '../../ui/copy.tsx';
import { useWords } from '../../words.ts';

export interface ExampleRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /v1. */
  readonly path: string;
  readonly body?: object;
  /** The call of the client, such as `webhooks.list()`. */
  readonly call: string;
}

export function Example({ request }: { request: ExampleRequest }): ReactElement {
  const words = useWords();
  return (
    <details className="example">
      <summary>{words.text('desk.developer.example')}</summary>
      <div className="stack">
        <CodeBlock label="curl" text={curlOf(request)} />
        <CodeBlock label={words.text('desk.developer.example.client')} text={clientOf(request)} />
      </div>
    </details>
  );
}

function curlOf({ method, path, body }: ExampleRequest): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${location.origin}/v1${path}'`,
    `-H "X-API-Key: $FIFTHWHEEL_KEY"`,
  ];
  if (body !== undefined)
    // A quote within single quotes ends them, adds one, and begins them again.
    lines.push(
      `-H 'Content-Type: application/json'`,
      `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
    );
  return lines.join(' \\\n  ');
}

function clientOf({ call }: ExampleRequest): string {
  return [
    `import { createClient } from '@fifthwheel/client';`,
    ``,
    `const market = createClient({ baseUrl: '${location.origin}', apiKey: process.env.FIFTHWHEEL_KEY });`,
    `const answer = await market.${call};`,
  ].join('\n');
}
