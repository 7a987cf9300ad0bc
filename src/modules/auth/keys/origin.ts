import type { Origin } from '../../../platform/audit/audit-log.ts';
import type { RequestContext } from '../../../platform/http/route.ts';

const USER_AGENT_MAX = 300;

/** What a session stores about the request that used it. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string | null;
}

export function clientOf(context: RequestContext): Client {
  return { ip: context.ip, userAgent: context.userAgent?.slice(0, USER_AGENT_MAX) ?? null };
}

export function originOf(context: RequestContext): Origin {
  return { ip: context.ip, requestId: context.requestId };
}
