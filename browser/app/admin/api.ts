/** The administrators' part of the API, by the same client. */
import { methodsOf } from '../../../clients/typescript/src/client.ts';
import { api, isRefusal } from '../api.ts';
import type { Api } from './generated/api.ts';
import { REQUESTS } from './generated/requests.ts';

export type * from './generated/types.ts';

/** What cannot be taken back needs a sign-in of the last minutes: the password is asked for, and the call made again. */
export const admin = methodsOf<Api>(async (parts) => {
  try {
    return await api.request(parts);
  } catch (error) {
    if (!isRefusal(error) || !error.details.some(({ field }) => field === 'session')) throw error;
    const { askForPassword } = await import('./fresh-sign-in.tsx');
    if (!(await askForPassword())) throw error;
    return api.request(parts);
  }
}, REQUESTS);
