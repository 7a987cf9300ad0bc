import type { Command } from './command.ts';
import { login, logout } from './login.ts';
import { completions } from './completions.ts';
import { trigger } from './trigger.ts';
import { listen } from './listen.ts';
import { push } from './push.ts';
import { search } from './search.ts';
import { tail } from './tail.ts';

export const COMMANDS: readonly Command[] = [
  login,
  logout,
  search,
  push,
  listen,
  trigger,
  tail,
  completions(() => COMMANDS),
];
