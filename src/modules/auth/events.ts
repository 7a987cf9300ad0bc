import { type Static, Type } from 'typebox';
import { ROLES } from '../../platform/actor.ts';
import { defineEvent, defineSignal } from '../../platform/events/event.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';

const EventSeller = NamedObject('EventSeller', {
  id: Type.String(),
  company_name: Type.String(),
  slug: Type.String(),
});

export const userCreated = defineEvent({
  type: 'user.created',
  scope: null,
  forAdministrators: true,
  when: 'An account was registered. Sent to the person, to the teams that have invited them, and to administrators.',
  data: Type.Object({
    user: Type.Object({
      id: Type.String(),
      email: Type.String(),
      name: Type.String(),
      role: Literals(ROLES),
      email_verified: Type.Boolean(),
      language: Type.String(),
      country: Nullable(Type.String()),
      seller: Nullable(EventSeller),
      created_at: Timestamp,
    }),
  }),
  sample: {
    user: {
      id: 'usr_01KE2Q8H5R8M6ZJ4T0V9XW3YAB',
      email: 'anna@nordtrucks.example',
      name: 'Anna Petersen',
      role: 'SELLER',
      email_verified: false,
      language: 'de',
      country: 'DE',
      seller: {
        id: 'sel_01KE2Q8H5R8M6ZJ4T0V9XW3YAC',
        company_name: 'Nord Trucks GmbH',
        slug: 'nord-trucks-gmbh',
      },
      created_at: '2026-01-05T09:30:00.000Z',
    },
  },
});

export const userVerified = defineEvent({
  type: 'user.verified',
  scope: null,
  forAdministrators: true,
  when: 'A user has verified the email address of an account. Sent to the person and to administrators.',
  data: Type.Object({
    user: Type.Object({
      id: Type.String(),
      email: Type.String(),
      name: Type.String(),
      role: Literals(ROLES),
      email_verified: Type.Boolean(),
      verified_at: Timestamp,
    }),
  }),
  sample: {
    user: {
      id: 'usr_01KE2Q8H5R8M6ZJ4T0V9XW3YAB',
      email: 'anna@nordtrucks.example',
      name: 'Anna Petersen',
      role: 'SELLER',
      email_verified: true,
      verified_at: '2026-01-05T09:41:12.000Z',
    },
  },
});

/** For side effects after an erasure. Modules erase their own rows in the transaction of the erasure: personal-data.ts. */
export const userErased = defineSignal({
  type: 'user.erased',
  when: 'An account was erased. `seller_id` is set if its seller had no other member and ended with it.',
  data: Type.Object({ user_id: Type.String(), seller_id: Nullable(Type.String()) }),
  sample: { user_id: 'usr_01KE2Q8H5R8M6ZJ4T0V9XW3YAB', seller_id: null },
});

/** The user who registered the address may not own it, so nothing that they set up must outlive their password. */
export const accountReclaimed = defineSignal({
  type: 'user.reclaimed',
  when: 'A password was reset through a link to an email address that had not been verified.',
  data: Type.Object({ user_id: Type.String() }),
  sample: { user_id: 'usr_01KE2Q8H5R8M6ZJ4T0V9XW3YAB' },
});

/**
 * Keys of a member end with the membership. Anything else that the member has set up for the company must not continue
 * unattended.
 */
export const memberReleased = defineSignal({
  type: 'team.member_released',
  when: 'A member is leaving a team, by whatever way, or may no longer manage its webhooks.',
  data: Type.Object({ seller_id: Type.String(), user_id: Type.String() }),
  sample: { seller_id: 'sel_01KE2Q8H5R8M6ZJ4T0V9XW3YAC', user_id: 'usr_01KE2Q8H5R8M6ZJ4T0V9XW3YAB' },
});

export type EventSeller = Static<typeof EventSeller>;

export const authEvents = [userCreated, userVerified, userErased, accountReclaimed, memberReleased];
