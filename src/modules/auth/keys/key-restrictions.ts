/** Restrictions of an account on requests with its API keys. */
import { isAddressAllowed, isWithin } from './address-list.ts';

export interface KeyRestrictions {
  readonly ip_restriction: boolean;
  readonly allowed_addresses: readonly string[];
  readonly require_signature: boolean;
}

/** How a request with an API key came. */
export interface KeyOrigin {
  readonly ip: string;
  readonly isSigned: boolean;
}

export function allowsAddress(restrictions: KeyRestrictions, ip: string): boolean {
  return !restrictions.ip_restriction || isAddressAllowed(ip, restrictions.allowed_addresses);
}

/** For connections that outlive their request, such as an event stream. */
export function allowsOrigin(restrictions: KeyRestrictions, { ip, isSigned }: KeyOrigin): boolean {
  return allowsAddress(restrictions, ip) && (isSigned || !restrictions.require_signature);
}

/** Whether any request would be accepted with `after` that is rejected with `before`. A list that is off restricts nothing. */
export function loosens(before: KeyRestrictions, after: KeyRestrictions): boolean {
  if (before.require_signature && !after.require_signature) return true;
  if (!before.ip_restriction) return false;
  return !after.ip_restriction || !isWithin(after.allowed_addresses, before.allowed_addresses);
}
