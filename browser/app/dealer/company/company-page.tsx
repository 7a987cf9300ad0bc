import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useRef, useState } from 'react';
import { FILE_MEGABYTES_MAX, PORTRAIT_FILES } from '../../../../src/storefront/ui/file-rules.ts';
import { useAction } from '../../action.ts';
import { api, pathOf, type SellerProfile, type SellerProfileUpdateRequest } from '../../api.ts';
import { language } from '../../language.ts';
import { useGuard, useHasRole } from '../../me.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { prepareFiles } from '../../ui/files.ts';
import { CheckField, Form, SelectField, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { HoursFields, LanguageFields, reachOf } from './reach-fields.tsx';
import { COUNTRIES, countryOptions } from '../listings/countries.ts';

export function CompanyPage(): ReactElement {
  const words = useWords();
  const query = useQuery(read('sellerProfile.get'));
  return (
    <Page
      title={words.text('desk.nav.company')}
      actions={
        query.data !== undefined && (
          <a className="button quiet" href={`/${language}/dealer/${query.data.slug}`}>
            {words.text('desk.company.show')}
          </a>
        )
      }
    >
      <Loaded query={query}>
        {(profile) => (
          <div className="stack">
            <div className="halves">
              <Logo profile={profile} />
              <Trust profile={profile} />
            </div>
            <Profile profile={profile} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Logo({ profile }: { profile: SellerProfile }): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const input = useRef<HTMLInputElement>(null);
  const { disabled } = useGuard('MANAGER');
  const [isPreparing, setPreparing] = useState(false);
  const set = async (file: File): Promise<void> => {
    setPreparing(true);
    const { ready, problems } = await prepareFiles([file], PORTRAIT_FILES, words);
    const [logo] = ready;
    const [problem = ''] = problems;
    if (logo === undefined) notify(problem, { isProblem: true });
    else
      await act(() => api.sellerProfile.setLogo({ logo }), { done: words.text('desk.company.logo.saved') });
    setPreparing(false);
  };
  const remove = (): void =>
    confirmFirst({
      title: words.text('desk.company.logo.remove.title'),
      text: words.text('desk.company.logo.remove.text'),
      action: words.text('desk.company.logo.remove'),
      onConfirm: () =>
        act(() => api.sellerProfile.removeLogo(), { done: words.text('desk.company.logo.removed') }),
    });
  return (
    <Section title={words.text('desk.company.logo')}>
      {profile.logo !== null && (
        <img className="company-logo" src={pathOf(profile.logo)} alt={words.text('desk.company.logo')} />
      )}
      <div className="row">
        <input
          ref={input}
          type="file"
          accept={PORTRAIT_FILES.types.join(',')}
          className="unseen"
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void set(file);
            // Allows to choose the same file again.
            target.value = '';
          }}
        />
        <Button
          text="desk.company.logo.choose"
          className="quiet"
          disabled={disabled}
          aria-busy={isPreparing}
          onClick={() => input.current?.click()}
        />
        {profile.logo !== null && (
          <Button text="desk.company.logo.remove" className="danger" disabled={disabled} onClick={remove} />
        )}
      </div>
      <p className="note">
        {words.text('desk.files.which', { formats: PORTRAIT_FILES.formats, max: FILE_MEGABYTES_MAX })}
      </p>
    </Section>
  );
}

function Trust({ profile }: { profile: SellerProfile }): ReactElement {
  const words = useWords();
  const { verified, trustScore, trust } = profile;
  return (
    <Section title={words.text('desk.company.trust', { score: words.number(trustScore) })}>
      <span className={verified ? 'state is-good' : 'state is-busy'}>
        {words.text(verified ? 'desk.company.verified' : 'desk.company.unverified')}
      </span>
      <dl className="limits">
        {trust.parts.map(({ part, points, max }) => (
          <div key={part}>
            <dt>{words.text(`desk.trust.${part}`)}</dt>
            <dd className="number">
              {words.text('desk.company.trust.part', {
                points: words.number(points),
                max: words.number(max).replace('-', '−'),
              })}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const TEXTS = [
  'about',
  'phone',
  'whatsapp',
  'email',
  'website',
  'vatId',
  'street',
  'tradeRegister',
  'region',
  'city',
  'postalCode',
] as const;

function Profile({ profile }: { profile: SellerProfile }): ReactElement {
  const words = useWords();
  const isAllowed = useHasRole('MANAGER');
  const save = async (values: FormData): Promise<void> => {
    const texts = Object.fromEntries(TEXTS.map((name) => [name, textOf(values, name) ?? null]));
    await api.sellerProfile.update({
      ...texts,
      ...reachOf(values, words),
      companyName: textOf(values, 'companyName') ?? '',
      certified: values.get('certified') !== null,
      defaultPriceBasis: textOf(values, 'defaultPriceBasis') === 'net' ? 'net' : 'gross',
      country: (textOf(values, 'country') ?? null) as SellerProfileUpdateRequest['country'],
    });
    notify(words.text('desk.saved'));
  };
  const countries = profile.country === null ? COUNTRIES : [...new Set([...COUNTRIES, profile.country])];
  return (
    <Section title={words.text('desk.company.profile')}>
      {!isAllowed && (
        <p className="note">{words.text('desk.role.least', { role: words.text('desk.role.MANAGER') })}</p>
      )}
      <fieldset disabled={!isAllowed}>
        <Form onSubmit={save} submit={words.text('desk.save')}>
          <div className="fields">
            <TextField
              name="companyName"
              label={words.text('desk.company.name')}
              hint={words.text('desk.company.name.hint')}
              defaultValue={profile.companyName}
              maxLength={100}
              required
            />
            <TextField
              name="vatId"
              label={words.text('desk.company.vatId')}
              defaultValue={profile.vatId ?? ''}
            />
            <SelectField
              name="defaultPriceBasis"
              label={words.text('desk.company.basis')}
              hint={words.text('desk.company.basis.hint')}
              options={words.options('desk.company.basis', ['net', 'gross'])}
              defaultValue={profile.defaultPriceBasis}
            />
            <TextField
              name="phone"
              type="tel"
              label={words.text('desk.company.phone')}
              hint={words.text('desk.company.phone.hint')}
              defaultValue={profile.phone ?? ''}
            />
            <TextField
              name="whatsapp"
              type="tel"
              label={words.text('desk.company.whatsapp')}
              hint={words.text('desk.company.whatsapp.hint')}
              defaultValue={profile.whatsapp ?? ''}
            />
            <TextField
              name="email"
              type="email"
              label={words.text('desk.company.email')}
              defaultValue={profile.email ?? ''}
            />
            <TextField
              name="website"
              type="url"
              label={words.text('desk.company.website')}
              placeholder="https://"
              defaultValue={profile.website ?? ''}
            />
            <TextArea
              name="about"
              label={words.text('desk.company.about')}
              hint={words.text('desk.company.about.hint')}
              rows={5}
              defaultValue={profile.about ?? ''}
            />
            <SelectField
              name="country"
              label={words.text('desk.company.country')}
              none=""
              defaultValue={profile.country ?? ''}
              options={countryOptions(countries, words)}
            />
            {(['street', 'region', 'city', 'postalCode'] as const).map((name) => (
              <TextField
                key={name}
                name={name}
                label={words.text(`desk.company.${name}`)}
                defaultValue={profile[name] ?? ''}
              />
            ))}
            <TextField
              name="tradeRegister"
              label={words.text('desk.company.tradeRegister')}
              hint={words.text('desk.company.tradeRegister.hint')}
              defaultValue={profile.tradeRegister ?? ''}
            />
          </div>
          <LanguageFields profile={profile} />
          <HoursFields profile={profile} />
          <CheckField
            name="certified"
            label={words.text('desk.company.certified')}
            defaultChecked={profile.certified}
          />
        </Form>
      </fieldset>
    </Section>
  );
}
