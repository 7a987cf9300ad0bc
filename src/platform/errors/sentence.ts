import { fillPlaceholders } from '../wording.ts';

type Values = Readonly<Record<string, Message | number>>;

/** An English sentence and its values. It is localized when the response is created. */
export class Sentence {
  /** English, with `{name}` for each value: the key of its translations. */
  readonly text: string;
  readonly values: Values;

  constructor(text: string, values: Values = {}) {
    this.text = text;
    this.values = values;
  }

  /** In English. */
  toString(): string {
    return fillPlaceholders(this.text, stringsOf(this.values));
  }

  toJSON(): string {
    return this.toString();
  }
}

/** A plain string has no values; without an entry in the catalogs it stays English. */
export type Message = string | Sentence;

/** Marks a sentence for the catalogs in `texts/`. Values that are sentences are translated too, strings are not. */
export function t(text: string, values?: Values): Sentence {
  return new Sentence(text, values);
}

/** Several messages in one, each localized separately. */
export function joined(messages: readonly Message[], separator: string): Message {
  return messages.length < 2
    ? (messages[0] ?? '')
    : messages.reduceRight((rest, first) => new Sentence(`{first}${separator}{rest}`, { first, rest }));
}

/** `a, b or c`: the last two are joined by the reader's word. */
export function either(names: readonly string[]): Message {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  return new Sentence('{names} {or} {last}', { names: names.slice(0, -1).join(', '), or: t('or'), last });
}

/** The message with each of its texts that are not ours changed. */
export function mapped(message: Message, change: (text: string) => string): Message {
  if (typeof message === 'string') return change(message);
  return new Sentence(
    message.text,
    withMessages(message.values, (value) => mapped(value, change)),
  );
}

/** `a or b or c`, with the reader's word. */
export function anyOf(names: readonly string[]): Message {
  return names.reduceRight<Message>(
    (rest, first) =>
      rest === '' ? first : new Sentence('{first} {or} {rest}', { first, or: t('or'), rest }),
    '',
  );
}

/** Stored form of a sentence, which can be localized later. */
export interface StoredSentence {
  readonly text: string;
  readonly values: Readonly<Record<string, StoredMessage | number>>;
}

/** A string is English, as earlier releases have stored all messages. */
export type StoredMessage = string | StoredSentence;

export function toStored(message: Message): StoredMessage {
  if (typeof message === 'string') return message;
  return { text: message.text, values: withMessages(message.values, toStored) };
}

export function fromStored(stored: StoredMessage): Message {
  if (typeof stored === 'string') return stored;
  return new Sentence(stored.text, withMessages(stored.values, fromStored));
}

/** The values with each message among them changed; numbers stay. */
function withMessages<From, To>(
  values: Readonly<Record<string, From | number>>,
  change: (message: From) => To,
): Readonly<Record<string, To | number>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, To | number] => [
      name,
      typeof value === 'number' ? value : change(value),
    ]),
  );
}

function stringsOf(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
