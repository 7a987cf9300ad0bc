import { api, type ImportedColumn, type ImportPreset } from '../../api.ts';
import { useGo } from '../../url-state.ts';
import { isUnknown } from './columns-form.tsx';

export interface ImportStart {
  readonly preset: ImportPreset['name'];
  readonly mode: ImportPreset['defaults']['mode'];
  readonly publish: ImportPreset['defaults']['publish'];
  readonly confirmMassRemoval?: boolean;
  readonly dryRun: boolean;
  readonly file?: File;
  readonly url?: string;
}

/** Starts an import and opens its page. */
export function useStartImport(): (options: ImportStart) => Promise<void> {
  const go = useGo();
  return async ({ file, url, ...options }) => {
    const { job } = await api.imports.create(
      file === undefined ? { ...options, url: url ?? '' } : { ...options, file },
    );
    if (file !== undefined) storeFile(job.id, file);
    await go(`/dealer/imports/${job.id}`);
  };
}

export interface FileImportStart extends ImportStart {
  readonly file: File;
}

/** Columns of a file that have no mapping yet. */
export interface UnmappedColumns {
  readonly start: FileImportStart;
  readonly columns: readonly ImportedColumn[];
}

/** Starts an import with a file, unless the file has unknown columns. */
export function useStartFileImport(): (start: FileImportStart) => Promise<UnmappedColumns | null> {
  const begin = useStartImport();
  return async (start) => {
    const { columns } = (await api.imports.inspect({ preset: start.preset, file: await headOf(start.file) }))
      .inspection;
    if (columns.some(isUnknown)) return { start, columns };
    await begin(start);
    return null;
  };
}

/** Part of a file that is sent for inspection. */
const HEAD_BYTES = 20 * 1024 * 1024;
const LINE_BYTES = 64 * 1024;

/** Cuts a large file at the end of a line or XML element, because its beginning is enough to find out the columns. */
async function headOf(file: File): Promise<File> {
  if (file.size <= HEAD_BYTES || file.name.toLowerCase().endsWith('.zip')) return file;
  const start = HEAD_BYTES - LINE_BYTES;
  const last = new Uint8Array(await file.slice(start, HEAD_BYTES).arrayBuffer());
  const end = 1 + Math.max(last.lastIndexOf(0x0a), last.lastIndexOf(0x3e));
  return new File([file.slice(0, end === 0 ? HEAD_BYTES : start + end)], file.name, { type: file.type });
}

/** Files of dry runs, so that the import can follow while the tab is open. */
const FILES_MAX = 3;
const files = new Map<string, File>();

function storeFile(importId: string, file: File): void {
  files.set(importId, file);
  for (const oldest of [...files.keys()].slice(0, -FILES_MAX)) files.delete(oldest);
}

export const storedFile = (importId: string): File | undefined => files.get(importId);
