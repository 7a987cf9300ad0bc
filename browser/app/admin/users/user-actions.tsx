/** Actions on an account. Typing its email address confirms what cannot be undone. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useAction } from '../../action.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { startOfDay } from '../../ui/days.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FieldError, SelectField, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useGo } from '../../url-state.ts';
import { type DeskText, useWords } from '../../words.ts';
import { admin, adminRead, type AdminUser, type AdminUsersMakeSellerRequest } from '../api.ts';
import { ACCOUNT_REASONS } from '../review/reasons.tsx';
import { ViewAs } from './user-tools.tsx';

export function UserActions({
  user,
  onExport,
}: {
  user: AdminUser;
  onExport: () => void;
}): ReactElement | null {
  const words = useWords();
  const [act] = useAction();
  const go = useGo();
  const [open, setOpen] = useState<'suspend' | 'role' | 'makeSeller' | 'plan' | 'view' | null>(null);
  const { id, status, seller, role, name, email } = user;
  const close = (): void => setOpen(null);
  const done = words.text('desk.saved');
  const company = seller?.companyName ?? '';
  if (status === 'erased') return null;
  const setVerified = (verified: boolean, title: 'desk.users.verify' | 'desk.users.unverify'): void =>
    confirmFirst({
      title: words.text(title),
      text: verified ? words.text('desk.users.verify.text', { name: company }) : company,
      onConfirm: () => act(() => admin.users.verifySeller(id, { verified }), { done }),
    });
  const item = (text: DeskText, onClick: () => void, isBad = false): ReactElement => (
    <li>
      <Button text={text} className={isBad ? 'menu-item bad' : 'menu-item'} onClick={onClick} />
    </li>
  );
  const exportData = (): void =>
    confirmFirst({
      title: words.text('desk.users.export'),
      text: words.text('desk.users.export.text'),
      action: words.text('desk.users.export.go'),
      onConfirm: () => act(() => admin.users.orderExport(id), { next: onExport }),
    });
  const signOut = (): void =>
    confirmFirst({
      title: words.text('desk.users.signOut'),
      text: words.text('desk.users.signOut.text', { name }),
      onConfirm: () =>
        act(() => admin.users.signOut(id), {
          done: ({ ended }) => words.count('desk.users.signedOut', ended),
        }),
    });
  const reinstate = (): void =>
    confirmFirst({
      title: words.text('desk.users.reinstate'),
      text: words.text('desk.users.reinstate.text', { name }),
      onConfirm: () => act(() => admin.users.reinstate(id), { done }),
    });
  const erase = (): void =>
    confirmFirst({
      title: words.text('desk.users.erase'),
      text: words.text('desk.users.erase.text'),
      word: email,
      onConfirm: () => act(() => admin.users.erase(id), { done, next: () => go('/admin/users') }),
    });
  return (
    <>
      {seller !== null && !seller.verified && (
        <Button text="desk.users.verify" onClick={() => setVerified(true, 'desk.users.verify')} />
      )}
      {status === 'suspended' ? (
        <Button text="desk.users.reinstate" onClick={reinstate} />
      ) : (
        <Button text="desk.users.suspend" className="danger" onClick={() => setOpen('suspend')} />
      )}
      <Popover label={words.text('desk.nav.more')} className="quiet" button={words.text('desk.nav.more')}>
        <ul className="menu">
          {status === 'active' && role !== 'ADMIN' && item('desk.users.view', () => setOpen('view'))}
          {item('desk.users.export', exportData)}
          {item('desk.users.signOut', signOut)}
          {seller === null && item('desk.users.changeRole', () => setOpen('role'))}
          {role === 'BUYER' && item('desk.users.makeSeller', () => setOpen('makeSeller'))}
          {seller !== null && item('desk.users.plan.give', () => setOpen('plan'))}
          {seller?.verified === true &&
            item('desk.users.unverify', () => setVerified(false, 'desk.users.unverify'))}
          {item('desk.users.erase', erase, true)}
        </ul>
      </Popover>
      {open === 'suspend' && <Suspend user={user} onClose={close} />}
      {open === 'role' && <ChangeRole user={user} onClose={close} />}
      {open === 'makeSeller' && <MakeSeller user={user} onClose={close} />}
      {open === 'plan' && <GivePlan user={user} onClose={close} />}
      {open === 'view' && <ViewAs user={user} onClose={close} />}
    </>
  );
}

interface ActProps {
  readonly user: AdminUser;
  readonly onClose: () => void;
}

function Suspend({ user: { id, email }, onClose }: ActProps): ReactElement {
  const words = useWords();
  const suspend = async (values: FormData): Promise<void> => {
    if (textOf(values, 'word') !== email)
      throw new FieldError('word', words.text('desk.users.suspend.mismatch'));
    const until = textOf(values, 'until');
    await admin.users.suspend(id, {
      code: textOf(values, 'code') ?? 'other',
      reason: textOf(values, 'reason') ?? '',
      until: until === undefined ? undefined : startOfDay(until),
    });
  };
  return (
    <FormDialog
      title={words.text('desk.users.suspend')}
      intro={words.text('desk.users.suspend.text')}
      done={words.text('desk.saved')}
      onSubmit={suspend}
      onClose={onClose}
    >
      <SelectField
        name="code"
        label={words.text('desk.reason')}
        options={words.options('desk.reason', ACCOUNT_REASONS)}
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
        autoComplete="off"
      />
    </FormDialog>
  );
}

function ChangeRole({ user, onClose }: ActProps): ReactElement {
  const words = useWords();
  return (
    <FormDialog
      title={words.text('desk.users.changeRole')}
      intro={words.text('desk.users.changeRole.text')}
      done={words.text('desk.saved')}
      onSubmit={(values) =>
        admin.users.update(user.id, { role: textOf(values, 'role') === 'ADMIN' ? 'ADMIN' : 'BUYER' })
      }
      onClose={onClose}
    >
      <SelectField
        name="role"
        label={words.text('desk.users.role')}
        defaultValue={user.role}
        options={words.options('desk.users.role', ['BUYER', 'ADMIN'])}
      />
    </FormDialog>
  );
}

function MakeSeller({ user, onClose }: ActProps): ReactElement {
  const words = useWords();
  const makeSeller = (values: FormData): Promise<unknown> => {
    const country = (textOf(values, 'country') ?? '').toUpperCase();
    return admin.users.makeSeller(user.id, {
      companyName: textOf(values, 'companyName') ?? '',
      country: country as AdminUsersMakeSellerRequest['country'],
    });
  };
  return (
    <FormDialog
      title={words.text('desk.users.makeSeller')}
      done={words.text('desk.saved')}
      onSubmit={makeSeller}
      onClose={onClose}
    >
      <TextField name="companyName" label={words.text('desk.users.companyName')} required />
      <TextField
        name="country"
        label={words.text('desk.users.country')}
        defaultValue={user.country ?? ''}
        maxLength={2}
        required
      />
    </FormDialog>
  );
}

function GivePlan({ user, onClose }: ActProps): ReactElement {
  const words = useWords();
  const plans = useQuery(adminRead('plans.list'));
  return (
    <FormDialog
      title={words.text('desk.users.plan.give')}
      submit={words.text('desk.save')}
      done={words.text('desk.users.plan.given')}
      onSubmit={(values) => admin.users.grantPlan(user.id, { planId: textOf(values, 'planId') ?? '' })}
      onClose={onClose}
    >
      <SelectField
        name="planId"
        label={words.text('desk.users.plan')}
        options={(plans.data?.plans ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  );
}
