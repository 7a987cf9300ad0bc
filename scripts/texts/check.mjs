// `npm run check:texts` reports what the catalogs lack. It fails only for what would be wrong on a page: other placeholders than in
// English, and entries that nothing uses. `--list` names every missing text; `--write` adds it to the catalogs, to be translated.
import { existsSync, writeFileSync } from 'node:fs';
import { po } from 'gettext-parser';
import {
  catalogPath,
  languages,
  parseCatalog,
  readCatalogs,
  readTemplates,
  SENTENCES,
  textsOfEntry,
} from './catalogs.mjs';
import { readSentences } from './sentences.mjs';

/** Areas that are only in these languages; all others are in every language. */
const LANGUAGES_OF = { workspace: ['de'], interface: ['de'], [SENTENCES]: ['de'] };
/** The English of these keys is in src/platform/errors/catalogue.ts. */
const OF_ERROR_CODES = /^errors\./;
/** Sentences that consist of other sentences and punctuation. */
const WITHOUT_WORDS = /^(?:\{\w+\}|[\s.:;])*$/;

const list = process.argv.includes('--list');
const write = process.argv.includes('--write');

const faults = [];
const templates = readTemplates();
const sentences = readSentences();
const idOf = ({ msgctxt, msgid_plural: plural }) => `${msgctxt}${plural === undefined ? '' : '#'}`;
const namesIn = (text) => [...text.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name]) => name);

for (const language of languages())
  for (const [area, entries] of Object.entries(readCatalogs(language))) {
    const isSentences = area === SENTENCES;
    const wanted = isSentences ? wantedSentences() : templates[area];
    const keyOf = isSentences ? ({ msgid }) => msgid : idOf;
    const english = new Map(wanted.map((entry) => [keyOf(entry), entry]));
    const where = `texts/${language}/${area}.po`;
    for (const entry of entries) {
      checkPlaceholders(entry, where);
      if (isSentences ? !isUsed(entry) : !english.has(keyOf(entry)) && !OF_ERROR_CODES.test(entry.msgctxt))
        faults.push(
          `${where}: nothing uses "${isSentences ? entry.msgid : entry.msgctxt}"; remove the entry`,
        );
      const now = english.get(keyOf(entry));
      if (!isSentences && now !== undefined && now.msgid !== entry.msgid)
        report(where, `the English of ${entry.msgctxt} has changed to "${now.msgid}"`);
    }
    if (LANGUAGES_OF[area]?.includes(language) === false) continue;
    const translated = new Set(entries.filter(({ msgstr }) => !msgstr.includes('')).map(keyOf));
    const missing = wanted.filter((entry) => !translated.has(keyOf(entry)));
    if (missing.length > 0) reportMissing(language, area, where, missing);
  }

for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function wantedSentences() {
  const texts = new Set(sentences.flatMap(({ text }) => text ?? []));
  return [...texts].filter((text) => !WITHOUT_WORDS.test(text)).map((msgid) => ({ msgid }));
}

/** An entry with a reference is of a sentence that the database keeps. */
function isUsed({ msgid, comments }) {
  return comments?.reference !== undefined || sentences.some(({ pattern }) => pattern.test(msgid));
}

/** A form for one may spell the number out. */
function checkPlaceholders(entry, where) {
  const english = new Set([entry.msgid, entry.msgid_plural ?? ''].flatMap(namesIn));
  for (const text of entry.msgstr)
    for (const name of namesIn(text))
      if (!english.has(name))
        faults.push(`${where}: "${text}" has {${name}}, which "${entry.msgid}" has not`);
}

function report(where, text) {
  if (list) console.log(`${where}: ${text}`);
}

function reportMissing(language, area, where, missing) {
  console.log(`${where}: ${missing.length} ${missing.length === 1 ? 'text is' : 'texts are'} missing`);
  for (const { msgctxt, msgid } of missing) report(where, `missing: ${msgctxt ?? msgid}`);
  if (!write || !existsSync(catalogPath(language, area))) return;
  const catalog = parseCatalog(catalogPath(language, area));
  for (const entry of missing) {
    const group = (catalog.translations[entry.msgctxt ?? ''] ??= {});
    group[entry.msgid] ??= { ...entry, msgstr: textsOfEntry(entry, language).map(() => '') };
  }
  writeFileSync(catalogPath(language, area), po.compile(catalog));
}
