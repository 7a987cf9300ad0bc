import { type DocumentName, DOCUMENTS } from '../../platform/http/openapi/document.ts';

/** Where the reference of a document is: `/docs`, `/docs/admin`, `/docs/aliases`. */
export function referencePath(name: DocumentName): string {
  return name === 'api' ? '/docs' : `/docs/${name}`;
}

/** A file below `/docs/`, Markdown or JSON. */
export interface ReferenceFile {
  readonly title: string;
  readonly render: () => string;
}
/** By name. */
export type ReferenceFiles = Readonly<Record<string, ReferenceFile>>;

/** The reference with a form to try each operation: RapiDoc from its own package, nothing from elsewhere. */
export function referencePage(shown: DocumentName, files: ReferenceFiles): string {
  const links = Object.entries(DOCUMENTS).map(([name, { title }]) =>
    name === shown
      ? `<strong>${title}</strong>`
      : `<a href="${referencePath(name as DocumentName)}">${title}</a>`,
  );
  const further = Object.entries(files).map(([name, { title }]) => `<a href="/docs/${name}">${title}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${DOCUMENTS[shown].title} reference</title>
<script src="/docs/assets/rapidoc-min.js" defer></script>
<style>body { margin: 0; font-family: system-ui, sans-serif } nav { padding: 0.6rem 1rem } nav > * { margin-right: 1rem }</style>
</head>
<body>
<nav>${[...links, ...further].join('\n')}</nav>
<rapi-doc spec-url="/${DOCUMENTS[shown].file}" render-style="view" load-fonts="false" show-header="false"
  allow-spec-file-load="false" allow-spec-url-load="false" persist-auth="false" schema-style="table"
  regular-font="system-ui, sans-serif" mono-font="ui-monospace, monospace" theme="light"></rapi-doc>
</body>
</html>
`;
}
