import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../errors/app-error.ts';
import { t } from '../errors/sentence.ts';

/** OWASP Password Storage: argon2id, 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Hashing runs on the thread pool; more hashes at a time would only slow down each other and everything else. */
const AT_ONCE_MAX = 4;
const WAITING_MAX = 64;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE_MAX) {
    if (waiting.length >= WAITING_MAX) {
      throw unavailable(t('Too many people are signing in at the same time. Try again in a few seconds.'), 2);
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

/** Returns a PHC string. Nothing is truncated; the password is normalised, so its Unicode form does not matter. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), PARAMETERS));
}

/** Takes the same time whether or not there is a hash, so that timing does not reveal which accounts exist. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? UNUSABLE_HASH, password.normalize('NFKC')));
  return matches && stored !== null;
}

/** Whether a stored hash was made with weaker parameters than today's. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(PREFIX);
}

/** Hash of a discarded random password, with the current parameters. */
const UNUSABLE_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$dew0N7hVzyiD5w1KJUZ28g$V8kssecRtT9O782gTx9BsTE4aSb/NTqxE/iMM27bljY';
