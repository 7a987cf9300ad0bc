import type { AnyRouteRow } from '../route.ts';

export function accessText(row: AnyRouteRow): string {
  switch (row.access.kind) {
    case 'public':
      return 'public';
    case 'admin':
      return 'role ADMIN';
    case 'seller':
      return `role SELLER, team role ${row.access.teamRole}${row.access.orAdmin === true ? ', or role ADMIN' : ''}${keyText(row.access.scopes)}`;
    case 'user':
      return row.access.anyKey === true ? 'any API key' : `signed in${keyText(row.access.scopes)}`;
  }
}

function keyText(scopes: readonly string[]): string {
  return scopes.length === 0 ? ', no API keys' : `; keys with ${scopes.join(' or ')}`;
}
