import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { connectionUrl, endpointSettings, ROLE } from './endpoint.ts';

/** What node-postgres makes of a URL, the environment included; it connects to nothing here. */
function clientOf(url: string): pg.Client {
  return new pg.Client({ connectionString: url });
}

describe('connectionUrl', () => {
  it.each(['/srv/fifthwheel/socket', '/tmp/my data/50%20/a+b', '/tmp/é?#&=', '/tmp/it\'s,"here"'])(
    'is read by node-postgres as a socket in %s',
    (socketDir) => {
      const url = connectionUrl({ socketDir, port: 5432 }, ROLE, 'p@ss:w/rd');
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
    const url = new URL(connectionUrl({ socketDir: '/srv/a b', port: 5432 }, ROLE, 'secret'));
    url.pathname = '/clone';
    expect(clientOf(url.href)).toMatchObject({ host: '/srv/a b', database: 'clone' });
  });

  it('names the loopback address where there is no socket', () => {
    expect(clientOf(connectionUrl({ socketDir: null, port: 40123 }, ROLE, 'secret'))).toMatchObject({
      host: '127.0.0.1',
      port: 40123,
    });
  });
});

describe('endpointSettings', () => {
  it('listens on no network address beside a socket', () => {
    expect(endpointSettings({ socketDir: '/srv/a,"b"', port: 5432 })).toMatchObject({
      listen_addresses: '',
      unix_socket_directories: '"/srv/a,""b"""',
      unix_socket_permissions: '0700',
    });
  });

  it('listens on loopback alone beside no socket', () => {
    expect(endpointSettings({ socketDir: null, port: 40123 })).toMatchObject({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: '40123',
    });
  });
});
