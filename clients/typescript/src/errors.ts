import type { ErrorCode, ErrorDetail } from './generated/types.ts';

/** An error response, or a request without a response. `code` is for programs, `message` for people. */
export class FifthwheelError extends Error {
  override readonly name = 'FifthwheelError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /**
   * Code from the API's error catalog, or one of the client's. `CONNECTION_FAILED` and `TIMED_OUT`: no
   * response. `REDIRECTED`: a redirect, which is never followed. `UNEXPECTED_ANSWER`: a response that is not
   * the API's, such as a proxy's.
   */
  readonly code:
    ErrorCode | 'CONNECTION_FAILED' | 'TIMED_OUT' | 'NOT_MODIFIED' | 'REDIRECTED' | 'UNEXPECTED_ANSWER';
  /** One entry for each invalid field. */
  readonly details: readonly ErrorDetail[];
  /** Identifies the request when you contact support. */
  readonly requestId: string | null;
  /** Seconds to wait, if the server names them. */
  readonly retryAfter: number | null;

  constructor(parts: {
    status: number;
    code: FifthwheelError['code'];
    message: string;
    details?: readonly ErrorDetail[] | undefined;
    requestId?: string | null;
    retryAfter?: number | null;
    cause?: unknown;
  }) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.status = parts.status;
    this.code = parts.code;
    this.details = parts.details ?? [];
    this.requestId = parts.requestId ?? null;
    this.retryAfter = parts.retryAfter ?? null;
  }
}

/** Creates the error for a request without a response. The server may have processed the request. */
export function lostAnswer(cause: unknown, origin: string, limitMs: number): FifthwheelError {
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    const message = `${origin} did not answer within ${limitMs / 1000} s.`;
    return new FifthwheelError({ status: 0, code: 'TIMED_OUT', message, cause });
  }
  const { cause: reason } = cause as { cause?: { code?: unknown } };
  const causeText = typeof reason?.code === 'string' ? ` (${reason.code})` : '';
  const message = `The connection to ${origin} failed${causeText}. Check the address, and that it can be reached from here.`;
  return new FifthwheelError({ status: 0, code: 'CONNECTION_FAILED', message, cause });
}

export function isLost({ code }: FifthwheelError): boolean {
  return code === 'CONNECTION_FAILED' || code === 'TIMED_OUT';
}

/** Returns the seconds from now that `Retry-After` names, as a number or as a date. */
export function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}

/** Browsers hide the target of a redirect from scripts: the response is opaque. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

function redirectText({ headers, url }: Response): string {
  const location = headers.get('location');
  const from = URL.canParse(url) ? url : undefined;
  const target = location !== null && URL.canParse(location, from) ? new URL(location, from) : null;
  const place = target === null ? 'another address' : `${target.origin}${target.pathname}`;
  return `The server redirects to ${place}. Redirects are not followed, so that credentials go to no other address: use the address at which the marketplace answers.`;
}

export async function errorOf(response: Response): Promise<FifthwheelError> {
  const { status, headers } = response;
  const common = { status, requestId: headers.get('x-request-id'), retryAfter: retryAfterOf(headers) };
  if (status === 304) return new FifthwheelError({ ...common, code: 'NOT_MODIFIED', message: 'Unchanged.' });
  if (isRedirect(response)) {
    await response.body?.cancel().catch(() => {});
    return new FifthwheelError({ ...common, code: 'REDIRECTED', message: redirectText(response) });
  }
  const text = await response.text().catch(() => '');
  try {
    const { error } = JSON.parse(text) as {
      error: { code: ErrorCode; message: string; details?: readonly ErrorDetail[] };
    };
    return new FifthwheelError({
      ...common,
      code: error.code,
      message: error.message,
      details: error.details,
    });
  } catch {
    const message = `The server answered with status ${status}.`;
    return new FifthwheelError({ ...common, code: 'UNEXPECTED_ANSWER', message });
  }
}
