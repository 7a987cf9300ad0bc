import { access, PRIVATE } from '../../platform/http/route.ts';

/** The specification names both paths; they lead to the same webhooks. */
export const WEBHOOK_PREFIXES = ['/seller/webhooks', '/webhooks'] as const;
export type WebhookPrefix = (typeof WEBHOOK_PREFIXES)[number];

/** The part of the row that all webhook endpoints share. */
export const webhookRow = { tag: 'Webhooks', rateLimit: 'seller', cache: PRIVATE } as const;
export const webhookReads = access.sellerOrAdmin('VIEWER', 'webhooks:manage');
export const webhookWrites = access.sellerOrAdmin('MANAGER', 'webhooks:manage');
