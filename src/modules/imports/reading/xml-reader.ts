/**
 * Parses XML as it arrives and yields one element of the list after another. Nothing is ever fetched, and no
 * entity but the five of XML itself and character references is known: a document type, which could define others, ends
 * the reading before anything is expanded. Depth, attributes and lengths are bounded.
 */
import { SaxesParser } from 'saxes';
import { FileProblem } from '../problems.ts';
import { type Message, t } from '../../../platform/errors/sentence.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const LIMITS = {
  depth: 20,
  attributes: 50,
  /** Of one text or attribute value. */
  textLength: 64 * 1024,
  /** Elements within one vehicle, and characters of their texts, names and attributes. */
  elements: 2000,
  elementsLength: 256 * 1024,
};

/** Prefixes of names are dropped: feeds differ in them without meaning anything else. */
export class XmlReader {
  readonly #parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  readonly #open: OpenElement[] = [];
  #items: XmlElement[] = [];
  #elementCount = 0;
  #elementsLength = 0;
  #attributeCount = 0;
  /** Characters since the last tag, so that an endless text is refused before it has been gathered. */
  #sinceTag = 0;
  #root: XmlElement | null = null;

  constructor() {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw new FileProblem(
        'MALFORMED_XML',
        t('The XML is not well-formed: {reason}', { reason: error.message.slice(0, 200) }),
      );
    });
    parser.on('doctype', () => {
      throw new FileProblem('FORBIDDEN_XML', t('The XML has a DOCTYPE, which is not allowed.'));
    });
    parser.on('opentagstart', () => {
      this.#attributeCount = 0;
    });
    parser.on('attribute', ({ name, value }) => {
      if (++this.#attributeCount > LIMITS.attributes)
        throw tooMuch(
          t('The XML has an element with more than {max} attributes.', { max: LIMITS.attributes }),
        );
      this.#checkLength(value);
      this.#addLength(name.length + value.length);
    });
    parser.on('opentag', ({ name, attributes }) => this.#begin(name, attributes));
    parser.on('text', (text) => this.#addText(text));
    parser.on('cdata', (text) => this.#addText(text));
    parser.on('closetag', () => this.#end());
  }

  /** The root element without its children; null until it has begun. */
  get root(): XmlElement | null {
    return this.#root;
  }

  push(text: string): readonly XmlElement[] {
    // In pieces, so that the text between two tags is measured as it arrives.
    for (let at = 0; at < text.length; at += LIMITS.textLength) {
      const piece = text.slice(at, at + LIMITS.textLength);
      this.#sinceTag += piece.length;
      this.#parser.write(piece);
      if (this.#sinceTag > 3 * LIMITS.textLength) throw textTooLong();
    }
    return this.#take();
  }

  end(): readonly XmlElement[] {
    this.#parser.close();
    return this.#take();
  }

  #take(): readonly XmlElement[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#sinceTag = 0;
    if (this.#open.length >= LIMITS.depth)
      throw tooMuch(t('The XML has elements more than {max} deep.', { max: LIMITS.depth }));
    if (++this.#elementCount > LIMITS.elements)
      throw tooMuch(t('The XML has more than {max} elements in one vehicle.', { max: LIMITS.elements }));
    this.#addLength(name.length);
    const own = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value]));
    const element: OpenElement = { name: localName(name), attributes: own, children: [], text: '' };
    if (this.#open.length === 0) this.#root = element;
    this.#open.push(element);
  }

  #addText(text: string): void {
    const element = this.#open.at(-1);
    if (element === undefined) return;
    this.#checkLength(text);
    // Between the vehicles there are line breaks only.
    if (this.#open.length === 1) return;
    element.text += text;
    this.#checkLength(element.text);
    this.#addLength(text.length);
  }

  #end(): void {
    this.#sinceTag = 0;
    const element = this.#open.pop();
    if (element === undefined) return;
    if (this.#open.length === 1) {
      this.#items.push(element);
      this.#elementCount = 0;
      this.#elementsLength = 0;
    } else this.#open.at(-1)?.children.push(element);
  }

  #addLength(length: number): void {
    this.#elementsLength += length;
    if (this.#elementsLength > LIMITS.elementsLength)
      throw tooMuch(
        t('The XML has more than {max} characters in one vehicle.', { max: LIMITS.elementsLength }),
      );
  }

  #checkLength(text: string): void {
    if (text.length > LIMITS.textLength) throw textTooLong();
  }
}

function textTooLong(): FileProblem {
  return tooMuch(t('The XML has a text of more than {max} characters.', { max: LIMITS.textLength }));
}

function tooMuch(message: Message): FileProblem {
  return new FileProblem('FORBIDDEN_XML', message);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
