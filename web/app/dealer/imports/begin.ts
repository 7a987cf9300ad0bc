import { useQueryClient } from '@tanstack/react-query';
import { api, type ImportPreset } from '../../api.ts';
import { useGo } from '../../url-state.ts';
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
