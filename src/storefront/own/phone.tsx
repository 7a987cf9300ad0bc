/** Confirms a phone number by a code that is sent to it. */
import type { Me } from '../../modules/auth/index.ts';
import { CodeField, Form, TextField } from './form.tsx';
import { accountPage } from './frames.tsx';
import { Confirmed } from '../ui/rating.tsx';
import { afterCall, ownPage, type OwnPage, text } from './own-page.ts';

const HERE = '/account/phone';
const PHONE_MAX = 40;

export const phonePages: readonly OwnPage[] = [
  ownPage({
    path: HERE,
    load: async (reading) => {
      const { reader, api, query } = reading;
      const { phone, phoneVerified } = await api.get<Me>('/auth/me');
      // The recipient of the code, which becomes the number of the account once it is confirmed.
      const recipient = query.get('to');
      return accountPage(
        reading,
        'phone.title',
        '/account',
        <>
          {phone !== null && phoneVerified && (
            <p>
              {phone} <Confirmed>{reader.text('account.verified')}</Confirmed>
            </p>
          )}
          {recipient === null ? (
            <>
              <p>{reader.text('phone.text')}</p>
              <Form reading={reading} action="ask" submit="phone.send">
                <TextField
                  name="phone"
                  type="tel"
                  label="field.phone"
                  hint="field.phone.hint"
                  value={phone !== null && !phoneVerified ? phone : ''}
                  autoComplete="tel"
                  problem="problem.phone"
                  maxLength={PHONE_MAX}
                  isRequired
                />
              </Form>
            </>
          ) : (
            <>
              <p>{reader.text('phone.sent', { phone: recipient })}</p>
              <Form reading={reading} action="confirm" submit="verify.button">
                <CodeField />
              </Form>
              <Form reading={reading} action="ask" submit="verify.resend" className="form quiet-form">
                <input type="hidden" name="phone" value={recipient} />
              </Form>
              <p>
                <a href={`/${reader.language}${HERE}`}>{reader.text('phone.other')}</a>
              </p>
            </>
          )}
        </>,
      );
    },
    actions: {
      ask: async (form, { api, reader }) => {
        const phone = text(form, 'phone');
        const query = new URLSearchParams({ to: phone.slice(0, PHONE_MAX) }).toString();
        return afterCall(
          await api.call('POST', '/account/phone', { body: { phone } }),
          `/${reader.language}${HERE}?${query}`,
          'done.codeSent',
        );
      },
      confirm: async (form, { api, reader }) =>
        afterCall(
          await api.call('POST', '/account/phone/confirm', { body: { code: text(form, 'code') } }),
          `/${reader.language}/account`,
          'done.phoneVerified',
        ),
    },
  }),
];
