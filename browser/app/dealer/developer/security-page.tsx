import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type AccountSecurity, api } from '../../api.ts';
import { CheckField, Form, TextArea, textOf } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { Developer } from './developer.tsx';
import { OwnPassword, passwordOf } from './password.tsx';

const LIST_ROWS = 6;

export function SecurityPage(): ReactElement {
  const words = useWords();
  const query = useQuery({ queryKey: ['accountSecurity'], queryFn: () => api.accountSecurity.get() });
  return (
    <Developer title={words.text('desk.developer.security')} note={words.text('desk.security.intro')}>
      <Loaded query={query}>{(security) => <Restrictions security={security} />}</Loaded>
    </Developer>
  );
}

function Restrictions({ security }: { security: AccountSecurity }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const { ipRestriction, requireSignature } = security;
  const save = async (values: FormData): Promise<void> => {
    const password = passwordOf(values);
    const saved = await api.accountSecurity.update({
      ipRestriction: {
        enabled: values.get('enabled') !== null,
        addresses: (textOf(values, 'ipRestriction.addresses') ?? '').split(/[\s,;]+/).filter(Boolean),
      },
      requireSignature: values.get('requireSignature') !== null,
      ...(password === '' ? {} : { password }),
    });
    queries.setQueryData(['accountSecurity'], saved);
    say(words.text('desk.security.saved'));
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
