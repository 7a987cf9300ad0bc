/** A class that is built from its dependencies. */
export abstract class Service<Parts> {
  protected readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }
}
