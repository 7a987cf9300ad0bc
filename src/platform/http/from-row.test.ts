import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { fromRow } from './from-row.ts';
import { Nullable, Timestamp } from './schemas.ts';

const View = Type.Object({
  id: Type.String(),
  companyName: Type.String(),
  endsAt: Nullable(Timestamp),
  createdAt: Timestamp,
  isYou: Type.Boolean(),
});

it('takes the columns that the schema names, and instants as text', () => {
  const row = {
    id: 'usr_1',
    company_name: 'Muster GmbH',
    ends_at: null,
    created_at: new Date('2026-01-02T03:04:05.678Z'),
    password_hash: 'secret',
  };
  expect(fromRow(View, row, { isYou: true })).toEqual({
    id: 'usr_1',
    companyName: 'Muster GmbH',
    endsAt: null,
    createdAt: '2026-01-02T03:04:05.678Z',
    isYou: true,
  });
});

it('prefers what it is given to the column', () => {
  const row = { id: 'a', company_name: 'b', ends_at: null, created_at: new Date(0), is_you: false };
  expect(fromRow(View, row, { companyName: 'c' })).toMatchObject({ companyName: 'c', isYou: false });
});

it('takes no row without the column', () => {
  const row = { id: 'a', company_name: 'b', ends_at: null, is_you: false };
  // @ts-expect-error: created_at is missing
  expect(fromRow(View, row)).not.toHaveProperty('createdAt');
});
