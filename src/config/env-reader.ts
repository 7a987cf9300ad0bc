import { readFileSync, statSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { StartError } from '../platform/errors/start-error.ts';
import { isEmail } from '../platform/http/request/formats.ts';
import { type SecretName, VARIABLES, type VariableName } from './variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown for invalid variables; the message names each of them and states the expected value. */
export class ConfigError extends StartError {
  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'ConfigError';
  }
}

const SECRET_FILE_BYTES_MAX = 64 * 1024;
/** Placeholder for a secret that could not be read, to avoid follow-up errors. */
const UNREAD = '\u0000 a secret that could not be read \u0000';
const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** Two dots and digits are not a name but a mistyped address. */
const NUMBERS_ONLY = /^[\d.]+$/;
/** Ranges that proxy lists may name instead of networks. */
const NAMED_RANGES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);
const SENDER = /^[^<>\r\n]*<([^<>\s]+)>$/;

/**
 * Reads variables. Collects problems and reports them together in `finish`; until then, a fallback replaces the value.
 * Problems repeat values only if they are not secret.
 */
export class EnvReader {
  readonly #env: Environment;
  readonly #problems = new Set<string>();

  constructor(env: Environment) {
    this.#env = env;
  }

  problem(name: string, text: string): void {
    this.#problems.add(`${name} ${text}`);
  }

  /** `besides` names a possible cause of a problem that is not a problem in itself. */
  finish(besides: readonly string[]): void {
    if (this.#problems.size > 0) throw new ConfigError([...this.#problems, ...besides]);
  }

  /** An empty value counts as not set, as shells and compose files write it. */
  text(name: VariableName): string | null {
    return VARIABLES[name] === 'secret' ? this.#secret(name as SecretName) : this.#raw(name);
  }

  integer(name: VariableName, fallback: number, bounds: { min: number; max: number }): number {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= bounds.min && value <= bounds.max) return value;
    this.problem(name, `must be a whole number from ${bounds.min} to ${bounds.max}, not "${text}"`);
    return fallback;
  }

  flag(name: VariableName, fallback: boolean): boolean {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return fallback;
    if (['1', 'on', 'true', 'yes'].includes(text)) return true;
    if (!['0', 'off', 'false', 'no'].includes(text)) this.problem(name, `must be on or off, not "${text}"`);
    return false;
  }

  oneOf<const T extends readonly string[]>(name: VariableName, values: T, fallback: T[number]): T[number] {
    const text = this.text(name);
    if (text === null) return fallback;
    const found = values.find((value) => value === text);
    if (found === undefined) this.problem(name, `must be one of ${values.join(', ')}, not "${text}"`);
    return found ?? fallback;
  }

  schedule(name: VariableName, fallback: readonly number[]): readonly number[] {
    const text = this.text(name);
    if (text === null) return fallback;
    const parts = text.split(',').map((part) => part.trim());
    if (parts.length === fallback.length && parts.every((part) => /^\d+(?:\.\d+)?$/.test(part)))
      return parts.map(Number);
    this.problem(
      name,
      `must be ${fallback.length} numbers of seconds, separated by commas, such as ${fallback.join(',')}`,
    );
    return fallback;
  }

  /** The URL of a service, unchanged; the client library parses it. */
  url(name: VariableName, schemes: readonly string[]): string | null {
    const text = this.text(name);
    if (text === null || text === UNREAD) return text;
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url !== null && schemes.includes(url.protocol.slice(0, -1)) && /^[a-z]+:\/\//i.test(text))
      return text;
    const forms = schemes.map((scheme) => `${scheme}://…`).join(' or ');
    this.problem(
      name,
      `must be an address as in ${forms}; characters such as # and @ in a password are written as %23 and %40`,
    );
    return null;
  }

  /** The addresses of the nodes of one service, separated by commas; null without any. */
  urls(name: VariableName, schemes: readonly string[]): readonly string[] | null {
    const text = this.text(name);
    if (text === null) return null;
    if (text === UNREAD) return [text];
    const urls = text.split(',').map((part) => part.trim());
    const isAddress = (host: string): boolean =>
      URL.canParse(host) &&
      schemes.includes(new URL(host).protocol.slice(0, -1)) &&
      /^[a-z]+:\/\//i.test(host);
    if (!urls.every(isAddress))
      this.problem(name, `must be addresses as in ${schemes.join('://… or ')}://…, separated by commas`);
    return urls;
  }

