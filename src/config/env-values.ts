import type { Environment } from './config.ts';

/** A variable that cannot be used; the message names it and says what would do. */
export class ConfigError extends Error {
  constructor(name: string, problem: string) {
    super(`${name} ${problem}`);
    this.name = 'ConfigError';
  }
}

/** An empty value counts as not set, as shells and compose files write it. */
export function optional(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

export function positiveInteger(
  env: Environment,
  name: string,
  fallback: number,
  bounds: { min: number; max: number },
): number {
  const text = optional(env, name);
  if (text === null) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < bounds.min || value > bounds.max) {
    throw new ConfigError(name, `must be a whole number from ${bounds.min} to ${bounds.max}, not "${text}"`);
  }
  return value;
}

export function flag(env: Environment, name: string, fallback: boolean): boolean {
  const text = optional(env, name)?.toLowerCase();
  if (text === undefined) return fallback;
  if (['1', 'on', 'true', 'yes'].includes(text)) return true;
  if (['0', 'off', 'false', 'no'].includes(text)) return false;
  throw new ConfigError(name, `must be on or off, not "${text}"`);
}

export function oneOf<const T extends readonly string[]>(
  env: Environment,
  name: string,
  values: T,
  fallback: T[number],
): T[number] {
  const text = optional(env, name);
  if (text === null) return fallback;
  const found = values.find((value) => value === text);
  if (found === undefined) throw new ConfigError(name, `must be one of ${values.join(', ')}, not "${text}"`);
  return found;
}

export function schedule(env: Environment, name: string, fallback: readonly number[]): readonly number[] {
  const text = optional(env, name);
  if (text === null) return fallback;
  const seconds = text.split(',').map((part) => Number(part.trim()));
  if (seconds.length !== fallback.length || seconds.some((value) => !Number.isFinite(value) || value < 0)) {
    throw new ConfigError(
      name,
      `must be ${fallback.length} numbers of seconds with commas, as in ${fallback.join(',')}`,
    );
  }
  return seconds;
}
