/**
 * Files on their way to a listing: each by a request of its own, so that one refusal stops no other. The browser keeps their names until they
 * have arrived: files themselves do not outlive a reload, and somebody has to be told which are missing.
 */
import { useRef, useState } from 'react';
import { CLIENT_HEADERS } from '../../api.ts';
import { language } from '../../language.ts';
import { goToSignIn } from '../../sign-in.ts';

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly percent: number;
  readonly isUnderWay: boolean;
  /** What the server said; empty when it was not reached. */
  readonly problem: string | null;
}

const AT_ONCE = 2;
const SECOND_MS = 1000;
const PERCENT = 100;

interface Uploads {
  readonly list: readonly Upload[];
  add(files: readonly File[]): void;
  again(id: number): void;
  dismiss(id: number): void;
  /** Names of files that were on their way when the page was left. */
  readonly missing: readonly string[];
  forgetMissing(): void;
}

export function useUploads(listingId: string, onDone: () => void): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  /** The truth; the state follows it. */
  const held = useRef<readonly Upload[]>([]);
  const lastId = useRef(0);
  const [missing, setMissing] = useState(() => namesKept(listingId));
  const stillMissing = useRef(missing);
  const set = (next: readonly Upload[]): void => {
    held.current = next;
    setList(next);
    keepNames(listingId, [...stillMissing.current, ...next.map(({ file }) => file.name)]);
  };
  const change = (id: number, change_: Partial<Upload>): void =>
    set(held.current.map((upload) => (upload.id === id ? { ...upload, ...change_ } : upload)));
  const next = (): void => {
    while (held.current.filter(({ isUnderWay }) => isUnderWay).length < AT_ONCE) {
      const upload = held.current.find(({ isUnderWay, problem }) => !isUnderWay && problem === null);
      if (upload === undefined) return;
      change(upload.id, { isUnderWay: true, percent: 0 });
      void send(upload);
    }
  };
  const send = async (upload: Upload): Promise<void> => {
    const outcome = await put(listingId, upload.file, (percent) => change(upload.id, { percent }));
    if (outcome.kind === 'wait') {
      // The budget of uploads is spent; the rest goes on by itself.
      await new Promise((resolve) => {
        setTimeout(resolve, outcome.seconds * SECOND_MS);
      });
      change(upload.id, { isUnderWay: false });
    } else if (outcome.kind === 'done') {
      set(held.current.filter(({ id }) => id !== upload.id));
      onDone();
    } else change(upload.id, { isUnderWay: false, problem: outcome.message });
    next();
  };
  return {
    list,
    add(files) {
      set([
        ...held.current,
        ...files.map((file) => ({
          id: ++lastId.current,
          file,
          percent: 0,
          isUnderWay: false,
          problem: null,
        })),
      ]);
      next();
    },
    again(id) {
      change(id, { problem: null });
      next();
    },
    dismiss: (id) => set(held.current.filter((upload) => upload.id !== id)),
    missing,
    forgetMissing() {
      stillMissing.current = [];
      setMissing([]);
      keepNames(
        listingId,
        held.current.map(({ file }) => file.name),
      );
    },
  };
}

const keyOf = (listingId: string): string => `fw-uploads-${listingId}`;

function namesKept(listingId: string): readonly string[] {
  return (localStorage.getItem(keyOf(listingId)) ?? '').split('\n').filter((name) => name !== '');
}

function keepNames(listingId: string, names: readonly string[]): void {
  try {
    if (names.length === 0) localStorage.removeItem(keyOf(listingId));
    else localStorage.setItem(keyOf(listingId), [...new Set(names)].join('\n'));
  } catch {
    // The browser keeps no more; the list itself still has them.
  }
}

type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'refused'; readonly message: string };

/** By XMLHttpRequest, the only way that tells how much has been sent. */
function put(listingId: string, file: File, onPercent: (percent: number) => void): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/web/api/seller/listings/${encodeURIComponent(listingId)}/images`);
    for (const [name, value] of Object.entries(CLIENT_HEADERS)) request.setRequestHeader(name, value);
    request.setRequestHeader('accept-language', language);
    request.setRequestHeader('idempotency-key', crypto.randomUUID());
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onPercent(Math.round((loaded / total) * PERCENT)),
    );
    request.addEventListener('load', () => {
      if (request.status === 401) goToSignIn();
      if (request.status < 400) resolve({ kind: 'done' });
      else if (request.status === 429)
        resolve({ kind: 'wait', seconds: Number(request.getResponseHeader('retry-after') ?? 1) });
      else resolve({ kind: 'refused', message: messageOf(request.responseText) });
    });
    request.addEventListener('error', () => resolve({ kind: 'refused', message: '' }));
    const form = new FormData();
    form.append('images', file);
    request.send(form);
  });
}

function messageOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as {
      error: { message: string; details?: readonly { message: string }[] };
    };
    return error.details?.[0]?.message ?? error.message;
  } catch {
    return '';
  }
}
