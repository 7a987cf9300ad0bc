import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasValidForm, newApiKey, shownPrefix } from './api-key-form.ts';

const VECTOR = 'fw_test_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp';

describe('the form of an API key', () => {
  it('has the checksum of the published vector', () => {
    expect(hasValidForm(VECTOR, 'test')).toBe(true);
    expect(hasValidForm(VECTOR, 'live')).toBe(false);
    expect(createHash('sha256').update(VECTOR).digest('hex')).toBe(
      '5896f5f6de81718ac723ca69c97d8ff465123d94a8c95c44361b210d6aa1bf5e',
    );
  });

  it('holds for every new key, and breaks with any one character', () => {
    fc.assert(
      fc.property(fc.constantFrom('live', 'test'), fc.nat(35), fc.nat(60), (environment, at, shift) => {
        const key = newApiKey(environment);
        expect(key).toMatch(/^fw_(live|test)_[0-9A-Za-z]{36}$/);
        expect(hasValidForm(key, environment)).toBe(true);
        const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
        const place = 'fw_live_'.length + at;
        const other = alphabet.charAt((alphabet.indexOf(key.charAt(place)) + shift + 1) % alphabet.length);
        expect(hasValidForm(key.slice(0, place) + other + key.slice(place + 1), environment)).toBe(false);
      }),
    );
  });

  it('shows the beginning and the end only', () => {
    expect(shownPrefix(VECTOR)).toBe('fw_test_0123…Mbyp');
  });
});
