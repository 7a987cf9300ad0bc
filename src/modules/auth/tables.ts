import type { ColumnType, Generated, Selectable } from 'kysely';
import type { AccountStatus, Role, Scope } from '../../platform/actor.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    users: UserTable;
    sessions: SessionTable;
    refresh_tokens: RefreshTokenTable;
    verification_codes: VerificationCodeTable;
    email_changes: EmailChangeTable;
    phone_codes: PhoneCodeTable;
    password_resets: PasswordResetTable;
    stream_tickets: StreamTicketTable;
    api_keys: ApiKeyTable;
    seen_signatures: SeenSignatureTable;
    seller_documents: SellerDocumentTable;
    sign_in_failures: SignInFailureTable;
    registration_bytes: RegistrationBytesTable;
    account_exports: AccountExportTable;
    account_export_parts: AccountExportPartTable;
  }
}

export interface UserTable {
  id: string;
  email: string;
  name: string;
  role: Role;
  password_hash: string | null;
  phone: string | null;
  avatar: string | null;
  email_verified: Generated<boolean>;
  phone_verified: Generated<boolean>;
  language: Generated<string>;
  currency: Generated<string>;
  country: string | null;
  status: Generated<AccountStatus>;
  suspended_reason: string | null;
  /** When the suspension expires. */
  suspended_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  ip_restriction: Generated<boolean>;
  allowed_addresses: Generated<string[]>;
  require_signature: Generated<boolean>;
  last_seen_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface SessionTable {
  id: string;
  user_id: string;
  user_agent: string | null;
  ip: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
  cookie_hash: Buffer | null;
  /** Only for an administrator's session: the account that it is viewing, and until when. */
  viewing_user_id: ColumnType<string | null, string | null | undefined, string | null>;
  viewing_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface RefreshTokenTable {
  token_hash: Buffer;
  session_id: string;
  parent_hash: Buffer | null;
  created_at: Date;
  used_at: Date | null;
}

export interface VerificationCodeTable {
  user_id: string;
  code_hash: Buffer;
  tries: Generated<number>;
  expires_at: Date;
  created_at: Date;
  /** How many codes were issued since `issued_since`. */
  issued: Generated<number>;
  issued_since: Date | null;
}

export interface EmailChangeTable {
  user_id: string;
  email: string;
  code_hash: Buffer;
  tries: Generated<number>;
  expires_at: Date;
  /** How many codes were issued since `issued_since`. */
  issued: Generated<number>;
  issued_since: Date;
}

export interface PhoneCodeTable {
  user_id: string;
  phone: string;
  code_hash: Buffer;
  tries: Generated<number>;
  expires_at: Date;
  /** How many codes were issued since `issued_since`. */
  issued: Generated<number>;
  issued_since: Date;
}

export interface StreamTicketTable {
  ticket_hash: Buffer;
  session_id: string;
  expires_at: Date;
}

export interface PasswordResetTable {
  token_hash: Buffer;
  user_id: string;
  expires_at: Date;
  used_at: Date | null;
  created_at: Date;
}

export interface ApiKeyTable {
  id: string;
  user_id: string;
  name: string;
  scopes: ColumnType<Scope[], readonly Scope[], readonly Scope[]>;
  prefix: string;
  environment: 'live' | 'test';
  key_hash: Buffer;
  signing_secret: Buffer;
  expires_at: Date | null;
  revoked_at: Date | null;
  replaced_by: string | null;
  last_used_at: Date | null;
  last_used_ip: string | null;
  created_at: Date;
}

export interface SeenSignatureTable {
  key_id: string;
  signature: Buffer;
  seen_at: Date;
  wrote: Generated<boolean>;
}

export interface SellerDocumentTable {
  id: string;
  seller_id: string;
  user_id: string;
  filename: string;
  content_type: string;
  bytes: number;
  storage_key: string;
  created_at: Date;
  /** When an administrator did not accept it. */
  refused_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The reason sent to the uploader. */
  refusal_reason: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the seller was verified, while it is. */
  accepted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** True if neither rejected nor accepted. */
  is_waiting: ColumnType<boolean, never, never>;
}

export interface SignInFailureTable {
  account_hash: Buffer;
  source_hash: Buffer;
  failures: number;
  window_ends_at: Date;
}

export interface RegistrationBytesTable {
  day: string;
  network_hash: Buffer;
  bytes: number;
}

export type UserRow = Selectable<UserTable>;

export interface AccountExportTable {
  id: string;
  user_id: string;
  requested_at: Date;
  finished_at: Date | null;
  rows: Generated<number>;
  /** Administrators who may fetch it. */
  ordered_by: Generated<string[]>;
}

export interface AccountExportPartTable {
  export_id: string;
  number: number;
  content: Buffer;
}
