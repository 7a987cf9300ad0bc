/**
 * Ordinals for the values of one field, with a label (display name) and the number of live documents of each.
 * Ordinal 0 is "no value".
 */
export const NO_VALUE = 0;
const RESTORED_AT_A_TIME = 5000;

export class Dictionary {
  readonly #ordinals = new Map<string, number>();
  readonly #values: string[] = [''];
  readonly #labels: string[] = [''];
  #sorted = new Uint32Array(0);
  live = new Int32Array(16);
  /** Ordinals whose label has changed, in order of the changes. */
  readonly renamed: number[] = [];

  get size(): number {
    return this.#values.length;
  }

  /** Returns the ordinal of a value; NO_VALUE if it never occurred. */
  find(value: string): number {
    return this.#ordinals.get(value) ?? NO_VALUE;
  }

  findAll(values: readonly string[]): number[] {
    return values.map((value) => this.find(value)).filter((ordinal) => ordinal !== NO_VALUE);
  }

  add(value: string | null | undefined, label?: string): number {
    if (value === null || value === undefined) return NO_VALUE;
    let ordinal = this.#ordinals.get(value);
    if (ordinal === undefined) {
      ordinal = this.#values.length;
      this.#ordinals.set(value, ordinal);
      this.#values.push(value);
      this.#labels.push(label ?? value);
      if (ordinal >= this.live.length) this.#grow();
    } else if (label !== undefined && this.#labels[ordinal] !== label) {
      this.#labels[ordinal] = label;
      this.renamed.push(ordinal);
    }
    return ordinal;
  }

  /** Restores what `entries` returned, with breaks. */
  *restore(values: readonly string[], labels: readonly string[]): Generator<void> {
    for (const [index, value] of values.entries()) {
      if (index % RESTORED_AT_A_TIME === 0) yield;
      this.add(value, labels[index]);
    }
  }

  /** Returns the ordinals sorted by value. Too slow for dictionaries that grow constantly. */
  inOrder(): Uint32Array {
    if (this.#sorted.length !== this.#values.length - 1) {
      const values = this.#values;
      this.#sorted = Uint32Array.from({ length: values.length - 1 }, (_, index) => index + 1);
      this.#sorted.sort((a, b) => ((values[a] as string) < (values[b] as string) ? -1 : 1));
    }
    return this.#sorted;
  }

  /** Returns the number of live documents with a value. */
  liveOf(value: string): number {
    const ordinal = this.find(value);
    return ordinal === NO_VALUE ? 0 : (this.live[ordinal] as number);
  }

  /** Returns the values of live documents with their counts. */
  liveValues(): Map<string, number> {
    const counts = new Map<string, number>();
    this.#values.forEach((value, ordinal) => {
      const count = this.live[ordinal] as number;
      if (ordinal !== NO_VALUE && count > 0) counts.set(value, count);
    });
    return counts;
  }

  value(ordinal: number): string {
    return this.#values[ordinal] ?? '';
  }

  label(ordinal: number): string {
    return this.#labels[ordinal] ?? '';
  }

  entries(): { values: readonly string[]; labels: readonly string[] } {
    return { values: this.#values.slice(1), labels: this.#labels.slice(1) };
  }

  #grow(): void {
    const larger = new Int32Array(this.live.length * 2);
    larger.set(this.live);
    this.live = larger;
  }
}
