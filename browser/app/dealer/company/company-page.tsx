import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId, useRef, useState } from 'react';
import { FILE_MEGABYTES_MAX, PORTRAIT_FILES } from '../../../../src/storefront/ui/file-rules.ts';
import { api, pathOf, type SellerProfile, type SellerProfileUpdateRequest } from '../../api.ts';
import { language } from '../../language.ts';
import { useMay } from '../../me.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { prepareFiles } from '../../ui/files.ts';
import { CheckField, Form, SelectField, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { COUNTRIES } from '../listings/countries.ts';

const KEY = ['company'] as const;

export function CompanyPage(): ReactElement {
  const words = useWords();
  const query = useQuery({ queryKey: KEY, queryFn: () => api.sellerProfile.get() });
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
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isAllowed = useMay('MANAGER');
  const [isRemoving, setRemoving] = useState(false);
  const onError = (error: unknown): void => say(problemText(error, words), { isProblem: true });
  const onSettled = (): Promise<void> => queries.invalidateQueries({ queryKey: KEY });
  const set = useMutation({
    mutationFn: async (file: File) => {
      const { ready, problems } = await prepareFiles([file], PORTRAIT_FILES, words);
      const [logo] = ready;
      if (logo === undefined) return problems[0];
      await api.sellerProfile.setLogo({ logo });
      return undefined;
    },
    onSuccess: (problem) =>
      problem === undefined ? say(words.text('desk.company.logo.saved')) : say(problem, { isProblem: true }),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => api.sellerProfile.removeLogo(),
    onSuccess: () => say(words.text('desk.company.logo.removed')),
    onError,
    onSettled,
  });
  return (
    <section className="panel stack" aria-labelledby={id}>
      <h2 id={id}>{words.text('desk.company.logo')}</h2>
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
            if (file !== undefined) set.mutate(file);
            // The same file again is a change, too.
            target.value = '';
          }}
        />
        <button
          type="button"
          className="quiet"
          disabled={!isAllowed}
          aria-busy={set.isPending}
          onClick={() => input.current?.click()}
        >
          {words.text('desk.company.logo.choose')}
        </button>
        {profile.logo !== null && (
          <button type="button" className="danger" disabled={!isAllowed} onClick={() => setRemoving(true)}>
            {words.text('desk.company.logo.remove')}
          </button>
        )}
      </div>
      <p className="note">
        {words.text('desk.files.which', { formats: PORTRAIT_FILES.formats, max: FILE_MEGABYTES_MAX })}
      </p>
      {isRemoving && (
        <Confirm
          title={words.text('desk.company.logo.remove.title')}
          text={words.text('desk.company.logo.remove.text')}
          action={words.text('desk.company.logo.remove')}
          onConfirm={() => remove.mutate()}
          onClose={() => setRemoving(false)}
        />
      )}
    </section>
  );
}

function Trust({ profile }: { profile: SellerProfile }): ReactElement {
  const words = useWords();
  const { verified, trustScore, trust } = profile;
  return (
    <section className="panel stack" aria-labelledby="trust">
      <h2 id="trust">{words.text('desk.company.trust', { score: words.number(trustScore) })}</h2>
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
    </section>
  );
}

const TEXTS = [
  'about',
  'phone',
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
  const queries = useQueryClient();
  const isAllowed = useMay('MANAGER');
  const save = async (values: FormData): Promise<void> => {
    const texts = Object.fromEntries(TEXTS.map((name) => [name, textOf(values, name) ?? null]));
    const saved = await api.sellerProfile.update({
      ...texts,
      companyName: textOf(values, 'companyName') ?? '',
      certified: values.get('certified') !== null,
      defaultPriceBasis: textOf(values, 'defaultPriceBasis') === 'net' ? 'net' : 'gross',
      country: (textOf(values, 'country') ?? null) as SellerProfileUpdateRequest['country'],
    });
    queries.setQueryData(KEY, saved);
    void queries.invalidateQueries({ queryKey: ['session'] });
    say(words.text('desk.saved'));
  };
  const countries = profile.country === null ? COUNTRIES : [...new Set([...COUNTRIES, profile.country])];
  return (
    <section className="panel stack" aria-labelledby="profile">
      <h2 id="profile">{words.text('desk.company.profile')}</h2>
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
              options={(['net', 'gross'] as const).map((value) => ({
                value,
                label: words.text(`desk.company.basis.${value}`),
              }))}
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
              options={countries
                .map((code) => ({ value: code, label: words.country(code) }))
                .toSorted((a, b) => a.label.localeCompare(b.label, words.language))}
            />
            <TextField
              name="street"
              label={words.text('desk.company.street')}
              defaultValue={profile.street ?? ''}
            />
            <TextField
              name="region"
              label={words.text('desk.company.region')}
              defaultValue={profile.region ?? ''}
            />
            <TextField
              name="city"
              label={words.text('desk.company.city')}
              defaultValue={profile.city ?? ''}
            />
            <TextField
              name="postalCode"
              label={words.text('desk.company.postalCode')}
              defaultValue={profile.postalCode ?? ''}
            />
            <TextField
              name="tradeRegister"
              label={words.text('desk.company.tradeRegister')}
              hint={words.text('desk.company.tradeRegister.hint')}
              defaultValue={profile.tradeRegister ?? ''}
            />
          </div>
          <CheckField
            name="certified"
            label={words.text('desk.company.certified')}
            defaultChecked={profile.certified}
          />
        </Form>
      </fieldset>
    </section>
  );
}
