import { dayOf, secondsToMidnight } from '../../../platform/clock.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { rateLimited } from '../../../platform/errors/rate-limited.ts';
import { clientNetwork } from '../../../platform/http/limits/connections.ts';
import type { UploadedFile } from '../../../platform/http/uploads/uploads.ts';
import { addRegistrationBytes } from './registration-bytes.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

const MEGABYTE = 1024 * 1024;
/** A network and a day (UTC): room for one full form. */
const MEGABYTES_MAX = 60;

/**
 * Counts the documents of a registration against its network's day, or refuses it. Call it before the account is
 * inserted: whoever holds the counter then never waits for somebody who waits for the counter.
 */
export async function takeRegistrationBytes(
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
