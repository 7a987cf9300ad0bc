import type { Mail } from '../../../src/platform/mail/mailer.ts';
import { TEST_PASSWORD } from '../../support/factories.ts';
import type { TestResponse, TestApp } from '../../support/test-app.ts';

export { TEST_PASSWORD as PASSWORD };

let people = 0;

export function newEmail(): string {
  return `driver${++people}@example.org`;
}

export function buyerForm(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { email: newEmail(), password: TEST_PASSWORD, name: 'Anna Petersen', role: 'BUYER', ...overrides };
}

export function sellerForm(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return buyerForm({ role: 'SELLER', companyName: 'Nord Trucks GmbH', country: 'DE', ...overrides });
}

export interface Registered {
  readonly userId: string;
  readonly email: string;
}

export async function register(
  t: TestApp,
  form = buyerForm(),
  headers: Readonly<Record<string, string>> = {},
): Promise<Registered> {
  const response = await t.post('/api/auth/register', form, { headers });
  if (response.status !== 201) throw new Error(`registration failed: ${response.text}`);
  return { userId: response.body.data.user.id, email: response.body.data.user.email };
}

export interface SignedIn extends Registered {
  readonly token: string;
  readonly refreshToken: string;
}

export async function signIn(t: TestApp, person: Registered, password = TEST_PASSWORD): Promise<SignedIn> {
  const response = await t.post('/api/auth/login', { email: person.email, password });
  if (response.status !== 200) throw new Error(`sign-in failed: ${response.text}`);
  const { accessToken, refreshToken } = response.body.data;
  return { ...person, token: accessToken, refreshToken };
}

/** Verifies the email address of a registered user, as if the user had entered the code. */
export async function verifyAddress(t: TestApp, person: Registered): Promise<void> {
  await t.db.updateTable('users').set({ email_verified: true }).where('id', '=', person.userId).execute();
}

/** Registers a user and signs in. */
export async function newPerson(
  t: TestApp,
  form = buyerForm(),
  headers: Readonly<Record<string, string>> = {},
): Promise<SignedIn> {
  return signIn(t, await register(t, form, headers));
}

/** Sends all emails that are due and returns the last one to an address. */
export async function lastMailTo(t: TestApp, email: string): Promise<Mail> {
  await t.drainJobs();
  const mail = t.mailbox.findLast((sent) => sent.to === email);
  if (mail === undefined) throw new Error(`nobody wrote to ${email}`);
  return mail;
}

export async function codeFor(t: TestApp, email: string): Promise<string> {
  return /\b\d{6}\b/.exec((await lastMailTo(t, email)).text)?.[0] ?? '';
}

export async function resetTokenFor(t: TestApp, email: string): Promise<string> {
  return /fwpr_[\w-]{43}/.exec((await lastMailTo(t, email)).text)?.[0] ?? '';
}

export function errorOf(response: TestResponse): [number, string] {
  return [response.status, response.body?.error?.code];
}

export interface FormPart {
  readonly name: string;
  readonly value?: string;
  readonly file?: { readonly name: string; readonly type: string; readonly content: Buffer };
}

export const BOUNDARY = 'form-boundary-7d1';

/** Encodes a multipart form as browsers do. */
export function formBytes(parts: readonly FormPart[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ name, value, file }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    ...(file === undefined
      ? [Buffer.from(`\r\n\r\n${value ?? ''}\r\n`)]
      : [
          Buffer.from(`; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`),
          file.content,
          Buffer.from('\r\n'),
        ]),
  ]);
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

export const FORM_HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

export function partsOf(form: Record<string, unknown>): FormPart[] {
  return Object.entries(form).map(([name, value]) => ({ name, value: String(value) }));
}

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
export const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.alloc(64),
]);

/** Runs the hourly purge immediately. */
export async function purgeExpired(app: TestApp): Promise<void> {
  const jobs = app.app.modules.list.flatMap((module) => module.jobs ?? []);
  const job = jobs.find(({ name }) => name === 'auth.purge-expired');
  if (job === undefined) throw new Error('nothing purges what has expired');
  await job.run(undefined as never, {
    jobId: 'job_x',
    attempt: 1,
    isLastAttempt: false,
    signal: new AbortController().signal,
    heartbeat: async () => true,
    proceed: async () => true,
  });
}
