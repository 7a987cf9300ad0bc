import type { ReactElement } from 'react';
import { type AccountSecurity, api } from '../../api.ts';
import { read } from '../../query.ts';
import { CheckField, Form, TextArea, textOf } from '../../ui/form.tsx';
import { Load } from '../../ui/section.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { Developer, OwnPassword, passwordOf } from './developer.tsx';

const LIST_ROWS = 6;

export function SecurityPage(): ReactElement {
  const words = useWords();
  return (
    <Developer title={words.text('desk.developer.security')} note={words.text('desk.security.intro')}>
      <Load query={read('accountSecurity.get')}>{(security) => <Restrictions security={security} />}</Load>
    </Developer>
  );
}

function Restrictions({ security }: { security: AccountSecurity }): ReactElement {
  const words = useWords();
  const { ipRestriction, requireSignature } = security;
  const save = async (values: FormData): Promise<void> => {
    const password = passwordOf(values);
    await api.accountSecurity.update({
      ipRestriction: {
        enabled: values.get('enabled') !== null,
        addresses: (textOf(values, 'ipRestriction.addresses') ?? '').split(/[\s,;]+/).filter(Boolean),
      },
      requireSignature: values.get('requireSignature') !== null,
      password: password === '' ? undefined : password,
    });
    notify(words.text('desk.security.saved'));
  };
  return (
    <div className="panel narrow">
      <Form onSubmit={save} submit={words.text('desk.save')}>
        <CheckField
          name="enabled"
          label={words.text('desk.security.addresses')}
          defaultChecked={ipRestriction.enabled}
        />
        <TextArea
          name="ipRestriction.addresses"
          label={words.text('desk.security.list')}
          hint={words.text('desk.security.addresses.hint')}
          rows={LIST_ROWS}
          defaultValue={ipRestriction.addresses.join('\n')}
          spellCheck={false}
        />
        <CheckField
          name="requireSignature"
          label={words.text('desk.security.signature')}
          defaultChecked={requireSignature}
        />
        <p className="note">{words.text('desk.security.signature.hint')}</p>
        {(ipRestriction.enabled || requireSignature) && (
          <OwnPassword hint={words.text('desk.security.password.hint')} />
        )}
      </Form>
    </div>
  );
}
