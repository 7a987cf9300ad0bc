// A process id alone says little: ids are reused, after a restart of a container nearly always. With the moment the
// process was born it names one process for ever.
import { readFile } from 'node:fs/promises';
import { systemErrorCode } from './system-error.ts';
import { run } from './run-as.ts';

/** When the process was born, as the system tells it; `''` when it lives and the system does not; null when dead. */
export async function birthOf(pid: number): Promise<string | null> {
  try {
    if (process.platform === 'linux') return await birthOnLinux(pid);
    const [state = '', ...born] = (await ps(pid, ['-o', 'state=', '-o', 'lstart='])).split(/\s+/);
    return state.startsWith('Z') ? null : born.join(' ');
  } catch {
    // Dead, or hidden: /proc may keep the processes of other users to itself.
    return exists(pid) ? '' : null;
  }
}

/** Whether the process that was born then still lives. A birth that was not told cannot speak against it. */
export async function isAlive(pid: number, birth: string): Promise<boolean> {
  const found = await birthOf(pid);
  return found !== null && (birth === '' || found === '' || found === birth);
}

/** The program and its arguments; empty where the system does not tell. */
export async function commandLineOf(pid: number): Promise<string> {
  try {
    if (process.platform !== 'linux') return await ps(pid, ['-o', 'command=']);
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

async function birthOnLinux(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'latin1');
  // The name, in parentheses, may hold anything; state is the first field after it, starttime the twentieth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : `${bootId.trim()}:${fields[19] ?? ''}`;
}

async function ps(pid: number, format: readonly string[]): Promise<string> {
  return (await run('ps', ['-ww', ...format, '-p', String(pid)], null)).trim();
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}
