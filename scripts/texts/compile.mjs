// Compiles texts/ to dist/texts, a file for each language, and writes the types of the keys of pages.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTemplates, readTexts, root } from './catalogs.mjs';

const PAGE = 'ui.';
const TYPES = path.join(root, 'src', 'storefront', 'texts', 'generated', 'keys.ts');

export function compileTexts() {
  const directory = path.join(root, 'dist', 'texts');
  mkdirSync(directory, { recursive: true });
  for (const [language, texts] of Object.entries(readTexts()))
    writeFileSync(path.join(directory, `${language}.json`), JSON.stringify(texts));
}

/** A key that English lacks does not compile. */
export function writeKeyTypes() {
  const { pages, workspace } = readTemplates();
  const types = [
    typeOf('TextKey', 'Texts of the pages that the server renders.', pages, false),
    typeOf('CountKey', 'Those that count.', pages, true),
    typeOf('DeskText', 'Texts of the workspace.', workspace, false),
    typeOf('DeskCount', 'Those that count.', workspace, true),
  ].join('\n');
  // `npm run dev` builds again whenever a source is written.
  if (existsSync(TYPES) && readFileSync(TYPES, 'utf8') === types) return;
  mkdirSync(path.dirname(TYPES), { recursive: true });
  writeFileSync(TYPES, types);
}

function typeOf(name, comment, entries, isCount) {
  const keys = entries
    .filter((entry) => (entry.msgid_plural !== undefined) === isCount)
    .map(({ msgctxt }) => JSON.stringify(msgctxt.slice(PAGE.length)));
  return `/** ${comment} */\nexport type ${name} =\n${keys.map((key) => `  | ${key}\n`).join('')};\n`;
}
