/**
 * All error codes of the server, with their status and use. This is the single source; `/docs/errors.md` and the OpenAPI document
 * are generated from it.
 */
export const ERROR_CATALOGUE = {
  BAD_REQUEST: {
    status: 400,
    when: 'The request has the wrong shape: a body that is not JSON, a broken multipart form.',
  },
  VALIDATION_ERROR: {
    status: 422,
    when: 'Fields of the body are invalid (422), or parameters of the path or query are (400). `details` names each of them.',
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
  INVALID_CREDENTIALS: { status: 401, when: 'Sign-in with a wrong e-mail address or password.' },
  UNAUTHORIZED: { status: 401, when: 'The endpoint needs a credential, and the request has none.' },
  INVALID_TOKEN: {
    status: 401,
    when: 'An access token is malformed, forged, revoked or logged out; a refresh token is unknown or was used before.',
  },
  TOKEN_EXPIRED: { status: 401, when: 'The access token has expired (paths below /api).' },
  EXPIRED_TOKEN: { status: 401, when: 'The access token has expired (paths below /v1 and /api/v1).' },
  INVALID_API_KEY: {
    status: 401,
    when: 'The API key is unknown, revoked or expired, or belongs to the other environment.',
  },
  INVALID_SIGNATURE: {
    status: 401,
    when: 'The request signature is wrong, stale, or missing where it is required.',
  },
  SIGNATURE_REPLAYED: {
    status: 401,
    when: 'The request signature is right and was used before: sign again with a later timestamp.',
  },
  PAYMENT_FAILED: { status: 402, when: 'The payment gateway declined the payment.' },
  FORBIDDEN: {
    status: 403,
    when: 'The role, the team role, the account state or the address does not allow it.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    when: 'The API key lacks the scope; `X-Accepted-Scopes` lists those that would do.',
  },
  LISTING_LIMIT_EXCEEDED: { status: 403, when: 'The plan allows no further active listing.' },
  PLAN_LIMIT_EXCEEDED: {
    status: 403,
    when: 'The plan allows no further seat, key, webhook, image, template, slot or import row.',
  },
  NOT_FOUND: { status: 404, when: "There is no such resource, or it is somebody else's." },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'The path exists, but not with this method; `Allow` lists those that do.',
  },
  ALREADY_EXISTS: { status: 409, when: 'Something that must be unique already exists.' },
  INVALID_STATE: { status: 409, when: 'The current state does not allow the transition.' },
  COUPON_UNKNOWN: { status: 422, when: 'There is no coupon with this code, or it cannot be redeemed yet.' },
  COUPON_EXPIRED: { status: 409, when: 'The coupon is no longer valid.' },
  COUPON_USED_UP: { status: 409, when: 'The coupon has been redeemed as often as it can be.' },
  COUPON_NOT_FOR_PLAN: { status: 409, when: 'The coupon does not reduce the price of this plan.' },
  COUPON_ALREADY_REDEEMED: { status: 409, when: 'The seller has redeemed this coupon before.' },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    when: 'The Idempotency-Key was used for a different request, or that request is still running, or its answer was lost.',
  },
  VERSION_CONFLICT: { status: 412, when: '`If-Match` names a version that is not the current one.' },
  PAYLOAD_TOO_LARGE: { status: 413, when: 'The body or a file is larger than allowed.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: 'The content type, or what a file really contains, is not accepted.',
  },
  RATE_LIMITED: {
    status: 429,
    when: 'A budget has run out, or too many changes to the same data are being saved at once. `Retry-After` says how many seconds to wait, and `X-RateLimit-*` tell that budget: requests, messages, wrong passwords, invitations, test deliveries or streams by number, files in MB.',
  },
  INTERNAL_ERROR: { status: 500, when: 'A fault in the server.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    when: 'The server is stopping or overloaded, or its database is out of reach.',
  },
} as const satisfies Record<string, { status: number; when: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
