import type { Authenticator } from '../../platform/http/access/credentials.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { UserActor } from '../../platform/actor.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { Customers } from '../billing/index.ts';
import type { Settings } from '../settings/index.ts';
import type { AccountPorts } from './admin/account-ports.ts';
import { userRoutes } from './admin/users.routes.ts';
import { UserAdminService } from './admin/users.service.ts';
import { AccessTokens } from './sessions/access-tokens.ts';
import { AccountExports } from './account/account-export.ts';
import { AccountSecurity } from './account/account-security.ts';
import { createAdministrator, ensureAdministrator } from './account/administrator.ts';
import { findUserByEmail, hasAdministrator } from './account/users.repository.ts';
import { ApiKeyAuthenticator } from './keys/api-key-authenticator.ts';
import type { KeyEnvironment } from './keys/api-key-form.ts';
import {
  findSellerOfUser,
  getCustomer,
  listSellerNames,
  listSellersNamed,
} from './account/customers.repository.ts';
import { countKeysOfSeller } from './keys/api-keys.repository.ts';
import { apiKeyRoutes } from './keys/api-keys.routes.ts';
import { ApiKeys } from './keys/api-keys.ts';
import { accountViewRoutes } from './sessions/account-views.routes.ts';
import { AccountViews } from './sessions/account-views.ts';
import { BrowserSessions } from './sessions/browser-sessions.ts';
import { createAuthenticator } from './sessions/authenticator.ts';
import { documentRoutes } from './registration/documents.routes.ts';
import { Documents } from './registration/documents.ts';
import { EmailVerification } from './registration/email-verification.ts';
import { Erasure } from './account/erasure.ts';
import { authEvents } from './events.ts';
import { purgeJob, removeFilesJob } from './jobs.ts';
import { KnownDevices } from './sessions/known-devices.ts';
import { registerOwnPersonalData } from './account/own-personal-data.ts';
import { passwordRoutes } from './passwords/passwords.routes.ts';
import { Passwords } from './passwords/passwords.ts';
import { PersonalData } from '../../platform/personal-data.ts';
import { profileRoutes } from './account/profile.routes.ts';
import { accountChangeRoutes } from './account/account-changes.routes.ts';
import { BecomeSeller } from './account/become-seller.ts';
import { EmailChange } from './account/email-change.ts';
import { PhoneVerification } from './account/phone-verification.ts';
import type { StoreAvatar } from './account/avatars.ts';
import { accountExportAdminRoutes } from './account/account-exports.admin.routes.ts';
import { Profile } from './account/profile.ts';
import { Registration } from './registration/registration.ts';
import { DOCUMENT_FOLDER } from './registration/seller-documents.repository.ts';
import { Sessions } from './sessions/sessions.ts';
import { SignInFailures } from './sessions/sign-in-failures.ts';
import { signInRoutes } from './sessions/sign-in.routes.ts';
import { issueTicket, type StreamTicket } from './sessions/stream-tickets.ts';
import { SignIn } from './sessions/sign-in.ts';

export { SIGNING_SECRET_PURPOSE } from './keys/api-key-authenticator.ts';
export { AccessTokens } from './sessions/access-tokens.ts';
export {
  type AccountInput,
  type CreatedSeller,
  createSeller,
  createUser,
  makeSeller,
  type SellerInput,
} from './account/accounts.ts';
export { ACCESS_CHANNEL } from './access-channel.ts';
export { accountReclaimed, memberReleased, userCreated, userErased, userVerified } from './events.ts';
export type { AccountViews } from './sessions/account-views.ts';
export type { BrowserSessions } from './sessions/browser-sessions.ts';
export { DocumentView, LoginBody, type Me, type SessionView } from './schemas.ts';
export { allowsOrigin, type KeyOrigin, type KeyRestrictions } from './keys/key-restrictions.ts';
export type { ApiKeyView } from './keys/api-key.schemas.ts';
export type { StreamTicket } from './sessions/stream-tickets.ts';
export {
  findAddressee,
  findUser,
  findUserByEmail,
  hasOtherAdministrator,
  listUserNames,
  lockAccount,
  recordLastSeen,
  setSellerRole,
} from './account/users.repository.ts';
export type { UserRow } from './tables.ts';
export { accounts } from './account/published.repository.ts';
export { revokeKeysOf } from './keys/api-keys.repository.ts';
export { documentView } from './registration/documents.ts';
export { listWaitingDocuments, refuseDocuments } from './registration/seller-documents.repository.ts';
export { findLiveSessions, canReadStream } from './sessions/stream-access.repository.ts';
export { requireVerifiedEmail } from './registration/verified-email.ts';

