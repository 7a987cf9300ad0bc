import type { Readable } from 'node:stream';
import type { ErrorDetail } from '../errors/app-error.ts';
import type { Reply } from './route.ts';

interface ReplyOptions {
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Version of the resource. Without it, public responses get a hash of their bytes. */
  readonly etag?: string;
  /** Problems that did not prevent the change. */
  readonly warnings?: readonly ErrorDetail[];
}

export function ok(data: unknown, options: ReplyOptions = {}): Reply {
  return withData(200, data, options);
}

export function created(data: unknown, options: ReplyOptions = {}): Reply {
  return withData(201, data, options);
}

export function accepted(data: unknown, options: ReplyOptions = {}): Reply {
  return withData(202, data, options);
}

/** Envelope around `data` that is already serialized. */
export const READY_ENVELOPE = { begin: '{"success":true,"data":', end: '}' } as const;

/** 200 with a serialized envelope. */
export function ready(envelope: Buffer, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, ready: envelope, headers };
}

/** 200 with a sentence and no data. */
export function message(text: string): Reply {
  return { status: 200, body: { success: true, message: text } };
}

export function noContent(): Reply {
  return { status: 204 };
}

/** 200 with a body that is not JSON: a file, a page. */
export function content(
  contentType: string,
  body: string | Buffer | Readable,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status: 200, raw: { contentType, content: body }, headers };
}

function withData(status: number, data: unknown, options: ReplyOptions): Reply {
  return {
    status,
    body: {
      success: true,
      data,
      ...(options.message === undefined ? {} : { message: options.message }),
      ...(options.warnings === undefined || options.warnings.length === 0
        ? {}
        : { warnings: options.warnings }),
    },
    ...(options.headers === undefined ? {} : { headers: options.headers }),
    ...(options.etag === undefined ? {} : { etag: options.etag }),
  };
}

/** No response of the API is a page, so browsers must not load, frame or sniff anything. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(self), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), usb=()',
};

/** Lists the ignored fields of the request in the body, too. */
export function withWarnings(reply: Reply, ignored: readonly string[]): Reply {
  if (ignored.length === 0 || typeof reply.body !== 'object' || reply.body === null) return reply;
  const warnings = ignored.map((field) => ({ field, message: 'is unknown and was ignored' }));
  const ownWarnings =
    'warnings' in reply.body && Array.isArray(reply.body.warnings) ? (reply.body.warnings as object[]) : [];
  return { ...reply, body: { ...reply.body, warnings: [...ownWarnings, ...warnings] } };
}
