import { createClient } from '../client.ts';
import type { Command } from './command.ts';
import {
  DEFAULT_URL,
  RETRIES,
  clientOf,
  forgetCredentials,
  readCredentials,
  writeCredentials,
} from './credentials.ts';
import { ask, plain } from './io.ts';

/**
 * Prompts for passwords and keys. They are never arguments, because every user of the machine can read those.
 */
export const login: Command = {
  name: 'login',
  takes: '[--key]',
  does: 'sign in with e-mail and password, or with an API key',
  options: { key: false },
  wordsMin: 0,
  wordsMax: 0,
  async run({ io, out, options }) {
    const url = String(options['url'] ?? io.env['FIFTHWHEEL_URL'] ?? DEFAULT_URL);
    const common = { baseUrl: url, fetch: io.fetch, retries: RETRIES };
    if (options['key'] === true) {
      const [apiKey = ''] = await ask(io, [{ text: 'API key: ', secret: true }]);
      const { scopes } = await createClient({ ...common, apiKey }).apiKeys.verify();
      const file = await writeCredentials(io, { url, apiKey });
      out.result({ url, scopes }, () => [`A key with ${scopes.join(', ') || 'no scopes'}, kept in ${file}`]);
      return 0;
    }
    const [email = '', password = ''] = await ask(io, [
      { text: 'E-mail: ', secret: false },
      { text: 'Password: ', secret: true },
    ]);
    const market = createClient(common);
    const { user } = await market.signIn({ email, password });
    const { session } = market;
    if (session === null) return 1;
    const file = await writeCredentials(io, { url, session });
    out.result({ url, user }, () => [`Signed in as ${plain(user.name)} (${user.role}), kept in ${file}`]);
    return 0;
  },
};

export const logout: Command = {
  name: 'logout',
  takes: '',
  does: 'end the session, and forget it',
  options: {},
  wordsMin: 0,
  wordsMax: 0,
  async run({ io, out }) {
    const stored = await readCredentials(io);
    // Forget the session even if the server no longer knows it.
    if (stored?.session !== undefined) await (await clientOf(io, stored.url)).signOut().catch(() => {});
    await forgetCredentials(io);
    out.result({}, () => ['Signed out.']);
    return 0;
  },
};
