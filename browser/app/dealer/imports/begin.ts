import { useQueryClient } from '@tanstack/react-query';
import { api, type ImportedColumn, type ImportPreset } from '../../api.ts';
import { useGo } from '../../url-state.ts';
import { isUnknown } from './columns-form.tsx';
import { keepFile } from './kept-files.ts';

export interface Beginning {
  readonly preset: ImportPreset['name'];
  readonly mode: ImportPreset['defaults']['mode'];
  readonly publish: ImportPreset['defaults']['publish'];
  readonly confirmMassRemoval?: boolean;
  readonly dryRun: boolean;
  readonly file?: File;
  readonly url?: string;
}

/** Begins an import and goes where its progress is shown. */
export function useBegin(): (what: Beginning) => Promise<void> {
  const queries = useQueryClient();
  const go = useGo();
  return async ({ file, url, ...options }) => {
    const { job } = await api.imports.create(
      file === undefined ? { ...options, url: url ?? '' } : { ...options, file },
    );
    if (file !== undefined) keepFile(job.id, file);
    void queries.invalidateQueries({ queryKey: ['imports'] });
    go(`/dealer/imports/${job.id}`);
  };
}

export interface WithFile extends Beginning {
  readonly file: File;
}

/** Columns that nobody has explained yet. */
export interface Question {
  readonly asked: WithFile;
  readonly columns: readonly ImportedColumn[];
}

/** Begins with a file, unless something in it must be asked about first. */
export function useBeginWithFile(): (asked: WithFile) => Promise<Question | null> {
  const begin = useBegin();
  return async (asked) => {
    const { columns } = (await api.imports.inspect({ preset: asked.preset, file: await headOf(asked.file) }))
      .inspection;
    if (columns.some(isUnknown)) return { asked, columns };
    await begin(asked);
    return null;
  };
}

/** As much of a file as is looked at. */
const HEAD_BYTES = 20 * 1024 * 1024;
const LINE_BYTES = 64 * 1024;

/** A large file is not sent twice: its beginning, up to the end of a line or of an element, tells what the columns are. */
async function headOf(file: File): Promise<File> {
  if (file.size <= HEAD_BYTES || file.name.toLowerCase().endsWith('.zip')) return file;
  const start = HEAD_BYTES - LINE_BYTES;
  const last = new Uint8Array(await file.slice(start, HEAD_BYTES).arrayBuffer());
  const end = 1 + Math.max(last.lastIndexOf(0x0a), last.lastIndexOf(0x3e));
  return new File([file.slice(0, end === 0 ? HEAD_BYTES : start + end)], file.name, { type: file.type });
}
