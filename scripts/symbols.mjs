// Joins browser/symbols to two sprites, and writes the names and addresses of what they hold for the compiler.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const TYPES = path.join(root, 'src', 'storefront', 'ui', 'generated', 'symbols.ts');

/** Their addresses carry a hash of their content, as those of all files of the browser. */
function readSprites() {
  const [icons, kinds, flags] = ['icons', 'kinds', 'flags'].map(readSymbols);
  return {
    icons: icons.map(({ name }) => name),
    kinds: kinds.map(({ name }) => name),
    flags: flags.map(({ name }) => name),
    files: { ICONS: sprite('icons', [...icons, ...kinds]), FLAGS: sprite('flags', flags) },
  };
}

function readSymbols(folder) {
  const directory = path.join(root, 'browser', 'symbols', folder);
  return readdirSync(directory)
    .filter((file) => file.endsWith('.svg'))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -'.svg'.length),
      markup: readFileSync(path.join(directory, file), 'utf8'),
    }));
}

function sprite(name, symbols) {
  const parts = symbols.map((symbol) => symbolOf(symbol.name, symbol.markup));
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${parts.join('')}</svg>`;
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  return { file: `${name}-${hash}.svg`, text };
}

/** Only what is drawn: pages decide on strokes and fills. */
function symbolOf(name, markup) {
  const viewBox = /viewBox="([^"]+)"/.exec(markup)?.[1];
  if (viewBox === undefined) throw new Error(`${name}.svg has no viewBox`);
  const drawn = markup
    .replace(/^[\s\S]*?<svg[\s\S]*?>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replaceAll(/<title>.*?<\/title>/g, '')
    .replaceAll(/\sid="[^"]*"/g, '')
    .replaceAll(/<path stroke="none" d="M0 0h24v24H0z" fill="none" ?\/>/g, '')
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>');
  return `<symbol id="${name}" viewBox="${viewBox}">${drawn}</symbol>`;
}

export function writeSprites(directory) {
  for (const { file, text } of Object.values(readSprites().files))
    writeFileSync(path.join(directory, file), text);
}

/** A name that no file has does not compile. */
export function writeSymbolTypes() {
  const { icons, kinds, flags, files } = readSprites();
  const source = [
    `export type IconName =\n${icons.map((name) => `  | '${name}'\n`).join('')};\n`,
    `export const KINDS: ReadonlySet<string> = new Set(${JSON.stringify(kinds)});\n`,
    `export const COUNTRIES_WITH_FLAG: ReadonlySet<string> = new Set(${JSON.stringify(flags)});\n`,
    ...Object.entries(files).map(([name, { file }]) => `export const ${name} = '/assets/${file}';\n`),
  ].join('\n');
  // `npm run dev` builds again whenever a source is written.
  if (existsSync(TYPES) && readFileSync(TYPES, 'utf8') === source) return;
  mkdirSync(path.dirname(TYPES), { recursive: true });
  writeFileSync(TYPES, source);
}
