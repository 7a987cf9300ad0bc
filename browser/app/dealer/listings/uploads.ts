/**
 * Uploads of photos to a listing. Each file has its own request, so that a rejected file does not stop the others; the requests run one after
 * the other, which keeps the order. The browser stores the names of unfinished uploads: files do not survive a reload, and the user must learn
 * which ones are missing.
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
  /** Ascending in the order of the chosen files. */
  readonly id: number;
  readonly file: File;
  readonly percent: number;
  readonly isUnderWay: boolean;
  /** Error message; empty if the server was unreachable. */
  readonly problem: string | null;
}

const SECOND_MS = 1000;
const PERCENT = 100;

interface Uploads {
  readonly list: readonly Upload[];
  add(files: readonly File[]): void;
  retry(id: number): void;
  dismiss(id: number): void;
  /** Names of files whose upload was unfinished when the page was left. */
  readonly missing: readonly string[];
  forgetMissing(): void;
}

export function useUploads(listingId: string, onDone: () => void): Uploads {
  const words = useWords();
  const [list, setList] = useState<readonly Upload[]>([]);
  /** The current list, which the state follows. */
  const uploads = useRef<readonly Upload[]>([]);
  const lastId = useRef(0);
  /** Images of files that were chosen since the page was opened. */
  const arrived = useRef<{ readonly id: number; readonly imageId: string }[]>([]);
  const [missing, setMissing] = useState(() => storedNames(listingId));
  const stillMissing = useRef(missing);
  const set = (next: readonly Upload[]): void => {
    uploads.current = next;
    setList(next);
    storeNames(listingId, [...stillMissing.current, ...next.map(({ file }) => file.name)]);
  };
  const change = (id: number, patch: Partial<Upload>): void =>
    set(uploads.current.map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)));
  const next = (): void => {
    if (uploads.current.some(({ isUnderWay }) => isUnderWay)) return;
    const upload = uploads.current.find(({ problem }) => problem === null);
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
      // Rate limit: continue after the pause.
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
      set(uploads.current.filter(({ id }) => id !== upload.id));
      onDone();
    } else change(upload.id, { isUnderWay: false, problem: outcome.message });
    next();
  };
  return {
    list,
    add(files) {
      set([
        ...uploads.current,
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
    retry(id) {
      change(id, { problem: null });
      next();
    },
    dismiss: (id) => set(uploads.current.filter((upload) => upload.id !== id)),
    missing,
    forgetMissing() {
      stillMissing.current = [];
      setMissing([]);
      storeNames(
        listingId,
        uploads.current.map(({ file }) => file.name),
      );
    },
  };
}

const keyOf = (listingId: string): string => `fw-uploads-${listingId}`;

function storedNames(listingId: string): readonly string[] {
  return (localStorage.getItem(keyOf(listingId)) ?? '').split('\n').filter((name) => name !== '');
}

function storeNames(listingId: string, names: readonly string[]): void {
  try {
    if (names.length === 0) localStorage.removeItem(keyOf(listingId));
    else localStorage.setItem(keyOf(listingId), [...new Set(names)].join('\n'));
  } catch {
    // The storage is full; the list still has the names.
  }
}

type Outcome =
  | { readonly kind: 'done'; readonly imageIds: readonly string[] }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'refused'; readonly message: string };

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
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

/** Moves images whose upload was retried to the position at which their files were chosen. On failure, users can move them. */
async function placeBefore(
  listingId: string,
  moved: readonly string[],
  later: readonly string[],
): Promise<void> {
  try {
    const { images } = await api.listingImages.list(listingId);
    const otherIds = images.map(({ id }) => id).filter((id) => !moved.includes(id));
    const index = otherIds.findIndex((id) => later.includes(id));
    if (index === -1) return;
    await api.listingImages.order(listingId, { order: otherIds.toSpliced(index, 0, ...moved) });
  } catch {
    // Another user has changed the photos at the same time.
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
