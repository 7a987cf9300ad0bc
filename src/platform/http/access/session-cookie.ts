/**
 * The cookie that names a browser's session. Only the hash of its secret is stored.
 * Source of the prefix: RFC 6265bis, section 4.1.3.2.
 */
const SECRET = '[A-Za-z0-9_-]{43}';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export class SessionCookie {
  readonly #name: string;
  readonly #attributes: string;
  readonly #form: RegExp;

  constructor(baseUrl: string) {
    const { protocol, hostname } = new URL(baseUrl);
    // Browsers take a Secure cookie over plain HTTP from the machine itself only.
    const isSecure = protocol === 'https:' || LOOPBACK.has(hostname) || hostname.endsWith('.localhost');
    this.#name = isSecure ? '__Host-fw' : 'fw';
    this.#attributes = `Path=/; ${isSecure ? 'Secure; ' : ''}HttpOnly; SameSite=Lax`;
    this.#form = new RegExp(`(?:^|;\\s*)${this.#name}=(${SECRET})(?:;|$)`);
  }

  /** Returns the secret in a Cookie header; null if there is none. */
  read(header: string | undefined): string | null {
    return this.#form.exec(header ?? '')?.[1] ?? null;
  }

  set(secret: string, seconds: number): string {
    return `${this.#name}=${secret}; Max-Age=${seconds}; ${this.#attributes}`;
  }

  clear(): string {
    return `${this.#name}=; Max-Age=0; ${this.#attributes}`;
  }
}
