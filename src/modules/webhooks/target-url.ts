import { findAddressProblem, plainHost } from '../../platform/net/web-address.ts';
import { type Message, t } from '../../platform/errors/sentence.ts';

export interface TargetPolicy {
  /** https only. */
  readonly production: boolean;
  readonly allowPrivate: boolean;
  /** Public address of this instance, which is rejected because it would cause a loop. */
  readonly baseUrl: string;
  /** The sandbox has its own receivers, so there our own address is allowed. */
  readonly isSandbox: boolean;
}

const INBOX_PATH = /^\/(?:api\/v1|api|v1)\/sandbox\/webhook-inbox\/[^/]+$/;

/** Returns why a URL cannot be the target of a webhook, as a sentence without subject; null if it can. */
export function findTargetProblem(text: string, policy: TargetPolicy): Message | null {
  const { production: httpsOnly, allowPrivate } = policy;
  return findAddressProblem(text, { httpsOnly, allowPrivate }) ?? findLoop(new URL(text), policy);
}

function findLoop(url: URL, policy: TargetPolicy): Message | null {
  const ownUrl = new URL(policy.baseUrl);
  if (endpointOf(url) !== endpointOf(ownUrl)) return null;
  if (policy.isSandbox && INBOX_PATH.test(url.pathname)) return null;
  return t('must not be an address of this service');
}

function endpointOf(url: URL): string {
  const host = plainHost(url);
  const isOwnMachine =
    host === 'localhost' || host === '::1' || host === '0.0.0.0' || host.startsWith('127.');
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return `${isOwnMachine ? 'localhost' : host}:${port}`;
}
