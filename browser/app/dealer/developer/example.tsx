/** What a page does, as a program would ask for it. */
import type { ReactElement } from 'react';
import { CodeBlock } from '../../ui/copy.tsx';
import { useWords } from '../../words.ts';
import { clientOf, curlOf, type ExampleRequest } from './example-code.ts';

export function Example({ request }: { request: ExampleRequest }): ReactElement {
  const words = useWords();
  return (
    <details className="example">
      <summary>{words.text('desk.developer.example')}</summary>
      <div className="stack">
        <CodeBlock label="curl" text={curlOf(request, location.origin)} />
        <CodeBlock
          label={words.text('desk.developer.example.client')}
          text={clientOf(request, location.origin)}
        />
      </div>
    </details>
  );
}
