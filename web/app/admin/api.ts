/** The administrators' part of the API, by the same client. */
import { methodsOf } from '../../../clients/typescript/src/client.ts';
import { api } from '../api.ts';
import type { Api } from './generated/api.ts';
import { REQUESTS } from './generated/requests.ts';

export type * from './generated/types.ts';

export const admin = methodsOf<Api>((parts) => api.request(parts), REQUESTS);