  /** An http(s) origin: only scheme, host and port. Pages, cookies and links assume that the server is at the root. */
  httpOrigin(name: VariableName): string | null {
    const base = this.httpBase(name);
    if (base === null || new URL(base).pathname === '/') return base;
    this.problem(name, `must not have a path; serve the marketplace at the root of a host, not at "${base}"`);
    return null;
  }

  /** A base URL: scheme, host, port and path. */
  httpBase(name: VariableName): string | null {
    const text = this.text(name);
    if (text === null) return null;
    const url = URL.canParse(text) ? new URL(text) : null;
    const isPlain =
      url !== null &&
      /^https?:\/\//i.test(text) &&
      url.username + url.password + url.search + url.hash === '' &&
      !/[?#]/.test(text);
    if (isPlain) return withoutSlashesAtTheEnd(text);
    this.problem(
      name,
      `must be an address as in https://market.example, without query or password, not "${text}"`,
    );
    return null;
  }

  host(name: VariableName, fallback: string): string {
    const text = this.text(name)?.replace(/^\[(.*)\]$/, '$1');
    if (text === undefined) return fallback;
    if (isAddress(text) || (HOST_NAME.test(text) && !NUMBERS_ONLY.test(text))) return text;
    this.problem(name, `must be an IP address or a host name without port, not "${text}"`);
    return fallback;
  }

  email(name: VariableName): string | null {
    const text = this.text(name);
    if (text === null || isEmail(text)) return text;
    this.problem(name, `must be an email address, not "${text}"`);
    return null;
  }

  /** An address with or without a name before it. */
  sender(name: VariableName, fallback: string): string {
    const text = this.text(name);
    if (text === null) return fallback;
    if (!/[\r\n]/.test(text) && isEmail(SENDER.exec(text)?.[1] ?? text)) return text;
    this.problem(name, `must be an email address, with or without a name, as in ${fallback}, not "${text}"`);
    return fallback;
  }

  /** Addresses, networks in CIDR notation, and names of ranges. */
  networks(name: VariableName): readonly string[] {
    const parts = this.#list(name);
    for (const part of parts) {
      if (!NAMED_RANGES.has(part) && !isAddress(part) && !ipaddr.isValidCIDR(part))
        this.problem(
          name,
          `must be IP addresses or networks, separated by commas, as in 10.0.0.0/8; "${part}" is neither`,
        );
    }
    return parts;
  }

  origins(name: VariableName): readonly string[] {
    const parts = this.#list(name);
    for (const part of parts) {
      if (!/^https?:/i.test(part) || !URL.canParse(part) || new URL(part).origin !== part)
        this.problem(
          name,
          `must be origins as in https://shop.example with commas, without path; "${part}" is none`,
        );
    }
    return parts;
  }

  #list(name: VariableName): readonly string[] {
    const parts = (this.text(name) ?? '').split(',').map((part) => part.trim());
    return parts.filter((part) => part !== '');
  }

  #raw(name: string): string | null {
    const value = this.#env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  #secret(name: SecretName): string | null {
    const fileVariable = `${name}_FILE`;
    const [value, file] = [this.#raw(name), this.#raw(fileVariable)];
    if (file === null) return value;
    if (value !== null) {
      this.problem(fileVariable, `and ${name} are both set: set only one of them`);
      return value;
    }
    const text = this.#fileText(fileVariable, file);
    if (text !== '') return text;
    this.problem(fileVariable, `names an empty file: ${file}`);
    return UNREAD;
  }

  #fileText(name: string, file: string): string {
    try {
      if (statSync(file).size > SECRET_FILE_BYTES_MAX) throw new Error('it is too large');
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      this.problem(name, `names a file that cannot be read: ${file} (${code ?? message})`);
      return UNREAD;
    }
  }
}

function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function withoutSlashesAtTheEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}
