import { type Static, Type } from 'typebox';
import { ROLES } from '../../platform/actor.ts';
import {
  Country,
  Currency,
  Literals,
  NamedObject,
  Nullable,
  Timestamp,
} from '../../platform/http/schemas.ts';

const PASSWORD_TEXT_MAX = 256;
const TOKEN_TEXT_MAX = 512;
const CODE_TEXT_MAX = 64;

const Email = Type.String({ format: 'email' });
const Name = Type.String({ format: 'name', description: '2 to 100 characters' });
const Phone = Type.String({
  format: 'phone',
  description: 'With country code; stored in E.164, such as +4940123456',
});
const Language = Type.String({ format: 'language', description: 'ISO 639-1, such as de' });
/** Any text that could be a password; the rule for new passwords or the comparison decides. */
const PasswordText = Type.String({ minLength: 1, maxLength: PASSWORD_TEXT_MAX, format: 'text' });

/** Documents the requirements of the password rule. */
const NewPassword = Type.String({
  minLength: 1,
  maxLength: PASSWORD_TEXT_MAX,
  format: 'text',
  documentedAs: { format: 'password', minLength: undefined, maxLength: undefined },
});

export const OwnPassword = Type.String({
  minLength: 1,
  maxLength: PASSWORD_TEXT_MAX,
  format: 'text',
  description: 'The password of the account',
});

export const RegisterBody = Type.Object(
  {
    email: Email,
    password: Type.String({
      format: 'password',
      description: 'At least 8 characters, an uppercase letter and a number',
    }),
    name: Name,
    role: Literals(['BUYER', 'SELLER']),
    phone: Type.Optional(Phone),
    companyName: Type.Optional(
      Type.String({ format: 'name', description: 'Required for sellers; 2 to 100 characters' }),
    ),
    country: Type.Optional(Country),
    language: Type.Optional(Language),
    currency: Type.Optional(Currency),
  },
  {
    if: { properties: { role: { const: 'SELLER' } }, required: ['role'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { properties: { companyName: { type: 'string' } }, required: ['companyName'] },
    // Linters assume that a condition lists all properties.
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    documentedAs: { then: { dependentRequired: { role: ['companyName'] } } },
  },
);
export type RegisterBody = Static<typeof RegisterBody>;

export const DocumentView = NamedObject('VerificationDocument', {
  id: Type.String(),
  filename: Type.String(),
  contentType: Type.String(),
  bytes: Type.Integer(),
  createdAt: Timestamp,
  refusedAt: Nullable(Timestamp),
  refusalReason: Nullable(Type.String({ description: 'Reason given by the administrator who rejected it' })),
});
export type DocumentView = Static<typeof DocumentView>;

export const Registered = NamedObject('Registration', {
  user: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: Literals(ROLES),
    emailVerified: Type.Boolean(),
  }),
  message: Type.String(),
});

export const LoginBody = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: PasswordText,
  refreshToken: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: TOKEN_TEXT_MAX,
      description:
        'A previous refresh token of this device, for clients without cookies; failed attempts by others do not throttle a known device',
    }),
  ),
});
export type LoginBody = Static<typeof LoginBody>;

const tokens = { accessToken: Type.String(), refreshToken: Type.String(), expiresIn: Type.Integer() };

export const LoggedIn = NamedObject('SignedIn', {
  user: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: Literals(ROLES),
    emailVerified: Type.Boolean(),
    avatar: Nullable(Type.String()),
  }),
  ...tokens,
});

export const RefreshBody = Type.Object({
  refreshToken: Type.String({ minLength: 1, maxLength: TOKEN_TEXT_MAX }),
});
export const Refreshed = NamedObject('TokenPair', tokens);

export const VerifyEmailBody = Type.Object({
  email: Email,
  code: Type.String({ minLength: 1, maxLength: CODE_TEXT_MAX }),
});
export const VerificationLinkBody = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: TOKEN_TEXT_MAX,
    description: 'The `token` parameter of the emailed link',
  }),
});
export const EmailBody = NamedObject('EmailAddress', { email: Email });

export const ResetPasswordBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: TOKEN_TEXT_MAX }),
  password: NewPassword,
  confirmPassword: PasswordText,
});

export const ChangePasswordBody = Type.Object({
  currentPassword: PasswordText,
  newPassword: NewPassword,
  confirmPassword: PasswordText,
  keepApiKeys: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether the API keys of the account keep working' }),
  ),
});
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;

export const BecomeSellerBody = Type.Object({
  companyName: Type.String({ format: 'name', description: '2 to 100 characters' }),
  country: Country,
});
export type BecomeSellerBody = Static<typeof BecomeSellerBody>;

export const ChangeEmailBody = Type.Object({ email: Email, password: OwnPassword });
export type ChangeEmailBody = Static<typeof ChangeEmailBody>;

export const CodeBody = NamedObject('VerificationCode', {
  code: Type.String({ minLength: 1, maxLength: CODE_TEXT_MAX }),
});

export const VerifyPhoneBody = Type.Object({
  phone: Type.Optional(
    Type.String({
      format: 'phone',
      description: 'With country code, such as +4940123456; the number of the account if absent',
    }),
  ),
});
export type VerifyPhoneBody = Static<typeof VerifyPhoneBody>;

export const OwnSeller = NamedObject('AccountSeller', {
  id: Type.String(),
  companyName: Type.String(),
  slug: Type.String(),
  verified: Type.Boolean(),
  trustScore: Type.Integer(),
  subscription: Type.Object({ plan: Type.String(), status: Type.String() }),
});

export const Me = NamedObject('Account', {
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Literals(ROLES),
  phone: Nullable(Type.String()),
  avatar: Nullable(Type.String()),
  emailVerified: Type.Boolean(),
  phoneVerified: Type.Boolean(),
  language: Type.String(),
  currency: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  seller: Type.Optional(OwnSeller),
});
export type Me = Static<typeof Me>;

export const UpdateMeBody = Type.Object({
  name: Type.Optional(Name),
  phone: Type.Optional(Nullable(Phone)),
  language: Type.Optional(Language),
  currency: Type.Optional(Currency),
});
export type UpdateMeBody = Static<typeof UpdateMeBody>;

export const UpdatedMe = NamedObject('UpdatedAccount', {
  id: Type.String(),
  name: Type.Optional(Type.String()),
  phone: Type.Optional(Nullable(Type.String())),
  language: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
  updatedAt: Timestamp,
});
export type UpdatedMe = Static<typeof UpdatedMe>;

export const EraseBody = Type.Object({ password: PasswordText });

export const SessionView = NamedObject('Session', {
  id: Type.String(),
  current: Type.Boolean({ description: 'Whether this request uses it' }),
  userAgent: Nullable(Type.String()),
  ip: Nullable(Type.String()),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
});
export type SessionView = Static<typeof SessionView>;
