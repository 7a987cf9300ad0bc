import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript.ts';
import { baseUrl, given, tour } from './tour.ts';

/** If the client followed a redirect, it would send keys and bodies to another address. */
const client = createClient<paths>({ baseUrl: baseUrl(), redirect: 'error' });
const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

await tour('openapi-typescript', {
  async search(q) {
    const { data } = await client.GET('/search', { params: { query: { q } } });
    return given(data).data.results;
  },
  async register(body) {
    const { data } = await client.POST('/auth/register', { body });
    return given(data).data.user.email;
  },
  async signIn(email, password) {
    const { data } = await client.POST('/auth/login', { body: { email, password } });
    return given(data).data.accessToken;
  },
  async publish(token, body) {
    const { data } = await client.POST('/seller/listings', { body, ...as(token) });
    return given(data).data.slug;
  },
  async read(slug) {
    const { data } = await client.GET('/listings/{slug}', { params: { path: { slug } } });
    const { id, title, seller } = given(data).data;
    return { id, title, company: seller.companyName };
  },
  async refusedFields(token) {
    const { error } = await client.POST('/seller/listings', {
      body: { title: 'No', price: -1 },
      ...as(token),
    });
    return (given(error).error.details ?? []).map(({ field }) => field);
  },
  async signOut(token) {
    await client.POST('/auth/logout', as(token));
  },
  async accountStatus(token) {
    const { response } = await client.GET('/auth/me', as(token));
    return response.status;
  },
});
