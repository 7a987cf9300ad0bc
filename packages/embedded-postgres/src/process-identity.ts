// Identifies a process beyond its ID. IDs are reused, almost always after a restart of a container; together
// with the start time of the process they are unique.
import { readFile } from 'node:fs/promises';
import { systemErrorCode } from './system-error.ts';
import { run } from './run-as.ts';

/**
 * Returns when the process started, in the system's format; `''` if it lives and the system does not report
 * it; null if dead.
 */
export async function birthOf(pid: number): Promise<string | null> {
  try {
    if (process.platform === 'linux') return await birthOnLinux(pid);
    const [state = '', ...born] = (await ps(pid, ['-o', 'state=', '-o', 'lstart='])).split(/\s+/);
    return state.startsWith('Z') ? null : born.join(' ');
  } catch {
    // The process is dead or hidden: /proc can hide the processes of other users.
    return processExists(pid) ? '' : null;
  }
}

/**
 * Returns whether the process with this start time still lives. An unknown start time matches any process.
 */
export async function isAlive(pid: number, birth: string): Promise<boolean> {
  const found = await birthOf(pid);
  return found !== null && (birth === '' || found === '' || found === birth);
}

/** Returns the program and its arguments; empty if the system does not report them. */
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
  // The name, in parentheses, can contain anything. State is the first field after it, starttime the
  // twentieth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : `${bootId.trim()}:${fields[19] ?? ''}`;
}

async function ps(pid: number, format: readonly string[]): Promise<string> {
  return (await run('ps', ['-ww', ...format, '-p', String(pid)], null)).trim();
}

function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}
