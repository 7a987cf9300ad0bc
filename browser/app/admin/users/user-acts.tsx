/** What can be done to an account. What cannot be taken back is confirmed by typing its address. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { FieldError, Form, SelectField, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Popover } from '../../ui/popover.tsx';
import { say } from '../../ui/toasts.tsx';
import { useGo } from '../../url-state.ts';
import { type DeskText, useWords } from '../../words.ts';
import { admin, type AdminUser, type AdminUsersMakeSellerRequest } from '../api.ts';
import { useAct } from '../parts.tsx';
import { ACCOUNT_REASONS } from '../review/reasons.tsx';
import { ViewAs } from './looking-closer.tsx';
import { startOfDay } from '../../ui/days.ts';

const STALE = ['users', 'audit', 'overview', 'review', 'admin-listings'];
type Asking =
  | 'verify'
  | 'reinstate'
  | 'signOut'
  | 'suspend'
  | 'erase'
  | 'role'
  | 'makeSeller'
  | 'plan'
  | 'unverify'
  | 'view'
  | 'export'
  | null;

export function UserActs({ user, onExport }: { user: AdminUser; onExport: () => void }): ReactElement | null {
  const words = useWords();
  const [asking, setAsking] = useState<Asking>(null);
  const { status, seller, role } = user;
  const close = (): void => setAsking(null);
  if (status === 'erased') return null;
  const item = (text: DeskText, onClick: () => void, isBad = false): ReactElement => (
    <li>
      <button type="button" className={isBad ? 'menu-item bad' : 'menu-item'} onClick={onClick}>
        {words.text(text)}
      </button>
    </li>
  );
  return (
    <>
      {seller !== null && !seller.verified && (
        <button type="button" onClick={() => setAsking('verify')}>
          {words.text('desk.users.verify')}
        </button>
      )}
      {status === 'suspended' ? (
        <button type="button" onClick={() => setAsking('reinstate')}>
          {words.text('desk.users.reinstate')}
        </button>
      ) : (
        <button type="button" className="danger" onClick={() => setAsking('suspend')}>
          {words.text('desk.users.suspend')}
        </button>
      )}
      <Popover label={words.text('desk.nav.more')} className="quiet" button={words.text('desk.nav.more')}>
        <ul className="menu">
          {status === 'active' && role !== 'ADMIN' && item('desk.users.view', () => setAsking('view'))}
          {item('desk.users.export', () => setAsking('export'))}
          {item('desk.users.signOut', () => setAsking('signOut'))}
          {seller === null && item('desk.users.changeRole', () => setAsking('role'))}
          {role === 'BUYER' && item('desk.users.makeSeller', () => setAsking('makeSeller'))}
          {seller !== null && item('desk.users.plan.give', () => setAsking('plan'))}
          {seller?.verified === true && item('desk.users.unverify', () => setAsking('unverify'))}
          {item('desk.users.erase', () => setAsking('erase'), true)}
        </ul>
      </Popover>
      <Asked asking={asking} user={user} onExport={onExport} onClose={close} />
    </>
  );
}

function Asked({
  asking,
  user,
  onExport,
  onClose: close,
}: ActProps & { asking: Asking; onExport: () => void }): ReactElement {
  const words = useWords();
  const act = useAct();
  const go = useGo();
  const { id, name, email, seller } = user;
  const run = (call: () => Promise<unknown>): Promise<boolean> =>
    act(call, { stale: STALE, done: words.text('desk.saved') });
  return (
    <>
      {asking === 'verify' && (
        <Confirm
          title={words.text('desk.users.verify')}
          text={words.text('desk.users.verify.text', { name: seller?.companyName ?? name })}
          action={words.text('desk.users.verify')}
          onConfirm={() => void run(() => admin.users.verifySeller(id, { verified: true }))}
          onClose={close}
        />
      )}
      {asking === 'reinstate' && (
        <Confirm
          title={words.text('desk.users.reinstate')}
          text={words.text('desk.users.reinstate.text', { name })}
          action={words.text('desk.users.reinstate')}
          onConfirm={() => void run(() => admin.users.reinstate(id))}
          onClose={close}
        />
      )}
      {asking === 'signOut' && (
        <Confirm
          title={words.text('desk.users.signOut')}
          text={words.text('desk.users.signOut.text', { name })}
          action={words.text('desk.users.signOut')}
          onConfirm={() =>
            void act(
              async () => {
                const { ended } = await admin.users.signOut(id);
                say(words.count('desk.users.signedOut', ended));
              },
              { stale: STALE },
            )
          }
          onClose={close}
        />
      )}
      {asking === 'suspend' && <Suspend user={user} onClose={close} />}
      {asking === 'role' && <ChangeRole user={user} onClose={close} />}
      {asking === 'makeSeller' && <MakeSeller user={user} onClose={close} />}
      {asking === 'plan' && <GivePlan user={user} onClose={close} />}
      {asking === 'view' && <ViewAs user={user} onClose={close} />}
      {asking === 'export' && (
        <Confirm
          title={words.text('desk.users.export')}
          text={words.text('desk.users.export.text')}
          action={words.text('desk.users.export.go')}
          onConfirm={() =>
            void act(() => admin.users.orderExport(id), { stale: ['account-export', 'audit'] }).then(
              (isDone) => {
                if (isDone) onExport();
              },
            )
          }
          onClose={close}
        />
      )}
      {asking === 'unverify' && (
        <Confirm
          title={words.text('desk.users.unverify')}
          text={seller?.companyName ?? ''}
          action={words.text('desk.users.unverify')}
          onConfirm={() => void run(() => admin.users.verifySeller(id, { verified: false }))}
          onClose={close}
        />
      )}
      {asking === 'erase' && (
        <Confirm
          title={words.text('desk.users.erase')}
          text={words.text('desk.users.erase.text')}
          action={words.text('desk.users.erase')}
          word={email}
          onConfirm={() =>
            void run(() => admin.users.erase(id)).then((isDone) => {
              if (isDone) go('/admin/users');
            })
          }
          onClose={close}
        />
      )}
    </>
  );
}

function useDone(onClose: () => void): (text?: string) => void {
  const words = useWords();
  const queries = useQueryClient();
  return (text = words.text('desk.saved')) => {
    onClose();
    say(text);
    for (const name of STALE) void queries.invalidateQueries({ queryKey: [name] });
  };
}

interface ActProps {
  readonly user: AdminUser;
  readonly onClose: () => void;
}

function Suspend({ user: { id, email }, onClose }: ActProps): ReactElement {
  const words = useWords();
  const done = useDone(onClose);
  const [typed, setTyped] = useState('');
  return (
    <Dialog title={words.text('desk.users.suspend')} onClose={onClose}>
      <p>{words.text('desk.users.suspend.text')}</p>
      <Form
        submit={words.text('desk.users.suspend')}
        onSubmit={async (values) => {
          if (typed !== email) throw new FieldError('word', words.text('desk.users.suspend.mismatch'));
          const until = textOf(values, 'until');
          await admin.users.suspend(id, {
            code: textOf(values, 'code') ?? 'other',
            reason: textOf(values, 'reason') ?? '',
            ...(until === undefined ? {} : { until: startOfDay(until) }),
          });
          done();
        }}
      >
        <SelectField
          name="code"
          label={words.text('desk.reason')}
          options={ACCOUNT_REASONS.map((value) => ({
            value,
            label: words.text(`desk.reason.${value}` as DeskText),
          }))}
        />
        <TextArea
          name="reason"
          label={words.text('desk.reason.text')}
          hint={words.text('desk.reason.hint')}
          rows={4}
          maxLength={1000}
          required
        />
        <TextField
          name="until"
          type="date"
          label={words.text('desk.users.suspend.until')}
          hint={words.text('desk.users.suspend.until.hint')}
        />
        <TextField
          name="word"
          label={words.text('desk.users.suspend.type', { word: email })}
          value={typed}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </Form>
    </Dialog>
  );
}

function ChangeRole({ user, onClose }: ActProps): ReactElement {
  const words = useWords();
  const done = useDone(onClose);
  return (
    <Dialog title={words.text('desk.users.changeRole')} onClose={onClose}>
      <p>{words.text('desk.users.changeRole.text')}</p>
      <Form
        submit={words.text('desk.users.changeRole')}
        onSubmit={async (values) => {
          await admin.users.update(user.id, { role: textOf(values, 'role') === 'ADMIN' ? 'ADMIN' : 'BUYER' });
          done();
        }}
      >
        <SelectField
          name="role"
          label={words.text('desk.users.role')}
          defaultValue={user.role}
          options={(['BUYER', 'ADMIN'] as const).map((value) => ({
            value,
            label: words.text(`desk.users.role.${value}`),
          }))}
        />
      </Form>
    </Dialog>
  );
}

function MakeSeller({ user, onClose }: ActProps): ReactElement {
  const words = useWords();
  const done = useDone(onClose);
  return (
    <Dialog title={words.text('desk.users.makeSeller')} onClose={onClose}>
      <Form
        submit={words.text('desk.users.makeSeller')}
        onSubmit={async (values) => {
          await admin.users.makeSeller(user.id, {
            companyName: textOf(values, 'companyName') ?? '',
            country: (
              textOf(values, 'country') ?? ''
            ).toUpperCase() as AdminUsersMakeSellerRequest['country'],
          });
          done();
        }}
      >
        <TextField name="companyName" label={words.text('desk.users.companyName')} required />
        <TextField
          name="country"
          label={words.text('desk.users.country')}
          defaultValue={user.country ?? ''}
          maxLength={2}
          required
        />
      </Form>
    </Dialog>
  );
}

function GivePlan({ user, onClose }: ActProps): ReactElement {
  const words = useWords();
  const done = useDone(onClose);
  const plans = useQuery({ queryKey: ['plans'], queryFn: () => admin.plans.list() });
  return (
    <Dialog title={words.text('desk.users.plan.give')} onClose={onClose}>
      <Form
        submit={words.text('desk.save')}
        onSubmit={async (values) => {
          await admin.users.grantPlan(user.id, { planId: textOf(values, 'planId') ?? '' });
          done(words.text('desk.users.plan.given'));
        }}
      >
        <SelectField
          name="planId"
          label={words.text('desk.users.plan')}
          options={(plans.data?.plans ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form>
    </Dialog>
  );
}
