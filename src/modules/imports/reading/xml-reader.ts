/**
 * Parses XML as it arrives and yields the elements of the list one by one. It fetches nothing and expands only the
 * five predefined entities and character references: a DOCTYPE, which could define others, is rejected. Depth,
 * attributes and lengths are bounded.
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
  /** Characters of one text or attribute value. */
  textLength: 64 * 1024,
  /** Per vehicle: elements, and characters of texts, names and attributes. */
  elements: 2000,
  elementsLength: 256 * 1024,
};

/** Drops name prefixes, in which feeds differ without a difference in meaning. */
export class XmlReader {
  readonly #parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  readonly #open: OpenElement[] = [];
  #items: XmlElement[] = [];
  #elementCount = 0;
  #elementsLength = 0;
  #attributeCount = 0;
  /** Characters since the last tag, so that an endless text is rejected before it is buffered. */
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
        throw limitError(
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

  /** Root element without its children; null before it starts. */
  get root(): XmlElement | null {
    return this.#root;
  }

  push(text: string): readonly XmlElement[] {
    // In pieces, to measure the text between two tags as it arrives.
    for (let start = 0; start < text.length; start += LIMITS.textLength) {
      const piece = text.slice(start, start + LIMITS.textLength);
      this.#sinceTag += piece.length;
      this.#parser.write(piece);
      if (this.#sinceTag > 3 * LIMITS.textLength) throw textLimitError();
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
      throw limitError(t('The XML has elements more than {max} deep.', { max: LIMITS.depth }));
    if (++this.#elementCount > LIMITS.elements)
      throw limitError(t('The XML has more than {max} elements in one vehicle.', { max: LIMITS.elements }));
    this.#addLength(name.length);
    const localAttributes = Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [localName(key), value]),
    );
    const element: OpenElement = {
      name: localName(name),
      attributes: localAttributes,
      children: [],
      text: '',
    };
    if (this.#open.length === 0) this.#root = element;
    this.#open.push(element);
  }

  #addText(text: string): void {
    const element = this.#open.at(-1);
    if (element === undefined) return;
    this.#checkLength(text);
    // Only line breaks separate vehicles.
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
      throw limitError(
        t('The XML has more than {max} characters in one vehicle.', { max: LIMITS.elementsLength }),
      );
  }

  #checkLength(text: string): void {
    if (text.length > LIMITS.textLength) throw textLimitError();
  }
}

function textLimitError(): FileProblem {
  return limitError(t('The XML has a text of more than {max} characters.', { max: LIMITS.textLength }));
}

function limitError(message: Message): FileProblem {
  return new FileProblem('FORBIDDEN_XML', message);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
