import { access, PRIVATE } from '../../platform/http/route.ts';

/** The specification names both paths; they lead to the same webhooks. */
export type WebhookPrefix = '/seller/webhooks' | '/webhooks';

/** The part of the row that all webhook endpoints share. */
export const webhookRow = { tag: 'Webhooks', rateLimit: 'seller', cache: PRIVATE } as const;
export const webhookReads = access.sellerOrAdmin('VIEWER', 'webhooks:manage');
export const webhookWrites = access.sellerOrAdmin('MANAGER', 'webhooks:manage');
