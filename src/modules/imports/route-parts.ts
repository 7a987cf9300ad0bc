import { access, PRIVATE } from '../../platform/http/route.ts';

export const base = '/seller/bulk-import';
const common = { tag: 'Bulk import', rateLimit: 'seller', cache: PRIVATE } as const;
export const reads = {
  ...common,
  access: access.seller('VIEWER', 'listings:read', 'listings:write'),
} as const;
export const writes = { ...common, access: access.seller('MANAGER', 'listings:write') } as const;
