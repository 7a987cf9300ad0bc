import { type MarketClient, UnreachableError } from './market-client.ts';
import * as writes from './writes.ts';

interface Offer {
  readonly id: string;
  price: number;
}

interface Dealer extends writes.Person {
  /** Listings that no trader is editing. */
  readonly idle: Offer[];
}

const TRADERS = 5;
/** Pause of a client after the server rejected its write. */
const REFUSED_PAUSE_MS = 400;

/** Users who trade concurrently until the server fails or `stop` is called. */
export class Traders {
  readonly #random: () => number;
  readonly #hookUrl: string;
  readonly #dealers: Dealer[] = [];
  readonly #buyers: writes.Person[] = [];
  #count = 0;
  #stopped = false;

  constructor(parts: { random: () => number; hookUrl: string }) {
    this.#random = parts.random;
    this.#hookUrl = parts.hookUrl;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Resolves when one of the traders gets no response, or after `stop`. */
  async trade(client: MarketClient): Promise<void> {
    this.#stopped = false;
    await Promise.all([
      this.#repeatUntilDown(() => this.#addDealer(client)),
      ...Array.from({ length: TRADERS }, () => this.#repeatUntilDown(() => this.#act(client))),
    ]);
  }

  async #repeatUntilDown(step: () => Promise<boolean>): Promise<void> {
    while (!this.#stopped) {
      try {
        if (!(await step())) await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS));
      } catch (error) {
        // The server is down for all traders; those without a pending request would not notice.
        this.#stopped = true;
        if (!(error instanceof UnreachableError)) throw error;
      }
    }
  }

  /** Registers a dealer with a plan and a webhook, and a buyer. */
  async #addDealer(client: MarketClient): Promise<boolean> {
    const dealer = await this.#register(client, 'SELLER');
    if (dealer === null) return false;
    if ((await client.write(writes.createWebhook(dealer, this.#hookUrl))) === null) return false;
    if ((await client.write(writes.setAddress(dealer))) === null) return false;
    if ((await client.write(writes.subscribe(dealer))) === null) return false;
    this.#dealers.push({ ...dealer, idle: [] });
    const buyer = await this.#register(client, 'BUYER');
    if (buyer !== null) this.#buyers.push(buyer);
    return buyer !== null;
  }

  async #register(client: MarketClient, role: 'BUYER' | 'SELLER'): Promise<writes.Person | null> {
    const email = `${role.toLowerCase()}-${++this.#count}@ledger.example`;
    if ((await client.write(writes.register(email, role))) === null) return null;
    const token = await client.signIn(email, writes.PASSWORD);
    return token === null ? null : { email, token };
  }

  async #act(client: MarketClient): Promise<boolean> {
    // Only the newest dealers have listing quota left.
    const dealer = this.#pick(this.#dealers.slice(-3));
    if (dealer === undefined) return false;
    const index = Math.floor(this.#random() * dealer.idle.length);
    const [offer] = this.#random() < 0.35 ? [] : dealer.idle.splice(index, 1);
    if (offer === undefined) return this.#publish(client, dealer);
    const choice = this.#random();
    if (choice < 0.1) return (await client.write(writes.sell(dealer, offer.id))) !== null;
    const done = await this.#deal(client, dealer, offer, choice);
    dealer.idle.push(offer);
    return done;
  }

  async #publish(client: MarketClient, dealer: Dealer): Promise<boolean> {
    const number = ++this.#count;
    if (this.#random() < 0.15)
      return (await client.write(writes.importStock(dealer, `LEDGER-${number}`))) !== null;
    const price = 20_000 + Math.floor(this.#random() * 50_000);
    const title = `MAN TGX 18.510 from page ${number} of the ledger`;
    const choice = this.#random();
    if (choice < 0.15)
      return (await client.write(writes.putListing(dealer, `PUT-${number}`, title, price))) !== null;
    if (choice < 0.3) return (await client.write(writes.batch(dealer, title, price))) !== null;
    const data = (await client.write(writes.publish(dealer, title, price))) as { id: string } | null;
    if (data !== null) dealer.idle.push({ id: data.id, price });
    return data !== null;
  }

  async #deal(client: MarketClient, dealer: Dealer, offer: Offer, choice: number): Promise<boolean> {
    const buyer = this.#pick(this.#buyers.slice(-4));
    if (choice < 0.6 || buyer === undefined) {
      offer.price += 1;
      return (await client.write(writes.changePrice(dealer, offer.id, offer.price))) !== null;
    }
    const write =
      choice < 0.8
        ? writes.writeTo(buyer, offer.id, `Is it there still? (${++this.#count})`)
        : writes.addFavorite(buyer, offer.id);
    return (await client.write(write)) !== null;
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }
}
