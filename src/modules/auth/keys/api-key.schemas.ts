import { type Static, Type } from 'typebox';
import { SCOPES } from '../../../platform/actor.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../../platform/http/schemas.ts';
import { OwnPassword } from '../schemas.ts';

const NAME_MAX = 100;
const GRACE_MINUTES_MAX = 1440;
const ADDRESSES_MAX = 100;
const ADDRESS_LENGTH_MAX = 49;

const ScopeName = Literals(SCOPES, { title: 'Scope' });

export const CreateKeyBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: '\\S', format: 'text' }),
  scopes: Type.Array(ScopeName, { minItems: 1, maxItems: SCOPES.length, uniqueItems: true }),
  expiresAt: Type.Optional(Nullable(Timestamp)),
  password: OwnPassword,
});
export type CreateKeyBody = Static<typeof CreateKeyBody>;

export const RegenerateKeyBody = Type.Object({
  graceMinutes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: GRACE_MINUTES_MAX,
      default: 0,
      description: 'How long the old value keeps working next to the new one',
    }),
  ),
  password: OwnPassword,
});
export type RegenerateKeyBody = Static<typeof RegenerateKeyBody>;

export const ApiKeyView = NamedObject('ApiKey', {
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(ScopeName),
  prefix: Type.String({ description: 'First and last characters of the value, to recognize it' }),
  environment: Literals(['live', 'test']),
  expiresAt: Nullable(Timestamp),
  lastUsedAt: Nullable(Timestamp),
  lastUsedIp: Nullable(Type.String()),
  createdAt: Timestamp,
});
export type ApiKeyView = Static<typeof ApiKeyView>;

export const TeamApiKeyView = NamedObject('TeamApiKey', {
  ...ApiKeyView.properties,
  maker: NamedObject('ApiKeyMaker', { userId: Type.String(), name: Type.String() }),
});
export type TeamApiKeyView = Static<typeof TeamApiKeyView>;

export const NewApiKey = Type.Object({
  apiKey: NamedObject('NewApiKey', {
    ...ApiKeyView.properties,
    key: Type.String({ description: 'The value; shown only once' }),
    signingSecret: Type.String({ description: 'The secret for signing requests; shown only once' }),
  }),
});
export type NewApiKey = Static<typeof NewApiKey>;

export const KeyWithoutValue = Type.Object({ apiKey: ApiKeyView });

export const KeyVerification = NamedObject('ApiKeyVerification', {
  valid: Type.Boolean(),
  scopes: Type.Array(ScopeName),
  expires_at: Nullable(Timestamp),
});

const Addresses = Type.Array(Type.String({ maxLength: ADDRESS_LENGTH_MAX }), {
  maxItems: ADDRESSES_MAX,
  description: 'IPv4 or IPv6 addresses, or CIDR ranges',
});

/** The service reports the reason: without an address, the key could not be used. */
const WITH_ADDRESSES = {
  documentedAs: {
    if: { properties: { enabled: { const: true } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { properties: { addresses: { minItems: 1 } } },
  },
};

export const AccountSecurityBody = Type.Object({
  ipRestriction: Type.Optional(
    Type.Object({ enabled: Type.Boolean(), addresses: Addresses }, WITH_ADDRESSES),
  ),
  requireSignature: Type.Optional(Type.Boolean()),
  password: Type.Optional({
    ...OwnPassword,
    description:
      'The password of the account; required to loosen a restriction: to turn it off, to allow other addresses, or to accept unsigned requests',
  }),
});
export type AccountSecurityBody = Static<typeof AccountSecurityBody>;

export const AccountSecurityView = NamedObject('AccountSecurity', {
  ipRestriction: Type.Object({ enabled: Type.Boolean(), addresses: Type.Array(Type.String()) }),
  requireSignature: Type.Boolean(),
});
export type AccountSecurityView = Static<typeof AccountSecurityView>;
