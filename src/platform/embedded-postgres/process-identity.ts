// A process id alone says little: ids are reused, after a restart of a container nearly always. With the moment the
// process was born it names one process for ever.
import { readFile, readlink } from 'node:fs/promises';
import { systemErrorCode } from '../errors/system-error.ts';
import { run } from './run-as.ts';

/** When the process was born, as the system tells it; `''` when it lives and the system does not; null when dead. */
export async function birthOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const birth = await birthOnLinux(pid);
    if (birth !== undefined) return birth;
  } else if (process.platform !== 'win32') {
    return await birthFromPs(pid);
  }
  return exists(pid) ? '' : null;
}

/** Whether the process that was born then still lives. A birth that was not told cannot speak against it. */
export async function isAlive(pid: number, birth: string): Promise<boolean> {
  const found = await birthOf(pid);
  return found !== null && (birth === '' || found === '' || found === birth);
}

/** The program and its arguments; null where the system does not tell. */
export async function commandLineOf(pid: number): Promise<string | null> {
  try {
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    if (process.platform === 'win32') return null;
    return await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)], null);
  } catch {
    return null;
  }
}

export async function workingDirectoryOf(pid: number): Promise<string | null> {
  try {
    return process.platform === 'linux' ? await readlink(`/proc/${pid}/cwd`) : null;
  } catch {
    return null;
  }
}

/** undefined where /proc hides the process, which it may do with those of other users. */
async function birthOnLinux(pid: number): Promise<string | null | undefined> {
  try {
    const [stat, bootId] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'latin1'),
      readFile('/proc/sys/kernel/random/boot_id', 'latin1'),
    ]);
    // The name, in parentheses, may hold anything; state is the first field after it, starttime the twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isDead = fields[0] === 'Z' || fields[0] === 'X';
    return isDead ? null : `${bootId.trim()}:${fields[19] ?? ''}`;
  } catch {
    return undefined;
  }
}

async function birthFromPs(pid: number): Promise<string | null> {
  try {
    const told = await run('ps', ['-o', 'state=', '-o', 'lstart=', '-p', String(pid)], null);
    const [state = '', ...born] = told.trim().split(/\s+/);
    return state === '' || state.startsWith('Z') ? null : born.join(' ');
  } catch {
    return exists(pid) ? '' : null;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}
