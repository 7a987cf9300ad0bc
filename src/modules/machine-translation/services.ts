/** Two kinds of translation service, by their public HTTP interfaces. Both detect the language of the text. */
import type { TranslationConfig } from '../../config/config.ts';
import { guardedRequest } from '../../platform/net/outbound.ts';

export interface TranslatedText {
  readonly content: string;
  /** ISO 639-1, as the service detected it; null if it did not say. */
  readonly sourceLanguage: string | null;
}

/** Translates one text or throws. It is never called within a transaction. */
export type Translate = (text: string, language: string) => Promise<TranslatedText>;

const LIMITS = { totalMs: 10_000, connectMs: 3000, dnsMs: 3000, bodyBytesMax: 128 * 1024 };
/** A translation this many times as long as its text is not one. */
const GROWTH_MAX = 4;
const SHORT_TEXT = 100;

interface Kind {
  readonly path: string;
  readonly headers: (key: string | null) => Readonly<Record<string, string>>;
  readonly body: (text: string, language: string, key: string | null) => unknown;
  /** Reads the response; fields of another type become undefined. */
  readonly read: (response: unknown) => { readonly content: unknown; readonly sourceLanguage: unknown };
}

const KINDS: Readonly<Record<TranslationConfig['kind'], Kind>> = {
  libretranslate: {
    path: '/translate',
    headers: () => ({}),
    body: (q, target, key) => ({
      q,
      source: 'auto',
      target,
      format: 'text',
      ...(key === null ? {} : { api_key: key }),
    }),
    read: (response) => ({
      content: member(response, 'translatedText'),
      sourceLanguage: member(member(response, 'detectedLanguage'), 'language'),
    }),
  },
  deepl: {
    path: '/v2/translate',
    headers: (key): Record<string, string> =>
      key === null ? {} : { authorization: `DeepL-Auth-Key ${key}` },
    // English needs its variant, and the pages are British.
    body: (text, language) => ({
      text: [text],
      target_lang: language === 'en' ? 'EN-GB' : language.toUpperCase(),
    }),
    read: (response) => {
      const translations = member(response, 'translations');
      const first: unknown = Array.isArray(translations) ? translations[0] : undefined;
      return { content: member(first, 'text'), sourceLanguage: member(first, 'detected_source_language') };
    },
  },
};

export function translationService({ kind, url, key }: TranslationConfig): Translate {
  const { path, headers, body, read } = KINDS[kind];
  return async (text, language) => {
    const response = await guardedRequest({
      url: `${url.replace(/\/$/, '')}${path}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers(key) },
      body: Buffer.from(JSON.stringify(body(text, language, key))),
      limits: LIMITS,
      onLongBody: 'fail',
      // The operator chose the address, which is often a container beside this one.
      allowPrivate: true,
    });
    if (response.status !== 200) throw new Error(`the translation service answered ${response.status}`);
    const { content, sourceLanguage } = read(JSON.parse(response.body.toString()) as unknown);
    if (typeof content !== 'string' || content.trim() === '')
      throw new Error('the translation service answered without a translation');
    if (content.length > Math.max(text.length, SHORT_TEXT) * GROWTH_MAX)
      throw new Error('the translation service answered with too long a text');
    return { content: storable(content), sourceLanguage: languageOf(sourceLanguage) };
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Variants such as `EN-GB` are of their language. */
function languageOf(value: unknown): string | null {
  const code = typeof value === 'string' ? value.slice(0, 2).toLowerCase() : '';
  return /^[a-z]{2}$/.test(code) ? code : null;
}

/** PostgreSQL stores neither the zero character nor half of a surrogate pair. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
