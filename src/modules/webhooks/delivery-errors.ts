import { OUTBOUND_ERRORS } from '../../platform/net/outbound-error.ts';

/** What a log entry gives as its error: a closed set, so that it tells nothing of our network or of the answer. */
export const DELIVERY_ERRORS = [...OUTBOUND_ERRORS, 'http_status'] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];
