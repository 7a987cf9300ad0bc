/** Prepares chosen files for upload, and returns an error message for files that cannot be sent. */
import { FILE_MEGABYTES_MAX, type FileRules } from '../../../src/storefront/ui/file-rules.ts';
import { type FileProblem, prepareFile } from '../../shared/prepare-file.ts';
import type { DeskWords } from '../words.ts';

export function fileProblemText(
  words: DeskWords,
  { name }: File,
  problem: FileProblem,
  { formats }: FileRules,
): string {
  return problem === 'size'
    ? words.text('desk.files.tooLarge', { name, max: FILE_MEGABYTES_MAX })
    : words.text('desk.files.format', { name, formats });
}

/** Prepares files in their order. What cannot be sent is left out and named. */
export async function prepareFiles(
  files: readonly File[],
  rules: FileRules,
  words: DeskWords,
): Promise<{ readonly ready: readonly File[]; readonly problems: readonly string[] }> {
  const ready: File[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const prepared = await prepareFile(file, rules);
    if (prepared.problem === undefined) ready.push(prepared.file);
    else problems.push(fileProblemText(words, file, prepared.problem, rules));
  }
  return { ready, problems };
}
