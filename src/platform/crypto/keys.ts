import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * All keys of the server, derived from APP_SECRET, one per purpose: a key that leaks in one place opens nothing
 * elsewhere.
 */
export class Keys {
  readonly #root: Buffer;
  /** Purposes are named in the code, so there are a few dozen. */
  readonly #derived = new Map<string, Buffer>();

  constructor(appSecret: string) {
    this.#root = Buffer.from(appSecret, 'utf8');
  }

  /** The 32-byte key of a purpose, the same in every process. */
  derive(purpose: string): Buffer {
    const known = this.#derived.get(purpose);
    if (known !== undefined) return known;
    const key = Buffer.from(hkdfSync('sha256', this.#root, 'fifthwheel', purpose, 32));
    this.#derived.set(purpose, key);
    return key;
  }

  /** Encrypts a secret that must be read again: AES-256-GCM; version, nonce, tag and ciphertext in one buffer. */
  seal(purpose: string, plain: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.derive(`seal:${purpose}`), nonce);
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([SEAL_VERSION]), nonce, cipher.getAuthTag(), ciphertext]);
  }

  open(purpose: string, sealed: Buffer): string {
    if (sealed[0] !== SEAL_VERSION) throw new Error('a sealed value has an unknown version');
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
    const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.derive(`seal:${purpose}`), nonce);
    decipher.setAuthTag(tag);
    return Buffer.concat([
      decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8');
  }

  /** Returns a short signature that proves that this program wrote `payload`, for links in emails and URLs that expire. */
  sign(purpose: string, payload: string): string {
    return createHmac('sha256', this.derive(`sign:${purpose}`))
      .update(payload)
      .digest('base64url');
  }

  verify(purpose: string, payload: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(purpose, payload));
    const actual = Buffer.from(signature);
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }

  /** The payload, a dot and its signature. The payload is readable; the signature proves that we wrote it. */
  token(purpose: string, payload: string): string {
    return `${payload}.${this.sign(purpose, payload)}`;
  }

  /** The payload of a token; null if we did not make it, or made it for another purpose. */
  readToken(purpose: string, token: string): string | null {
    const end = token.lastIndexOf('.');
    if (end === -1) return null;
    const payload = token.slice(0, end);
    return this.verify(purpose, payload, token.slice(end + 1)) ? payload : null;
  }
}

const SEAL_VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
