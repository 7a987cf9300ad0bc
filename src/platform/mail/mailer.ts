import { mkdir, rename, writeFile, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Clock } from '../clock.ts';
import { newUlid } from '../ids.ts';
import { systemErrorCode } from '../errors/system-error.ts';

/** Size that fits the headers of any email that this program writes. */
const HEAD_BYTES = 8192;

/** Emails written as files because there is no mail server. */
class MailFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Deletes files written before an instant. */
  async purge(before: Date): Promise<void> {
    await this.#removeIf(async (file) => (await stat(file)).mtime < before);
  }

  /** Deletes those to any of these addresses, in lower case. */
  async forget(addresses: readonly string[]): Promise<void> {
    await this.#removeIf(async (file) => {
      const to = /^To: (.*)$/m
        .exec(await headOf(file))?.[1]
        ?.trim()
        .toLowerCase();
      return to !== undefined && addresses.includes(to);
    });
  }

  async #removeIf(isOver: (file: string) => Promise<boolean>): Promise<void> {
    const names = await readdir(this.#directory).catch(absent([]));
    for (const name of names.filter((each) => /\.eml(?:\.part)?$/.test(each))) {
      const file = path.join(this.#directory, name);
      if (await isOver(file).catch(absent(false))) await rm(file, { force: true });
    }
  }
}

async function headOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Value for a file that does not exist or has been deleted since. */
function absent<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (systemErrorCode(error) === 'ENOENT') return value;
    throw error;
  };
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  /** One-click unsubscribe URL for this kind of email (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
}

/** Sends an email or throws. Only jobs call it, so that no request waits for a mail server. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Rejects if emails cannot be sent now. */
  check?(): Promise<void>;
  /** Writes emails to files instead of sending them. */
  readonly files?: MailFiles;
}

function toMessage(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    to: mail.to,
    // A line break would begin another header
    subject: mail.subject.replaceAll(/[\r\n]+/g, ' '),
    text: mail.text,
    html: mail.html,
    ...(mail.unsubscribeUrl === undefined
      ? {}
      : {
          headers: {
            'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
  };
}

const SMTP_TIMEOUT_MS = 10_000;

export interface SmtpOptions {
  /** Passwords and emails never go over an unencrypted connection; sending fails instead. */
  readonly requireTls: boolean;
}

export function smtpMailer(url: string, from: string, options: SmtpOptions = { requireTls: false }): Mailer {
  const transport = lazyTransport({
    url: options.requireTls ? withTls(url) : url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  return {
    async send(mail) {
      await (await transport()).sendMail(toMessage(mail, from));
    },
    async check() {
      await (await transport()).verify();
    },
  };
}

/** In the address itself, because the library prefers it to separate options. */
function withTls(url: string): string {
  const address = new URL(url);
  address.searchParams.delete('ignoreTLS');
  address.searchParams.delete('opportunisticTLS');
  address.searchParams.set('requireTLS', 'true');
  return address.href;
}

/** Replaces a mail server: writes each email as an .eml file, which appears under its name once complete. */
export function fileMailer(directory: string, from: string, clock: Clock): Mailer {
  const transport = lazyTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    files: new MailFiles(directory),
    async send(mail) {
      const { message } = await (await transport()).sendMail(toMessage(mail, from));
      await mkdir(directory, { recursive: true });
      const name = `${clock.now().toISOString().replaceAll(':', '-')}-${newUlid()}.eml`;
      const partial = path.join(directory, `.${name}.part`);
      await writeFile(partial, message as unknown as Buffer, { mode: 0o600 });
      await rename(partial, path.join(directory, name));
    },
  };
}

/** The library is loaded for the first email, because many processes send none. */
function lazyTransport(options: object): () => Promise<Transporter> {
  let transporter: Promise<Transporter> | null = null;
  return () =>
    (transporter ??= import('nodemailer').then((library) => library.default.createTransport(options)));
}
