/**
 * A file field: converts and shrinks photos before they are sent, adds files chosen later, and can remove each. Without scripts, it is a
 * normal file input.
 */
import { prepareFile } from '../shared/prepare-file.ts';

export function start(element: HTMLElement): void {
  const input = element as HTMLInputElement;
  const {
    files: max = '1',
    preparing = '',
    remove = '',
    tooMany = '',
    size = '',
    format = '',
  } = input.dataset;
  const filesMax = Number(max);
  const rules = { types: input.accept.split(',') };
  const list = document.createElement('ul');
  list.className = 'chosen-files';
  const status = document.createElement('p');
  status.className = 'note';
  status.setAttribute('role', 'status');
  const problem = document.createElement('p');
  problem.className = 'problem';
  problem.setAttribute('role', 'alert');
  input.after(list, status, problem);
  let chosen: readonly File[] = [];

  /** The form sends the files of the list. */
  const show = (): void => {
    const transfer = new DataTransfer();
    for (const file of chosen) transfer.items.add(file);
    input.files = transfer.files;
    list.replaceChildren(...(filesMax > 1 ? chosen.map(rowOf) : []));
  };
  const rowOf = (file: File): HTMLElement => {
    const row = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet';
    button.textContent = '✕';
    button.setAttribute('aria-label', withName(remove, file));
    button.addEventListener('click', () => {
      chosen = chosen.filter((other) => other !== file);
      show();
      input.focus();
    });
    row.append(file.name, ' ', button);
    return row;
  };
  const take = async (files: readonly File[]): Promise<void> => {
    const problems: string[] = [];
    const ready: File[] = [];
    problem.textContent = '';
    status.textContent = preparing;
    // Block the form and show the reason.
    input.setCustomValidity(preparing);
    for (const file of files) {
      const prepared = await prepareFile(file, rules);
      if (prepared.problem === undefined) ready.push(prepared.file);
      else problems.push(withName(prepared.problem === 'size' ? size : format, file));
    }
    // Where one file is wanted, another takes its place.
    const all = filesMax === 1 && ready.length > 0 ? ready : [...chosen, ...ready];
    chosen = all.slice(0, filesMax);
    const left = all.slice(filesMax).map(({ name }) => name);
    if (left.length > 0) problems.push(tooMany.replace('{names}', () => left.join(', ')));
    input.setCustomValidity('');
    status.textContent = '';
    problem.textContent = problems.join(' ');
    show();
  };
  /** One after the other, so that files stay in the order in which they were chosen. */
  let queue: Promise<void> = Promise.resolve();
  const add = (): void => {
    const files = [...(input.files ?? [])];
    // The dialog was left without a choice: some browsers then empty the field.
    queue = queue.then(() => (files.length === 0 ? show() : take(files)));
  };
  input.addEventListener('change', add);
  // Chosen before this script was there.
  if ((input.files?.length ?? 0) > 0) add();
}

/** By a function, since a name may hold what `replace` would read as a pattern. */
function withName(text: string, { name }: File): string {
  return text.replace('{name}', () => name);
}
