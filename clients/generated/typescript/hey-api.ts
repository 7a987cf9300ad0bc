import { createClient } from './generated/hey-api/client/index.ts';
import {
  accountGet,
  authLogin,
  authLogout,
  authRegister,
  listingsCreate,
  publicListingsGet,
  searchRun,
} from './generated/hey-api/index.ts';
import { baseUrl, given, tour } from './tour.ts';

/** If the client followed a redirect, it would send keys and bodies to another address. */
const options = { baseUrl: baseUrl(), redirect: 'error' } as const;
const client = createClient(options);
const as = (token: string) => ({ client: createClient({ ...options, auth: token }) });

await tour('hey-api', {
  async search(q) {
    const { data } = await searchRun({ client, query: { q } });
    return given(data).data.results;
  },
  async register(body) {
    const { data } = await authRegister({ client, body });
    return given(data).data.user.email;
  },
  async signIn(email, password) {
    const { data } = await authLogin({ client, body: { email, password } });
    return given(data).data.accessToken;
  },
  async publish(token, body) {
    const { data } = await listingsCreate({ ...as(token), body });
    return given(data).data.slug;
  },
  async read(slug) {
    const { data } = await publicListingsGet({ client, path: { slug } });
    const { id, title, seller } = given(data).data;
    return { id, title, company: seller.companyName };
  },
  async refusedFields(token) {
    const { error } = await listingsCreate({ ...as(token), body: { title: 'No', price: -1 } });
    return (given(error).error.details ?? []).map(({ field }) => field);
  },
  async signOut(token) {
    await authLogout(as(token));
  },
  async accountStatus(token) {
    const { response } = await accountGet(as(token));
    return given(response).status;
  },
});
