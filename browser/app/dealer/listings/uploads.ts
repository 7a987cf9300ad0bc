/**
 * Files on their way to a listing: each by a request of its own, so that one refusal stops no other, and one after the other, so that they
 * keep the order in which they were chosen. The browser keeps their names until they have arrived: files themselves do not outlive a reload,
 * and somebody has to be told which are missing.
 */
import { useRef, useState } from 'react';
import { PHOTO_FILES } from '../../../../src/storefront/ui/file-rules.ts';
import { prepareFile } from '../../../shared/prepare-file.ts';
import { api, CLIENT_HEADERS } from '../../api.ts';
import { language } from '../../language.ts';
import { goToSignIn } from '../../sign-in.ts';
import { fileProblemText } from '../../ui/files.ts';
import { useWords } from '../../words.ts';

export interface Upload {
  /** Grows in the order in which files were chosen. */
  readonly id: number;
  readonly file: File;
  readonly percent: number;
  readonly isUnderWay: boolean;
  /** Why it cannot be sent, or what the server said; empty when it was not reached. */
  readonly problem: string | null;
}

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
  const words = useWords();
  const [list, setList] = useState<readonly Upload[]>([]);
  /** The truth; the state follows it. */
  const held = useRef<readonly Upload[]>([]);
  const lastId = useRef(0);
  /** Images made of files that were chosen since the page was opened. */
  const arrived = useRef<{ readonly id: number; readonly imageId: string }[]>([]);
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
    if (held.current.some(({ isUnderWay }) => isUnderWay)) return;
    const upload = held.current.find(({ problem }) => problem === null);
    if (upload === undefined) return;
    change(upload.id, { isUnderWay: true, percent: 0 });
    void send(upload);
  };
  const prepareAndPut = async ({ id, file }: Upload): Promise<Outcome> => {
    const prepared = await prepareFile(file, PHOTO_FILES);
    if (prepared.problem !== undefined)
      return { kind: 'refused', message: fileProblemText(words, file, prepared.problem, PHOTO_FILES) };
    return put(listingId, prepared.file, (percent) => change(id, { percent }));
  };
  const send = async (upload: Upload): Promise<void> => {
    const outcome = await prepareAndPut(upload);
    if (outcome.kind === 'wait') {
      // The budget of uploads is spent; the rest goes on by itself.
      await new Promise((resolve) => {
        setTimeout(resolve, outcome.seconds * SECOND_MS);
      });
      change(upload.id, { isUnderWay: false });
    } else if (outcome.kind === 'done') {
      const later = arrived.current.filter(({ id }) => id > upload.id);
      for (const imageId of outcome.imageIds) arrived.current.push({ id: upload.id, imageId });
      if (later.length > 0)
        await placeBefore(
          listingId,
          outcome.imageIds,
          later.map(({ imageId }) => imageId),
        );
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
  | { readonly kind: 'done'; readonly imageIds: readonly string[] }
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
      if (request.status < 400) resolve({ kind: 'done', imageIds: idsOf(request.responseText) });
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

function idsOf(text: string): string[] {
  const { data } = JSON.parse(text) as { data: { images: readonly { id: string }[] } };
  return data.images.map(({ id }) => id);
}

/** Moves images that arrived late, after their file was sent again, to where they were chosen. If that fails, people can move them. */
async function placeBefore(
  listingId: string,
  moved: readonly string[],
  later: readonly string[],
): Promise<void> {
  try {
    const { images } = await api.listingImages.list(listingId);
    const others = images.map(({ id }) => id).filter((id) => !moved.includes(id));
    const at = others.findIndex((id) => later.includes(id));
    if (at === -1) return;
    await api.listingImages.order(listingId, { order: others.toSpliced(at, 0, ...moved) });
  } catch {
    // Somebody else changed the photos at the same time.
  }
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
