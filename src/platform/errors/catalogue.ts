/**
 * All error codes of the server, with their status and use. This is the single source; `/docs/errors.md` and the OpenAPI document
 * are generated from it.
 */
export const ERROR_CATALOGUE = {
  BAD_REQUEST: {
    status: 400,
    when: 'The request is malformed, such as a body that is not JSON or a broken multipart form.',
  },
  VALIDATION_ERROR: {
    status: 422,
    when: 'Fields of the body are invalid (422), or parameters of the path or query are (400). `details` lists all of them.',
  },
  INVALID_FILTER: {
    status: 400,
    when: 'A filter of a search or list is unknown or has an invalid value.',
  },
  INVALID_SORT: { status: 400, when: 'A search or list cannot be sorted that way.' },
  LOCATION_NOT_FOUND: {
    status: 400,
    when: 'Neither the gazetteer nor any listing knows the city or region.',
  },
  INVALID_CODE: { status: 400, when: 'A verification code is wrong, used up or expired.' },
  INVALID_RESET_TOKEN: { status: 400, when: 'A password-reset token is wrong, used or expired.' },
  INVALID_CREDENTIALS: { status: 401, when: 'The email address or the password is wrong.' },
  UNAUTHORIZED: { status: 401, when: 'The endpoint needs a credential, and the request has none.' },
  INVALID_TOKEN: {
    status: 401,
    when: 'The access token is malformed, forged or revoked, or its session has ended; or the refresh token is unknown or was used before.',
  },
  TOKEN_EXPIRED: { status: 401, when: 'The access token has expired (paths below /api).' },
  EXPIRED_TOKEN: { status: 401, when: 'The access token has expired (paths below /v1 and /api/v1).' },
  INVALID_API_KEY: {
    status: 401,
    when: 'The API key is unknown, revoked or expired, or belongs to the other environment.',
  },
  INVALID_SIGNATURE: {
    status: 401,
    when: 'The request signature is wrong, too old, or missing although it is required.',
  },
  SIGNATURE_REPLAYED: {
    status: 401,
    when: 'The request signature is correct but was used before. Sign the request again with a later timestamp.',
  },
  PAYMENT_FAILED: { status: 402, when: 'The payment gateway declined the payment.' },
  FORBIDDEN: {
    status: 403,
    when: 'The role, team role, account status or IP address does not allow the request.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    when: 'The API key lacks the required scope; `X-Accepted-Scopes` lists the accepted ones.',
  },
  LISTING_LIMIT_EXCEEDED: { status: 403, when: 'The plan does not allow another live listing.' },
  PLAN_LIMIT_EXCEEDED: {
    status: 403,
    when: 'A limit of the plan is reached, such as team members, API keys, webhooks, images, templates, featured slots or import rows.',
  },
  NOT_FOUND: { status: 404, when: 'The resource does not exist, or belongs to another account.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'The path does not support this method; `Allow` lists the supported ones.',
  },
  ALREADY_EXISTS: { status: 409, when: 'A resource with the same unique value already exists.' },
  INVALID_STATE: { status: 409, when: 'The current state of the resource does not allow the action.' },
  COUPON_UNKNOWN: { status: 422, when: 'No coupon has this code, or it is not valid yet.' },
  COUPON_EXPIRED: { status: 409, when: 'The coupon is no longer valid.' },
  COUPON_USED_UP: { status: 409, when: 'The coupon has been redeemed the maximum number of times.' },
  COUPON_NOT_FOR_PLAN: { status: 409, when: 'The coupon does not apply to this plan.' },
  COUPON_ALREADY_REDEEMED: { status: 409, when: 'The seller has redeemed this coupon before.' },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    when: 'The Idempotency-Key was used for a different request, or the first request is still running or its response was lost.',
  },
  VERSION_CONFLICT: { status: 412, when: '`If-Match` contains a version that is not the current one.' },
  PAYLOAD_TOO_LARGE: { status: 413, when: 'The body or a file is larger than allowed.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: 'The content type, or the actual content of a file, is not accepted.',
  },
  RATE_LIMITED: {
    status: 429,
    when: 'A rate limit is reached, or too many changes to the same data are being saved at the same time. Wait for the number of seconds in `Retry-After`. The `X-RateLimit-*` headers describe the limit: a number of requests, messages, wrong passwords, invitations, test deliveries or streams, or megabytes of files.',
  },
  INTERNAL_ERROR: { status: 500, when: 'An unexpected error in the server.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    when: 'The server is stopping or overloaded, or its database is unavailable.',
  },
} as const satisfies Record<string, { status: number; when: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
