import { FifthwheelError } from '../errors.ts';
import { type Output, plain, UsageError } from './io.ts';

/** Prints the error and returns the exit status. */
export function tell(error: unknown, out: Output): number {
  if (error instanceof FifthwheelError) {
    const { code, message, details, requestId, status } = error;
    if (out.isJson) out.note(JSON.stringify({ error: { code, message, status, details, requestId } }));
    else {
      out.note(`error: ${plain(message)} (${code})`);
      // The message already contains the detail if there is only one.
      for (const detail of details.filter((each) => !message.includes(each.message)))
        out.note(`  ${plain('field' in detail ? detail.field : '')} ${plain(detail.message)}`);
      if (code === 'CONNECTION_FAILED') out.note('--url names another market.');
      if (status === 401 && code !== 'INVALID_CREDENTIALS') out.note('Sign in with: fifthwheel login');
    }
    return 1;
  }
  const { message, cause } = error as Error;
  const causeCode = (cause as { code?: string } | undefined)?.code;
  const text = causeCode === undefined ? message : `${message} (${causeCode})`;
  out.note(out.isJson ? JSON.stringify({ error: { message: text } }) : `error: ${plain(text)}`);
  return error instanceof UsageError ? 2 : 1;
}