export interface Auth {
  readonly module: Module;
  readonly authenticator: Authenticator;
  /** For the storefront. */
  readonly browsers: BrowserSessions;
  readonly isEmailVerified: (email: string) => Promise<boolean>;
  readonly views: Pick<AccountViews, 'end'>;
  /** Issues the API key of the demo data. */
  readonly apiKeys: Pick<ApiKeys, 'issueDemo'>;
  /** Administrators' decisions about accounts, for larger ones of which they are a part. */
  readonly users: Pick<UserAdminService, 'suspendIn' | 'reinstateIfSuspended' | 'verifySeller'>;
  /** Other modules register the personal data that they store here. */
  readonly personalData: PersonalData;
  /** Sellers and owners as billing reads them. */
  readonly customers: Customers;
  /** Issues a ticket for one event stream of a browser. */
  readonly issueStreamTicket: (actor: UserActor) => Promise<StreamTicket>;
  readonly countApiKeys: (db: Queryable, sellerId: string) => Promise<number>;
  readonly hasAdministrator: () => Promise<boolean>;
  /** For operators with shell access; works next to existing administrators. */
  readonly createAdministrator: (email: string, password: string) => Promise<void>;
}

export interface AuthDeps {
  readonly settings: Settings;
  readonly storeAvatar: StoreAvatar;
  readonly accounts: AccountPorts;
}

export function createAuth(platform: Platform, deps: AuthDeps): Auth {
  const environment: KeyEnvironment = platform.config.mode === 'sandbox' ? 'test' : 'live';
  const tokens = new AccessTokens(platform.keys, platform.clock);
  const apiKeyAuthenticator = new ApiKeyAuthenticator({ ...platform, environment });
  const sessions = new Sessions({ ...platform, tokens, settings: deps.settings });
  const failures = new SignInFailures(platform);
  const devices = new KnownDevices(platform);
  const signIn = new SignIn({ ...platform, failures, devices });
  const browsers = new BrowserSessions({ ...platform, settings: deps.settings, signIn, devices });
  const verification = new EmailVerification(platform);
  const passwords = new Passwords({ ...platform, failures, settings: deps.settings });
  const personalData = new PersonalData();
  const apiKeys = new ApiKeys({ ...platform, environment, passwords });
  platform.files.define(DOCUMENT_FOLDER);
  const removeFiles = removeFilesJob(platform.files);
  registerOwnPersonalData(personalData, { ...platform, removeFilesJob: removeFiles });
  const administratorParts = { ...platform, settings: deps.settings };
  const profile = new Profile({ ...platform, ...deps });
  const phones = new PhoneVerification({ ...platform, settings: deps.settings });
  const erasure = new Erasure({ ...platform, passwords, personalData });
  const exports = new AccountExports({ ...platform, personalData });
  const views = new AccountViews(platform);
  const users = new UserAdminService({
    ...platform,
    ...deps.accounts,
    eraseUser: (actor, userId, origin) => erasure.eraseUser(actor, userId, origin),
  });
  return {
    users,
    authenticator: createAuthenticator({ ...platform, tokens, apiKeys: apiKeyAuthenticator, browsers }),
    browsers,
    isEmailVerified: async (email) => (await findUserByEmail(platform.db, email))?.email_verified === true,
    views,
    personalData,
    apiKeys,
    customers: {
      get: getCustomer,
      names: listSellerNames,
      named: listSellersNamed,
      sellerOf: findSellerOfUser,
    },
    issueStreamTicket: (actor) => issueTicket(platform, actor),
    countApiKeys: (db, sellerId) => countKeysOfSeller(db, sellerId, platform.clock.now()),
    hasAdministrator: () => hasAdministrator(platform.db),
    createAdministrator: (email, password) => createAdministrator(administratorParts, email, password),
    module: {
      name: 'auth',
      routes: [
        ...signInRoutes({
          registration: new Registration({ ...platform, settings: deps.settings, verification }),
          signIn,
          sessions,
        }),
        ...passwordRoutes({ verification, passwords }),
        ...profileRoutes({ profile, erasure, exports }),
        ...accountExportAdminRoutes(exports),
        ...userRoutes(users),
        ...accountViewRoutes(views),
        ...accountChangeRoutes({
          profile,
          becomeSeller: new BecomeSeller(platform),
          emailChange: new EmailChange({ ...platform, passwords }),
          phones,
        }),
        ...documentRoutes(new Documents({ ...platform, removeFilesJob: removeFiles })),
        ...apiKeyRoutes({
          apiKeys,
          security: new AccountSecurity({ ...platform, passwords }),
        }),
      ],
      events: authEvents,
      jobs: [
        purgeJob(platform),
        erasure.job,
        users.endSuspensionsJob,
        exports.job,
        views.job,
        removeFiles,
        verification.sendJob,
        passwords.sendResetJob,
        phones.sendJob,
      ],
      start: async () => {
        await ensureAdministrator(administratorParts);
      },
    },
  };
}
