import { describe, expect, it } from 'vitest';
import { parsePidFile } from './leftover.ts';

const FIRST_LINES = '4711\n/srv/data/postgres/cluster\n1790000000\n5432\n/srv/data/postgres/socket\n';

describe('parsePidFile', () => {
  it.each([
    [
      `${FIRST_LINES}\n  5432001    196610\nready   \n`,
      { pid: 4711, socketDir: '/srv/data/postgres/socket', isReady: true },
    ],
    [`${FIRST_LINES}\n  5432001    196610\nstarting\n`, { pid: 4711, isReady: false }],
    [FIRST_LINES, { pid: 4711, port: '5432', isReady: false }],
    [
      '4711\n/srv/data/postgres/cluster\n1790000000\n5432\n\n127.0.0.1\n\nready\n',
      { socketDir: '', isReady: true },
    ],
    ['-4711\n/srv/data/postgres/cluster\n', { pid: 4711, isReady: false }],
  ])('reads %j', (text, expected) => {
    expect(parsePidFile(text)).toMatchObject(expected);
  });

  it.each(['', '\n', 'torn', '0\n'])('finds no process in %j', (text) => {
    expect(parsePidFile(text)).toBeUndefined();
  });
});
