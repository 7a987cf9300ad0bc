import { hashPassword } from '../../../platform/crypto/passwords.ts';
import { commonPasswordProblems } from '../passwords/common-password.ts';
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts';
import { inTransaction, recordCreated, type Transaction } from '../../../platform/db/transaction.ts';
import {
  alreadyExists,
  type AppError,
  type ErrorDetail,
  found,
  invalidFields,
} from '../../../platform/errors/app-error.ts';
import { chooseLanguage } from '../../../platform/http/request/languages.ts';
import type { UploadedFile } from '../../../platform/http/uploads/uploads.ts';
import { newId } from '../../../platform/ids.ts';
import { toE164 } from '../../../platform/text/phone.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { Caller } from '../caller.ts';
import type { Settings } from '../../settings/index.ts';
import { type AccountInput, createSeller, createUser } from '../account/accounts.ts';
import { currencyProblems } from '../account/currencies.ts';
import type { EmailVerification } from './email-verification.ts';
import { type EventSeller, userCreated } from '../events.ts';
import { MAIL_LANGUAGES } from '../../../platform/mail/mail-languages.ts';
import type { RegisterBody } from '../schemas.ts';
import { storeDocuments } from './seller-documents.ts';
import { insertDocuments, type SellerDocument } from './seller-documents.repository.ts';
import { findUser, findUserByEmail } from '../account/users.repository.ts';
import type { UserRow } from '../tables.ts';
import { t } from '../../../platform/errors/sentence.ts';
import { dayOf, secondsToMidnight } from '../../../platform/clock.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import { rateLimited } from '../../../platform/errors/rate-limited.ts';
import { clientNetwork } from '../../../platform/http/limits/connections.ts';
import { addRegistrationBytes } from './registration-bytes.repository.ts';

const MEGABYTE = 1024 * 1024;
/** Daily limit per network (UTC): one full form. */
const MEGABYTES_MAX = 60;

/**
 * Counts the documents of a registration against the daily limit of its network, or rejects it. Call it before
 * inserting the account: lock order is the counter first, so that two registrations never deadlock.
 */
async function takeRegistrationBytes(
  trx: Transaction,
  keys: Keys,
  request: { readonly files: readonly UploadedFile[]; readonly ip: string; readonly now: Date },
): Promise<void> {
  const { files, ip, now } = request;
  if (files.length === 0) return;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const network = Buffer.from(keys.sign('registration-network', clientNetwork(ip)), 'base64url');
  const bytesMax = MEGABYTES_MAX * MEGABYTE;
  if (await addRegistrationBytes(trx, { day: dayOf(now), network, bytes, bytesMax })) return;
  throw rateLimited(
    t(
      'Registrations from your network have sent {max} MB of documents today. Register without documents, and send them once your email address is verified.',
      { max: MEGABYTES_MAX },
    ),
    { limit: MEGABYTES_MAX, waitSeconds: secondsToMidnight(now) },
  );
}

type RegistrationParts = Pick<Platform, 'db' | 'clock' | 'keys' | 'files' | 'events'> & {
  readonly settings: Settings;
  readonly verification: EmailVerification;
};

type Registered = { readonly user: UserRow; readonly seller: EventSeller | null };

/** Registers buyers and sellers. The index users_email_key decides whether an address is free. */
export class Registration extends Service<RegistrationParts> {
  async register(
    form: RegisterBody,
    files: readonly UploadedFile[],
    caller: Caller & { readonly languages: readonly string[] },
  ): Promise<UserRow> {
    const { db, clock, keys, files: stored } = this.parts;
    const problems = this.problemsOf(form, files);
    if (problems.length > 0) throw invalidFields(problems);
    // Saves a hash. Two concurrent requests both pass this check, and the index decides.
    if ((await findUserByEmail(db, form.email)) !== undefined) throw addressTaken();
    const now = clock.now();
    const account = {
      email: form.email,
      name: form.name.trim(),
      passwordHash: await hashPassword(form.password),
      phone: form.phone === undefined ? null : toE164(form.phone),
      country: form.country ?? null,
      language: form.language ?? chooseLanguage(caller.languages, MAIL_LANGUAGES, 'en'),
      currency: form.currency,
      createdAt: now,
    };
    const sellerId = newId('sel', now);
    const documents = await storeDocuments(stored, sellerId, files, now);
    try {
      return await inTransaction(db, async (trx) => {
        await takeRegistrationBytes(trx, keys, { files, ip: caller.ip, now });
        return this.#create(trx, form, account, { sellerId, documents });
      });
    } catch (error) {
      await stored.discard(documents.map(({ storageKey }) => storageKey));
      throw isUniqueViolation(error, 'users_email_key') ? addressTaken() : error;
    }
  }

  async get(userId: string): Promise<UserRow> {
    return found('account', await findUser(this.parts.db, userId));
  }

  /** The problems of a form, or of the readable part of it. */
  problemsOf(form: Partial<RegisterBody>, files: readonly UploadedFile[]): readonly ErrorDetail[] {
    const { settings } = this.parts;
    return [
      ...(form.password === undefined ? [] : commonPasswordProblems(settings, 'password', form.password)),
      ...currencyProblems(form.currency, settings),
      ...documentProblems(form.role, files),
    ];
  }

  async #create(
    trx: Transaction,
    form: RegisterBody,
    account: AccountInput,
    company: { readonly sellerId: string; readonly documents: readonly SellerDocument[] },
  ): Promise<UserRow> {
    const { user, seller } =
      form.role === 'SELLER'
        ? await this.#createSeller(trx, form, account, company)
        : { user: await createUser(trx, { ...account, role: 'BUYER' }), seller: null };
    recordCreated(trx, user.id);
    await this.parts.verification.issue(trx, user);
    await this.parts.events.emit(trx, userCreated, eventData(user, seller), { userId: user.id });
    return user;
  }

  async #createSeller(
    trx: Transaction,
    form: RegisterBody,
    account: AccountInput,
    company: { readonly sellerId: string; readonly documents: readonly SellerDocument[] },
  ): Promise<Registered> {
    const companyName = form.companyName?.trim() ?? account.name;
    const { user, sellerId, slug } = await createSeller(trx, account, {
      id: company.sellerId,
      companyName,
      country: account.country ?? null,
    });
    const { files } = this.parts;
    await insertDocuments(trx, files, { sellerId, userId: user.id }, company.documents, account.createdAt);
    return { user, seller: { id: sellerId, company_name: companyName, slug } };
  }
}

function documentProblems(
  role: RegisterBody['role'] | undefined,
  files: readonly UploadedFile[],
): ErrorDetail[] {
  if (role !== 'BUYER' || files.length === 0) return [];
  return [{ field: 'documents', message: t('are allowed for sellers only') }];
}

function addressTaken(): AppError {
  return alreadyExists(t('An account with this email address already exists.'));
}

function eventData(user: UserRow, seller: EventSeller | null) {
  return {
    user: {
      id: user.id,
      email: user.email,
      name: user.name,
      role: user.role,
      email_verified: user.email_verified,
      language: user.language,
      country: user.country,
      seller,
      created_at: user.created_at.toISOString(),
    },
  };
}
