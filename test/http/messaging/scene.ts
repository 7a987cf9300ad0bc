import {
  createBuyer,
  createListing,
  createSeller,
  type TestListing,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import type { TestResponse, TestApp } from '../../support/test-app.ts';

export const CONVERSATIONS = '/v1/messages/conversations';

export interface Scene {
  readonly buyer: TestUser;
  readonly seller: TestSeller;
  readonly listing: TestListing;
  readonly conversationId: string;
  /** ID of the first message, from the buyer. */
  readonly messageId: string;
}

/** Creates a buyer who has sent an inquiry about a seller's listing. */
export async function createScene(t: TestApp, message = 'Is it still available?'): Promise<Scene> {
  const buyer = await createBuyer(t);
  const seller = await createSeller(t);
  const listing = await createListing(t, seller);
  const response = await startConversation(t, buyer, listing, message);
  const { conversation, message: first } = response.body.data;
  return { buyer, seller, listing, conversationId: conversation.id, messageId: first.id };
}

export function startConversation(
  t: TestApp,
  buyer: TestUser,
  listing: TestListing,
  message = 'Is it still available?',
): Promise<TestResponse> {
  return t.post(CONVERSATIONS, { listing_id: listing.listingId, message }, { as: buyer });
}

export function sendMessage(
  t: TestApp,
  sender: TestUser,
  conversationId: string,
  content: string,
): Promise<TestResponse> {
  return t.post(`${CONVERSATIONS}/${conversationId}`, { content }, { as: sender });
}

export function readConversation(
  t: TestApp,
  reader: TestUser,
  conversationId: string,
  query = '',
): Promise<TestResponse> {
  return t.get(`${CONVERSATIONS}/${conversationId}${query}`, { as: reader });
}

/** Encodes a multipart body with text fields and at most one file. */
export function formOf(
  fields: Readonly<Record<string, string>>,
  file?: { readonly name: string; readonly type: string; readonly content: Buffer; readonly field?: string },
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = '----fifthwheel-test';
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file !== undefined) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${file.field ?? 'attachment'}"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`;
    parts.push(Buffer.from(head), file.content, Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    payload: Buffer.concat(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Returns the events of a type in the order in which they were written. */
// eslint-disable-next-line typescript/no-explicit-any -- tests look into events whose types their schemas already check
export async function eventsOf(t: TestApp, type: string): Promise<any[]> {
  return t.db.selectFrom('events').selectAll().where('type', '=', type).orderBy('id').execute();
}
