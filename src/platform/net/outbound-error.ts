/**
 * Reasons why an outbound request failed. A closed set, because the user who chose the address sees them: they must not
 * reveal our network.
 */
export const OUTBOUND_ERRORS = [
  'timeout',
  'connection_refused',
  'connection_reset',
  'dns_error',
  'tls_error',
  'blocked_address',
  'response_too_large',
] as const;
export type OutboundErrorCode = (typeof OUTBOUND_ERRORS)[number];

export class OutboundError extends Error {
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, options: { cause?: unknown } = {}) {
    super(code, options);
    this.name = 'OutboundError';
    this.code = code;
  }
}

const CODES: Readonly<Record<string, OutboundErrorCode>> = {
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  EADDRNOTAVAIL: 'connection_refused',
  EACCES: 'connection_refused',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'response_too_large',
  HPE_HEADER_OVERFLOW: 'response_too_large',
  EPROTO: 'tls_error',
};

/** OpenSSL's certificate errors, as Node names them. */
const CERTIFICATE_CODES =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_)/;

export function asOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  // Happy eyeballs tries several addresses and fails with all their errors.
  const first: unknown = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  const { code = '' } = first instanceof Error ? (first as { code?: string }) : {};
  const known = CODES[code] ?? (CERTIFICATE_CODES.test(code) ? 'tls_error' : 'connection_reset');
  return new OutboundError(known, { cause: error });
}
