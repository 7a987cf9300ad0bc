import { expect, it } from 'vitest';
import { clientErrorFor } from '../http/reply/errors.ts';
import { storageProblem } from './storage-error.ts';

it.each([
  ['ENOSPC', 'The file storage is full at the moment. Try again later.', 'the disk of DATA_DIR is full'],
  ['EDQUOT', 'The file storage is full at the moment. Try again later.', 'DATA_DIR is over its quota'],
  [
    'EROFS',
    'The server cannot store data at the moment. Try again later.',
    'the disk of DATA_DIR is read-only',
  ],
  [
    '53100',
    'The server cannot store data at the moment. Try again later.',
    'the disk of the database is full',
  ],
  ['25006', 'The server cannot store data at the moment. Try again later.', 'the database is read-only'],
])('%s is a 503, and named in the log', (code, message, reason) => {
  const error = Object.assign(new Error('write failed'), { code });
  expect(clientErrorFor(error)).toMatchObject({
    status: 503,
    message,
    headers: { 'retry-after': '5' },
  });
  expect(storageProblem(error)).toBe(reason);
});
