// Compiles texts/ to dist/texts, a file for each language, and writes the types of the keys of pages.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTemplates, readTexts, root } from './catalogs.mjs';

const PAGE = 'ui.';
const TYPES = path.join(root, 'src', 'storefront', 'texts', 'generated', 'keys.ts');
const NOTICE_TYPES = path.join(root, 'src', 'modules', 'notifications', 'generated', 'text-keys.ts');

export function compileTexts() {
  const directory = path.join(root, 'dist', 'texts');
  mkdirSync(directory, { recursive: true });
  for (const [language, texts] of Object.entries(readTexts()))
    writeFileSync(path.join(directory, `${language}.json`), JSON.stringify(texts));
}

/** A key that English lacks does not compile. */
export function writeKeyTypes() {
  const { pages, workspace, notifications } = readTemplates();
  write(TYPES, [
    typeOf('TextKey', 'Texts of the pages that the server renders.', pages, false),
    typeOf('CountKey', 'Those that count.', pages, true),
    typeOf('DeskText', 'Texts of the workspace.', workspace, false),
    typeOf('DeskCount', 'Those that count.', workspace, true),
  ]);
  write(NOTICE_TYPES, [typeOf('NoticeText', 'Texts of notifications.', notifications, false)]);
}

function write(file, types) {
  const source = types.join('\n');
  // `npm run dev` builds again whenever a source is written.
  if (existsSync(file) && readFileSync(file, 'utf8') === source) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, source);
}

function typeOf(name, comment, entries, isCount) {
  const keys = entries
    .filter((entry) => (entry.msgid_plural !== undefined) === isCount)
    .map(({ msgctxt }) => JSON.stringify(msgctxt.startsWith(PAGE) ? msgctxt.slice(PAGE.length) : msgctxt));
  return `/** ${comment} */\nexport type ${name} =\n${keys.map((key) => `  | ${key}\n`).join('')};\n`;
}
