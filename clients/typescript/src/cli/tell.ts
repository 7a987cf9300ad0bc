import { FifthwheelError } from '../errors.ts';
import { type Output, plain, UsageError } from './io.ts';

/** Says what went wrong, and answers the status to exit with. */
export function tell(error: unknown, out: Output): number {
  if (error instanceof FifthwheelError) {
    const { code, message, details, requestId, status } = error;
    if (out.isJson) out.note(JSON.stringify({ error: { code, message, status, details, requestId } }));
    else {
      out.note(`error: ${plain(message)} (${code})`);
      // A single one is in the message already.
      for (const detail of details.filter((each) => !message.includes(each.message)))
        out.note(`  ${plain('field' in detail ? detail.field : '')} ${plain(detail.message)}`);
      if (code === 'CONNECTION_FAILED') out.note('--url names another market.');
      if (status === 401 && code !== 'INVALID_CREDENTIALS') out.note('Sign in with: fifthwheel login');
    }
    return 1;
  }
  const { message, cause } = error as Error;
  const why = (cause as { code?: string } | undefined)?.code;
  const text = why === undefined ? message : `${message} (${why})`;
  out.note(out.isJson ? JSON.stringify({ error: { message: text } }) : `error: ${plain(text)}`);
  return error instanceof UsageError ? 2 : 1;
}
