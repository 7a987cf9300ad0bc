import { expect, it } from 'vitest';
import { isVatIdForm, plainVatId } from './vat-id.ts';

it.each([
  'DE123456789',
  'de 123 456 789',
  'ATU12345678',
  'BE0123456789',
  'EL123456789',
  'ESX1234567X',
  'FRXX999999999',
  'IE1234567WA',
  'IE1A12345A',
  'NL123456789B01',
  'CHE-123.456.789 MWST',
  'GB123456789',
  'PL5261040828',
  'US12-3456789',
])('%s has the form of its country', (id) => {
  expect(isVatIdForm(id)).toBe(true);
});

it.each([
  'DE12345678',
  'DE1234567890',
  'AT12345678',
  'FR1234567890',
  'NL123456789',
  'PL526104082',
  'GB12345678',
])('%s has not', (id) => {
  expect(isVatIdForm(id)).toBe(false);
});

it('separators and small letters make no difference', () => {
  expect(plainVatId('che-123.456.789 mwst')).toBe('CHE123456789MWST');
});
