import { describe, expect, it } from 'vitest';
import { asOutboundError, OutboundError } from './outbound-error.ts';

const failure = (code: string): Error => Object.assign(new Error('refused'), { code });

describe('why an outbound request got no response', () => {
  it.each([
    ['ECONNREFUSED', 'connection_refused'],
    ['ENETUNREACH', 'connection_refused'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['HPE_HEADER_OVERFLOW', 'response_too_large'],
    ['EPROTO', 'tls_error'],
    ['CERT_HAS_EXPIRED', 'tls_error'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_error'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_error'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_error'],
    ['ECONNRESET', 'connection_reset'],
    ['UND_ERR_SOCKET', 'connection_reset'],
    ['NOT_A_CERT_ERROR', 'connection_reset'],
  ])('%s is %s', (code, kind) => {
    const error = failure(code);
    expect(asOutboundError(error)).toMatchObject({ code: kind, message: kind, cause: error });
  });

  it('is that of the first of several addresses', () => {
    const several = new AggregateError([failure('ECONNREFUSED'), failure('ECONNRESET')]);
    expect(asOutboundError(several).code).toBe('connection_refused');
    expect(asOutboundError(new AggregateError([])).code).toBe('connection_reset');
  });

  it('is kept if known, and found for any thrown value', () => {
    const known = new OutboundError('blocked_address');
    expect(asOutboundError(known)).toBe(known);
    expect(asOutboundError('nothing to see').code).toBe('connection_reset');
  });
});
