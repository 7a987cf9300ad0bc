import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { type Message, t } from '../errors/sentence.ts';

export interface AddressPolicy {
  readonly httpsOnly: boolean;
  /** Allow addresses of this machine and its network, for local work. */
  readonly allowPrivate: boolean;
}

export const WEB_ADDRESS_LENGTH_MAX = 2048;

/** Names of the local machine or network (RFC 6761, 6762, 8375, ICANN's .internal). */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|home\.arpa|lan|intranet|corp|home)$/;

const PRIVILEGED_PORT_MAX = 1023;
const WEB_PORTS = new Set([80, 443]);
/** Ports above 1023 of the Fetch standard's block list: what speaks there could take a request for its own protocol. */
const REFUSED_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10_080,
]);

/**
 * Returns why we cannot send requests to a client's URL, as a sentence without a subject; null if we can. Checks only
 * the text; the resolved addresses are checked when connecting (outbound.ts).
 */
export function findAddressProblem(text: string, policy: AddressPolicy): Message | null {
  if (text.length > WEB_ADDRESS_LENGTH_MAX)
    return t('must have at most {max} characters', { max: WEB_ADDRESS_LENGTH_MAX });
  // The URL parser would silently drop line breaks and tabs, and turn look-alike letters into others.
  if (!/^[\u0021-\u007e]+$/.test(text))
    return t('must be written in ASCII without spaces; an international host name in its xn-- form');
  if (!URL.canParse(text)) return t('must be an http or https address');
  const url = new URL(text);
  return findSchemeProblem(url, text, policy) ?? findPortProblem(url) ?? findHostProblem(url, policy);
}

/** Removes the brackets of IPv6 and a trailing dot. */
export function plainHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function findSchemeProblem(url: URL, text: string, policy: AddressPolicy): Message | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return t('must be an http or https address');
  if (!/^https?:\/\/[^/\\]/i.test(text)) return t('must have two slashes before the host');
  if (url.protocol === 'http:' && policy.httpsOnly) return t('must be an https address');
  if (url.username !== '' || url.password !== '') return t('must not contain a user name or password');
  return null;
}

function findPortProblem(url: URL): Message | null {
  if (url.port === '') return null;
  const port = Number(url.port);
  const isRefused = REFUSED_PORTS.has(port) || (port <= PRIVILEGED_PORT_MAX && !WEB_PORTS.has(port));
  return isRefused ? t('must not have the port {port}', { port }) : null;
}

function findHostProblem(url: URL, policy: AddressPolicy): Message | null {
  if (policy.allowPrivate) return null;
  const host = plainHost(url);
  const isPublic = isIP(host) === 0 ? host.includes('.') && !LOCAL_NAMES.test(host) : isPublicAddress(host);
  return isPublic ? null : t('must be an address of the public internet');
}
