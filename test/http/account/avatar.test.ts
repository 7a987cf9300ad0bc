import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/platform/clock.ts';
import { createBuyer, createListing, createSeller, createTeamMember } from '../../support/factories.ts';
import { sendFiles } from '../media/support/form.ts';
import { hugePng, jpeg } from '../media/support/pictures.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { newPerson, PASSWORD } from '../auth/support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const url = '/api/account/avatar';
type Credential = { readonly token: string };

function put(content: Buffer, as: Credential, field = 'avatar') {
  return sendFiles(t, url, [{ content, field, filename: 'me.jpg' }], { as, method: 'PUT' });
}

async function fetchStatus(address: string): Promise<number> {
  return (await t.http.inject(new URL(address).pathname)).statusCode;
}

async function sweepFiles(): Promise<void> {
  await t.app.runner.scheduleRecurring();
  t.clock.advance(16 * MINUTE_MS);
  await t.drainJobs();
}

describe('PUT and DELETE /account/avatar', () => {
  it('200: the image is re-encoded within 256 pixels without metadata, and the previous file is removed', async () => {
    const buyer = await createBuyer(t);
    const withPlace = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .jpeg()
      .toBuffer();
    const first = await put(withPlace, buyer);
    expect([first.status, first.body.data.id]).toEqual([200, buyer.userId]);
    const { rawPayload } = await t.http.inject(new URL(first.body.data.avatar).pathname);
    const { width, height, format, exif } = await sharp(rawPayload).metadata();
    expect({ width, height, format, exif }).toEqual({
      width: 256,
      height: 171,
      format: 'webp',
      exif: undefined,
    });
    const second = await put(await jpeg(), buyer, 'file');
    expect((await t.get('/api/auth/me', { as: buyer })).body.data.avatar).toBe(second.body.data.avatar);
    await sweepFiles();
    expect([await fetchStatus(first.body.data.avatar), await fetchStatus(second.body.data.avatar)]).toEqual([
      404, 200,
    ]);
    expect((await t.del(url, { as: buyer })).status).toBe(204);
    expect((await t.get('/api/auth/me', { as: buyer })).body.data.avatar).toBeNull();
    await sweepFiles();
    expect(await fetchStatus(second.body.data.avatar)).toBe(404);
  });

  it('is shown to colleagues and to those whom the person writes to', async () => {
    const seller = await createSeller(t);
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    const buyer = await createBuyer(t);
    const ofAgent = (await put(await jpeg(), agent)).body.data.avatar;
    const ofBuyer = (await put(await jpeg(), buyer)).body.data.avatar;
    const team = await t.get('/v1/seller/team', { as: seller });
    const avatars = new Map<string, string | null>(
      team.body.data.members.map((member: { userId: string; avatar: string | null }) => [
        member.userId,
        member.avatar,
      ]),
    );
    expect([avatars.get(agent.userId), avatars.get(seller.userId)]).toEqual([ofAgent, null]);
    const { listingId } = await createListing(t, seller);
    await t.post(
      '/v1/messages/conversations',
      { listing_id: listingId, message: 'Still there?' },
      { as: buyer },
    );
    const { body } = await t.get('/v1/messages/conversations', { as: seller });
    expect(body.data.conversations[0].participant).toMatchObject({ id: buyer.userId, avatar: ofBuyer });
  });

  it('goes with the account, its file too', async () => {
    const person = await newPerson(t);
    const { avatar } = (await put(await jpeg(), person)).body.data;
    const erased = await t.call('DELETE', '/api/auth/me', { as: person.token, body: { password: PASSWORD } });
    expect(erased.status).toBe(204);
    await sweepFiles();
    expect(await fetchStatus(avatar)).toBe(404);
    const row = await t.db
      .selectFrom('users')
      .select('avatar')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(row.avatar).toBeNull();
  });

  it('401 without an account; 413, 415 and 422 for files that are not images, with nothing stored', async () => {
    const buyer = await createBuyer(t);
    const refused = [
      await put(Buffer.from('<svg/>'), buyer),
      await put(hugePng(9000, 9000), buyer),
      await sendFiles(t, url, [], { as: buyer, method: 'PUT' }),
      await sendFiles(
        t,
        url,
        [1, 2].map(() => ({ content: hugePng(20, 20), field: 'avatar' })),
        { as: buyer, method: 'PUT' },
      ),
    ];
    expect(refused.map(({ status }) => status)).toEqual([415, 422, 422, 413]);
    const uploadPadded = async (bytes: number) => {
      const picture = await jpeg();
      return put(Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]), buyer);
    };
    expect((await uploadPadded(10 * 1024 * 1024 + 1)).status).toBe(413);
    expect(refused[2]!.body.error.details[0].field).toBe('avatar');
    expect((await t.del(url)).status).toBe(401);
    expect((await t.get('/api/auth/me', { as: buyer })).body.data.avatar).toBeNull();
  });
});
