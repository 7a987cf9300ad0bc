import type { TestResponse, CallOptions, TestApp } from '../../../support/test-app.ts';

export interface FormFile {
  readonly content: Buffer;
  readonly field?: string;
  readonly filename?: string;
  readonly type?: string;
}

const BOUNDARY = '----fifthwheel-test-boundary';

export function form(files: readonly FormFile[]): { payload: Buffer; headers: Record<string, string> } {
  const parts = files.flatMap(({ content, field, filename, type }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field ?? 'images'}"; filename="${filename ?? 'photo.jpg'}"\r\n` +
        `Content-Type: ${type ?? 'image/jpeg'}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

/** Sends files as a multipart form. */
export function sendFiles(
  t: TestApp,
  url: string,
  files: readonly FormFile[],
  options: CallOptions & { readonly method?: string } = {},
): Promise<TestResponse> {
  const { payload, headers } = form(files);
  return t.call(options.method ?? 'POST', url, {
    ...options,
    payload,
    headers: { ...headers, ...options.headers },
  });
}
