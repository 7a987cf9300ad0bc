/**
 * The register of hostile inputs and faults, H1 to H70, and the test that covers each. Tests of this folder name the ID in
 * their own file; all others are listed here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

type Proof = readonly [file: string, title: string];

const LOGIN = 'test/http/auth/login.test.ts';
const TOKENS = 'test/http/auth/tokens.test.ts';
const LIMITS = 'test/http/auth/limits.test.ts';
const REGISTER = 'test/http/auth/register.test.ts';
const OUTBOUND = 'test/faults/webhooks-outbound.test.ts';
const ADDRESSES = 'test/faults/webhooks-addresses.test.ts';
const DELIVERY = 'test/flows/webhooks-delivery.test.ts';
const WORKERS = 'test/faults/webhooks-workers.test.ts';
const KILL = 'test/faults/webhooks-kill.test.ts';
const UPLOADS = 'test/http/media/hostile-uploads.test.ts';
const IMPORTS = 'test/http/imports/hostile.test.ts';
const STATES = 'test/http/listings/states.test.ts';
const AUDIT = 'test/http/admin/audit.test.ts';
const SIGNING = 'test/flows/accounts-request-signing.test.ts';

const TESTED_ELSEWHERE: Readonly<Record<string, readonly Proof[]>> = {
  H4: [['src/platform/net/addresses.test.ts', "['169.254.169.254', 'metadata']"]],
  H5: [[ADDRESSES, 'is rejected together with the public addresses next to it']],
  H6: [
    [ADDRESSES, 'is blocked when it is sent to, with events and tests alike'],
    [OUTBOUND, 'resolves once, and connects to the resolved address'],
  ],
  H7: [[DELIVERY, 'with redirect %i fails, and the redirect is not followed']],
  H10: [[DELIVERY, "['silence', 'hang', 'timeout', short]"]],
  H11: [[OUTBOUND, 'a body that trickles']],
  H12: [
    [OUTBOUND, 'is cut, or refused, when its body is too long, endless or not'],
    [OUTBOUND, 'is not unpacked'],
    [OUTBOUND, 'huge headers'],
    [OUTBOUND, 'interim responses only'],
    [DELIVERY, 'with an endless response is judged by its status'],
  ],
  H13: [
    [OUTBOUND, 'of TLS is tls_error'],
    [OUTBOUND, "['a reset', 'connection_reset'"],
    [OUTBOUND, 'an end within the response'],
  ],
  H14: [[DELIVERY, 'counts failures per delivery, and also delivers at the sixth attempt']],
  H15: [
    [DELIVERY, 'sends nothing to a disabled webhook, and only new events once it is active again'],
    ['test/http/webhooks/deliveries.test.ts', '409: of a disabled webhook'],
  ],
  H16: [[DELIVERY, 'does not heed Retry-After: %s']],
  H17: [
    [DELIVERY, 'lets the attempt finish and prevents further ones: %s'],
    [DELIVERY, 'of the URL takes effect with the next attempt'],
  ],
  H18: [[KILL, 'SIGKILL']],
  H19: [
    [KILL, 'SIGKILL'],
    [WORKERS, 'expires for a killed worker, and another worker makes the attempt with the same bytes'],
  ],
  H21: [[WORKERS, 'does not delay other targets, however many deliveries it has queued']],
  H22: [[TOKENS, "it.each(['none', 'None', 'NONE', 'nOnE'])"]],
  H23: [[TOKENS, 'another algorithm, another type, no signature, another key']],
  H24: [[TOKENS, "])('kid %j'"]],
  H25: [[TOKENS, 'a header that brings its own rules: %j']],
  H26: [
    [TOKENS, 'another audience'],
    [TOKENS, '401 with the code of an expiry, once the skew has passed'],
    [LOGIN, '401: an access token in place of a refresh token, and the reverse'],
  ],
  H27: [
    [TOKENS, 'any other text of the same signature'],
    [TOKENS, 'two Authorization headers'],
    ['test/hostile/sockets.test.ts', 'a token of 64 KB'],
  ],
  H28: [[LOGIN, '401: a replayed token ends the session, the newest token included']],
  H29: [
    [LOGIN, '401: of fifty exchanges at the same time one succeeds, and its successor lives'],
    [LOGIN, '401: nothing is alive after a logout at the same time'],
  ],
  H30: [[LIMITS, 'an invented X-Forwarded-For, and other letters of the address, change nothing']],
  H31: [
    [LOGIN, '401: the same response for every cause'],
    ['test/hostile/timing.test.ts', 'signing in takes the same work for every address'],
  ],
  H32: [
    [REGISTER, "[{ password: `A1${'x'.repeat(900_000)}` }, ['password']]"],
    [LOGIN, '401: a long password is not cut'],
    [LOGIN, '200: in either Unicode form of the password'],
    [LOGIN, '422: missing fields, a password that is too long or cannot be'],
  ],
  H33: [[REGISTER, 'one of twenty simultaneous registrations gets the address']],
  H34: [
    [REGISTER, "[{ role: ['BUYER'] }, ['role']]"],
    [REGISTER, 'never accepts more fields than it documents'],
  ],
  H35: [
    [
      'test/http/auth/verify-email.test.ts',
      '400: the sixteenth try from many networks, though it is right; the signed-in account still has five',
    ],
  ],
  H36: [
    [
      'test/http/auth/passwords.test.ts',
      '200: the link begins with our own address, whatever host the request names',
    ],
  ],
  H38: [
    [SIGNING, 'a rewritten body'],
    [SIGNING, '301 seconds late'],
    [SIGNING, 'upper-case hexadecimal'],
    [SIGNING, 'a writing request that is repeated, also several times at once'],
    [SIGNING, 'digits of another script, and headers that are there twice'],
  ],
  H39: [
    ['test/authorization/objects.test.ts', 'is answered like one that does not exist'],
    ['test/http/webhooks/webhooks.test.ts', "404: another seller's webhook is like none"],
    ['test/http/messaging/templates.test.ts', '404: those of others, alike to unknown ones'],
    ['test/http/notifications/notifications.test.ts', '404: those of others, alike to unknown ones'],
    ['test/http/saved-searches/saved-searches.test.ts', 'are private'],
  ],
  H40: [
    ['test/http/messaging/sending.test.ts', '404: a message of another conversation, and nothing is marked'],
  ],
  H51: [
    [UPLOADS, 'keeps no run of 64 bytes of a file that is also a program'],
    [UPLOADS, '415: %s that is called photo.jpg'],
  ],
  H52: [[UPLOADS, 'an SVG']],
  H53: [
    [UPLOADS, '289 megapixels in 36 KB'],
    [UPLOADS, 'a megapixel a million pixels high'],
    [UPLOADS, 'an animation'],
    [UPLOADS, 'a JPEG cut in half'],
    [UPLOADS, 'makes RGB of CMYK with a profile, and 8 bits of 16'],
  ],
  H54: [[UPLOADS, '%j is never part of a path']],
  H55: [
    [UPLOADS, 'an upload that breaks off leaves nothing'],
    [REGISTER, 'reads fields that come after a file'],
  ],
  H56: [
    [IMPORTS, 'gives up single rows and reads on'],
    [IMPORTS, 'a million columns'],
    ['src/modules/imports/reading/rows.test.ts', 'has as many rows as its plan imports, and at least one'],
    ['test/http/imports/export.test.ts', 'neutralises formulas'],
  ],
  H57: [
    [IMPORTS, 'does not follow XInclude'],
    [IMPORTS, 'depth of 100,000'],
    [IMPORTS, '100,000 references'],
    [IMPORTS, 'a character that is none'],
  ],
  H58: [
    [
      'test/flows/imports.test.ts',
      'is followed by one that continues where it stopped: nothing twice, nothing missing',
    ],
  ],
  H59: [['test/http/messaging/templates.test.ts', '201: fills it in one pass']],
  H61: [[STATES, 'exactly one of twenty simultaneous requests for the last slot succeeds']],
  H63: [
    ['packages/embedded-postgres/test/crash.test.ts', 'recovers committed data after PostgreSQL was killed'],
  ],
  H64: [
    ['test/flows/media-s3.test.ts', '503: when the server is unavailable or returns an error'],
    ['test/flows/media-files.test.ts', 'a storage that fails half-way leaves neither rows nor files'],
  ],
  H65: [
    ['test/faults/shutdown.test.ts', 'ends under load without breaking a response'],
    [WORKERS, 'is a fence once it has expired: the overtaken worker changes nothing'],
    [WORKERS, 'requeues aborted deliveries at once, and records no failure'],
  ],
  H66: [['packages/embedded-postgres/test/sharing.test.ts', 'lets one of many that start at once through']],
  H67: [['test/hostile/headers.test.ts', 'rejects all others: %s']],
  H70: [[AUDIT, 'cannot be changed']],
};

const FOLDER = path.join(PACKAGE_ROOT, 'test', 'hostile');
const testedHere = new Set(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.test.ts') && name !== path.basename(import.meta.filename))
    .flatMap((name) => [...readFileSync(path.join(FOLDER, name), 'utf8').matchAll(/\bH\d{1,2}\b/g)])
    .map(([id]) => id),
);

describe('the list of hostile inputs', () => {
  it.each(Array.from({ length: 70 }, (_, i) => `H${i + 1}`))('%s is shown by a test', (id) => {
    expect(testedHere.has(id) || (TESTED_ELSEWHERE[id]?.length ?? 0) > 0).toBe(true);
  });

  it('names tests that are there', () => {
    const missing = Object.entries(TESTED_ELSEWHERE).flatMap(([id, proofs]) =>
      proofs
        .filter(([file, title]) => !readFileSync(path.join(PACKAGE_ROOT, file), 'utf8').includes(title))
        .map((proof) => `${id}: ${proof.join(': ')}`),
    );
    expect(missing).toEqual([]);
  });
});
