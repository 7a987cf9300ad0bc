/** Contact options of a dealer: call, WhatsApp, callback, languages, opening hours. */
import type { ReactElement } from 'react';
import { WEEKDAYS } from '../../modules/companies/reach.ts';
import type { Reader } from '../texts/reader.ts';
import { Icon } from './icon.tsx';

type Periods = readonly { readonly from: string; readonly to: string }[];

/** Days without periods are closed. */
interface OpeningHours extends Readonly<Partial<Record<(typeof WEEKDAYS)[number], Periods>>> {
  readonly timeZone: string;
}

export interface Contact {
  readonly phone?: string | undefined;
  /** In E.164. */
  readonly whatsapp?: string | undefined;
  readonly languages?: readonly string[] | undefined;
  readonly openingHours?: OpeningHours | undefined;
}

/** @param message initial text, which the buyer can edit before sending it */
export function whatsappAddress(number: string, message: string): string {
  return `https://wa.me/${number.replaceAll(/\D/g, '')}?${new URLSearchParams({ text: message }).toString()}`;
}

export function CallLink({ phone, reader }: { phone: string; reader: Reader }): ReactElement {
  return (
    <a className="button" href={telephoneAddress(phone)}>
      <Icon name="phone" />
      {reader.text('listing.phone', { phone })}
    </a>
  );
}

/** Returns a `tel:` URL without the formatting with which dealers write phone numbers. */
export function telephoneAddress(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}

/** Buttons in a `doors` box: call, WhatsApp, call back. */
export function ContactLinks({
  contact: { phone, whatsapp },
  message,
  callBackAt,
  reader,
}: {
  contact: Contact;
  /** Initial text of the WhatsApp message. */
  message: string;
  /** URL of the page to request a callback. */
  callBackAt: string;
  reader: Reader;
}): ReactElement {
  return (
    <>
      {phone !== undefined && <CallLink phone={phone} reader={reader} />}
      {whatsapp !== undefined && (
        <a className="button" href={whatsappAddress(whatsapp, message)} rel="noopener noreferrer nofollow">
          <Icon name="brand-whatsapp" />
          WhatsApp
        </a>
      )}
      <a className="button" href={callBackAt} rel="nofollow">
        <Icon name="clock" />
        {reader.text('contact.callBack')}
      </a>
    </>
  );
}

export function SpokenLanguages({ contact: { languages = [] }, reader }: ContactProps): ReactElement | null {
  if (languages.length === 0) return null;
  return (
    <p className="row">
      <Icon name="language" small />
      <span className="unseen">{reader.text('contact.languages')}: </span>
      <span>{reader.list(languages.map((code) => reader.languageName(code)))}</span>
    </p>
  );
}

/** The opening hours. The page is cached, so a script marks today and says whether the dealer is open now. */
export function OpeningTimes({ contact: { openingHours }, reader }: ContactProps): ReactElement | null {
  if (openingHours === undefined) return null;
  return (
    <div className="hours" data-hours={openingHours.timeZone}>
      <p className="row">
        <Icon name="clock" small />
        <b>{reader.text('contact.hours')}</b>
        <span
          role="status"
          data-open={reader.text('contact.openNow')}
          data-closed={reader.text('contact.closedNow')}
        />
      </p>
      <table>
        <tbody>
          {WEEKDAYS.map((day, index) => {
            const periods = openingHours[day] ?? [];
            const texts = periods.map(({ from, to }) => `${from}–${to}`);
            return (
              <tr key={day} data-periods={texts.join(',')}>
                <th scope="row">{reader.weekday(index)}</th>
                <td>{texts.length === 0 ? reader.text('contact.closed') : texts.join(',\n')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="note">
        {reader.text('contact.zone', { zone: openingHours.timeZone.replaceAll('_', ' ') })}
      </p>
    </div>
  );
}

interface ContactProps {
  readonly contact: Contact;
  readonly reader: Reader;
}
