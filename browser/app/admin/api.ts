/** The administrators' part of the API, by the same client. */
import { methodsOf } from '../../../clients/typescript/src/client.ts';
import { api, isApiError } from '../api.ts';
import { readsOf } from '../query.ts';
import type { Api } from './generated/api.ts';
import { REQUESTS } from './generated/requests.ts';

export type * from './generated/types.ts';

/** Actions that cannot be undone need a recent sign-in: prompts for the password and repeats the request. */
export const admin = methodsOf<Api>(async (parts) => {
  try {
    return await api.request(parts);
  } catch (error) {
    if (!isApiError(error) || !error.details.some(({ field }) => field === 'session')) throw error;
    const { promptForPassword } = await import('./fresh-sign-in.tsx');
    if (!(await promptForPassword())) throw error;
    return api.request(parts);
  }
}, REQUESTS);

export const adminRead = readsOf<Api>('admin', admin, REQUESTS);
