// Reads the catalogs in texts/: what every text is in English (`AREA.pot`) and in each other language (`LANGUAGE/AREA.po`).
// The context of an entry is its key. Sentences of the program have none: the English sentence itself is their key.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { po } from 'gettext-parser';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const directory = path.join(root, 'texts');

/** Sentences of the program: their English is in the sources. */
export const SENTENCES = 'errors';
export const ENGLISH = 'en';

/** Categories of `Intl.PluralRules`, in the order of `msgstr[0]`, `msgstr[1]` …, as the catalogs' Plural-Forms have it. */
const FORMS = { pl: ['one', 'few', 'many', 'other'] };
const FORMS_OF_MOST = ['one', 'other'];
const formsOf = (language) => FORMS[language] ?? FORMS_OF_MOST;

export const languages = () =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

export const areas = () =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.pot'))
    .map((name) => path.basename(name, '.pot'))
    .toSorted();

export const templatePath = (area) => path.join(directory, `${area}.pot`);
export const catalogPath = (language, area) => path.join(directory, language, `${area}.po`);

export function parseCatalog(file) {
  return po.parse(readFileSync(file), { validation: true });
}

/** The entries of a catalog in their order, without its header. */
function entriesOf(file) {
  if (!existsSync(file)) return [];
  return Object.values(parseCatalog(file).translations).flatMap((group) =>
    Object.values(group).filter(({ msgid }) => msgid !== ''),
  );
}

/** One text, or one for each plural form: `[key, text]`. */
function textsOf(key, texts, forms) {
  return texts.length === 1
    ? [[key, texts[0]]]
    : texts.map((text, index) => [`${key}.${forms[index]}`, text]);
}

const englishOf = ({ msgid, msgid_plural: plural }) => (plural === undefined ? [msgid] : [msgid, plural]);
/** The forms that an entry has in a language. */
export const textsOfEntry = ({ msgid, msgid_plural: plural }, language) =>
  plural === undefined ? [msgid] : formsOf(language);

const isTranslated = ({ msgstr }) => msgstr.every((text) => text !== '');

/** @returns area → entries of the English template */
export function readTemplates() {
  return Object.fromEntries(areas().map((area) => [area, entriesOf(templatePath(area))]));
}

/** @returns area → entries in the language */
export function readCatalogs(language) {
  return Object.fromEntries(
    [...areas(), SENTENCES].map((area) => [area, entriesOf(catalogPath(language, area))]),
  );
}

/** @returns language → area → key → text; sentences by their English */
export function readTexts() {
  const texts = { [ENGLISH]: { [SENTENCES]: {} } };
  for (const [area, entries] of Object.entries(readTemplates()))
    texts[ENGLISH][area] = Object.fromEntries(
      entries.flatMap((entry) => textsOf(entry.msgctxt, englishOf(entry), formsOf(ENGLISH))),
    );
  for (const language of languages()) {
    texts[language] = {};
    for (const [area, entries] of Object.entries(readCatalogs(language))) {
      const isSentences = area === SENTENCES;
      if (isSentences) for (const { msgid } of entries) texts[ENGLISH][SENTENCES][msgid] = msgid;
      texts[language][area] = Object.fromEntries(
        entries
          .filter(isTranslated)
          .flatMap((entry) =>
            textsOf(isSentences ? entry.msgid : entry.msgctxt, entry.msgstr, formsOf(language)),
          ),
      );
    }
  }
  return texts;
}
