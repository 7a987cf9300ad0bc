import { findForbiddenText } from '../listings/index.ts';
import type { MessageWarning } from './sides.ts';

/**
 * What a reader is warned of. Messages are never held back for it: most people who write a phone number mean well, but
 * advance payment and escrow services nobody knows are how buyers of vehicles lose their money.
 *
 * All expressions are linear: alternatives of plain words, at most one bounded gap.
 */
const PAYMENT_RISKS: readonly RegExp[] = [
  /\b(?:western ?union|money ?gram|ria money|paysafe(?:card)?|gift ?cards?|geschenkkarten?|gutscheinkarten?)\b/i,
  /\b(?:bitcoins?|btc|usdt|ethereum|krypto(?:w(?:ä|ae)hrung)?|crypto(?:currency)?)\b/i,
  /\b(?:escrow|treuhand(?:service|dienst|konto)?|transport (?:company|agent) (?:will|holds?|keeps?))\b/i,
  /\b(?:pay|payment|deposit|transfer|wire|zahlung|anzahlung|(?:ü|ue)berweis\w{0,6}|reserv\w{0,8})\b.{0,60}\b(?:in advance|upfront|up front|abroad|before (?:viewing|inspection|delivery)|vorab|im voraus|vorkasse|ausland|vor (?:der )?besichtigung)\b/i,
  /\b(?:advance payment|prepayment|vorauszahlung|vorkasse)\b/i,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/,
];

const MESSENGERS = /\b(?:whats ?app|telegram|viber|signal me|wechat|skype)\b/i;

export function findWarning(text: string): MessageWarning | null {
  // Letters that look alike but are others would slip through.
  const plain = text.normalize('NFKC');
  if (PAYMENT_RISKS.some((pattern) => pattern.test(plain))) return 'payment_risk';
  const hasContactData = findForbiddenText(plain).some(
    ({ kind }) => kind !== 'markup' && kind !== 'unstorable',
  );
  return hasContactData || MESSENGERS.test(plain) ? 'contact_data' : null;
}
