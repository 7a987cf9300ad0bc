import {
  accountGet,
  authLogin,
  authLogout,
  authRegister,
  listingsCreate,
  publicListingsGet,
  searchRun,
} from './generated/orval.ts';
import { given, tour } from './tour.ts';

/** If the client followed a redirect, it would send keys and bodies to another address. */
const NO_REDIRECTS = { redirect: 'error' } as const;
/**
 * Needed for operations that also accept forms: the client leaves the choice of content type to its caller.
 */
const JSON_BODY = { ...NO_REDIRECTS, headers: { 'content-type': 'application/json' } };
const as = (token: string) => ({ ...NO_REDIRECTS, headers: { authorization: `Bearer ${token}` } });

await tour('orval', {
  async search(q) {
    const answer = await searchRun({ q });
    if (answer.status !== 200) throw new Error(`${answer.status}`);
    return answer.data.data.results;
  },
  async register(body) {
    const answer = await authRegister(body, JSON_BODY);
    if (answer.status !== 201) throw new Error(`${answer.status}`);
    return answer.data.data.user.email;
  },
  async signIn(email, password) {
    const answer = await authLogin({ email, password }, NO_REDIRECTS);
    if (answer.status !== 200) throw new Error(`${answer.status}`);
    return answer.data.data.accessToken;
  },
  async publish(token, body) {
    const answer = await listingsCreate(body, as(token));
    if (answer.status !== 201) throw new Error(`${answer.status}`);
    return answer.data.data.slug;
  },
  async read(slug) {
    const answer = await publicListingsGet(slug);
    if (answer.status !== 200) throw new Error(`${answer.status}`);
    const { id, title, seller } = answer.data.data;
    return { id, title, company: seller.companyName };
  },
  async refusedFields(token) {
    const answer = await listingsCreate({ title: 'No', price: -1 }, as(token));
    if (answer.status !== 422) throw new Error(`${answer.status}`);
    return given(answer.data.error.details).map(({ field }) => field);
  },
  async signOut(token) {
    await authLogout(as(token));
  },
  async accountStatus(token) {
    return (await accountGet(as(token))).status;
  },
});
