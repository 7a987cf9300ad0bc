import pg from 'pg';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Starts a proxy that can simulate network failures, and returns the URL of the database through it. */
export async function proxied(databaseUrl: string): Promise<{ url: string; proxy: TcpProxy }> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl });
  const proxy = await startTcpProxy(
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
  );
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}`;
  return { url: `postgres://${login}@127.0.0.1:${proxy.port}/${database}?sslmode=disable`, proxy };
}
