/** Drafts of long texts, by account and object. They are removed when they are saved or the user signs out. */
const PREFIX = 'fw-draft-';
/** Replies to messages, which the inbox keeps. */
const REPLY_PREFIX = 'fw-message-';
/** Limit per browser; the oldest drafts are removed first. */
const DRAFTS_MAX = 30;
const LENGTH_MAX = 200_000;

export interface Draft {
  readonly at: string;
}

/** @param object what the draft is of, such as `listing-lst_…` */
const keyOf = (account: string, object: string): string => `${PREFIX}${account}-${object}`;

function keys(prefix: string): string[] {
  return Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').filter((key) =>
    key.startsWith(prefix),
  );
}

function parse(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    return typeof draft?.at === 'string' ? draft : null;
  } catch {
    return null;
  }
}

export function readDraft<D extends Draft>(account: string, object: string): D | null {
  return parse(keyOf(account, object)) as D | null;
}

export function keepDraft<D extends Draft>(account: string, object: string, draft: D): void {
  const key = keyOf(account, object);
  const text = JSON.stringify(draft);
  if (text.length > LENGTH_MAX) return;
  const otherKeys = keys(PREFIX)
    .filter((other) => other !== key)
    .map((other) => ({ other, at: parse(other)?.at ?? '' }))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  for (const { other } of otherKeys.slice(DRAFTS_MAX - 1)) localStorage.removeItem(other);
  try {
    localStorage.setItem(key, text);
  } catch {
    // The storage of the browser is full; the form itself still has the text.
  }
}

export function dropDraft(account: string, object: string): void {
  localStorage.removeItem(keyOf(account, object));
}

/** Deletes drafts of all accounts, because another user may use the browser next. */
export function forgetDrafts(): void {
  for (const key of [...keys(PREFIX), ...keys(REPLY_PREFIX)]) localStorage.removeItem(key);
}
