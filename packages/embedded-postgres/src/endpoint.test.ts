import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { connectionUrl, endpointSettings, ROLE } from './endpoint.ts';

/** Shows how node-postgres interprets a URL and the environment. It does not connect. */
function clientOf(url: string): pg.Client {
  return new pg.Client({ connectionString: url });
}

describe('connectionUrl', () => {
  it.each(['/srv/fifthwheel/socket', '/tmp/my data/50%20/a+b', '/tmp/é?#&=', '/tmp/it\'s,"here"'])(
    'is read by node-postgres as a socket in %s',
    (socketDir) => {
      const url = connectionUrl(socketDir, ROLE, 'p@ss:w/rd');
      expect(clientOf(url)).toMatchObject({
        host: socketDir,
        port: 5432,
        user: 'fifthwheel',
        password: 'p@ss:w/rd',
        database: 'fifthwheel',
        ssl: false,
      });
    },
  );

  it('can be changed to another database by any URL parser', () => {
    const url = new URL(connectionUrl('/srv/a b', ROLE, 'secret'));
    url.pathname = '/clone';
    expect(clientOf(url.href)).toMatchObject({ host: '/srv/a b', database: 'clone' });
  });
});

describe('endpointSettings', () => {
  it('listens on no network address', () => {
    expect(endpointSettings('/srv/a,"b"')).toMatchObject({
      listen_addresses: '',
      unix_socket_directories: '"/srv/a,""b"""',
      unix_socket_permissions: '0700',
    });
  });
});
