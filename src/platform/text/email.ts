import { domainToASCII } from 'node:url';

/**
 * The form in which addresses are stored and compared: NFC, with the domain as in the DNS (lower case, A-labels), so
 * that `ida@müller.example` and `ida@xn--mller-kva.example` are one account. The database folds the case of the local
 * part when it compares.
 */
export function canonicalEmail(email: string): string {
  const text = email.trim().normalize('NFC');
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  // An invalid domain stays as it is: no account has that address.
  return `${text.slice(0, at + 1)}${domainToASCII(domain) || domain}`;
}
