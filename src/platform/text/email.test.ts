import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalEmail } from './email.ts';

function inOwnScript(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + domainToUnicode(email.slice(at));
}

describe('the canonical form of an address', () => {
  it.each([
    ['ida@müller.example', 'ida@xn--mller-kva.example'],
    ['ida@MÜLLER.Example', 'ida@xn--mller-kva.example'],
    ['ida@mu\u0308ller.example', 'ida@xn--mller-kva.example'],
    ['Ida@XN--mller-kva.EXAMPLE', 'Ida@xn--mller-kva.example'],
    ['Jose\u0301@example.org', 'José@example.org'],
    [' a.b+c@example.org ', 'a.b+c@example.org'],
    ['not an address', 'not an address'],
    ['', ''],
  ])('%s is %s', (address, canonical) => {
    expect(canonicalEmail(address)).toBe(canonical);
  });

  it('is that of every other form of the address', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const canonical = canonicalEmail(email);
        for (const form of [canonical, inOwnScript(email), email.normalize('NFD'), ` ${email}`])
          expect(canonicalEmail(form)).toBe(canonical);
      }),
    );
  });
});
