import { OUTBOUND_ERRORS } from '../../platform/net/outbound-error.ts';

/** The errors of log entries: a closed set, so that they reveal nothing of our network or of the response. */
export const DELIVERY_ERRORS = [...OUTBOUND_ERRORS, 'http_status'] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];
