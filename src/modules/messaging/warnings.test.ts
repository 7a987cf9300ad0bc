import { describe, expect, it } from 'vitest';
import { findWarning } from './message-writer.ts';

describe('a message', () => {
  it.each([
    'Is the truck still available?',
    'MAN TGX 18.510 4x2, 420.000 km, 45.900 EUR net, first registration 03/2020',
    'Tyres 315/70 R22.5, next inspection 11.2026. Can we meet on 14.05.2026 at 10:30?',
    'We can pay by bank transfer when we collect the vehicle.',
    'Der Wagen ist noch da. Besichtigung ab 8 Uhr.',
    'OM 471 LA, 12.8 l, 390 kW',
  ])('goes without a warning: %s', (text) => {
    expect(findWarning(text)).toBeNull();
  });

  it.each([
    'Write to me at jan.kowalski@example.com',
    'Call me: +49 40 1234567',
    'Contact me on WhatsApp please',
    'see https://trucks.example.org/offer',
    'Ｗｈａｔｓａｐｐ me',
  ])('carries contact data: %s', (text) => {
    expect(findWarning(text)).toBe('contact_data');
  });

  it.each([
    'Send the deposit by Western Union',
    'Please pay 2000 EUR in advance to reserve it',
    'Bitte überweisen Sie die Anzahlung vorab',
    'I only accept bitcoin',
    'We use an escrow service, the transport company will hold the money',
    'My account: DE89 3704 0044 0532 0130 00',
    'Nur gegen Vorkasse, dann +49 40 1234567 anrufen',
  ])('speaks of risky payment: %s', (text) => {
    expect(findWarning(text)).toBe('payment_risk');
  });

  it.each(['pay ', 'DE89 3704 ', 'transfer.', 'a@', 'reserv'])('floods of %j come to an end', (piece) => {
    expect([null, 'payment_risk', 'contact_data']).toContain(
      findWarning(piece.repeat(Math.ceil(100_000 / piece.length))),
    );
  });
});
