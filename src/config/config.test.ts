import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { VARIABLES } from './variables.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'fifthwheel-config-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function fileWith(text: string): string {
  const file = path.join(directory, `${Math.random()}`);
  writeFileSync(file, text);
  return file;
}

const SECRET = 'a-secret-that-is-long-enough-0123456789';

/** What must be given with a secret. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DATABASE_URL: { APP_SECRET: SECRET },
  DATABASE_OWNER_URL: { DATABASE_URL: 'postgres://db/market', APP_SECRET: SECRET },
  OPENSEARCH_PASSWORD: { OPENSEARCH_USERNAME: 'market' },
  STRIPE_SECRET_KEY: { STRIPE_WEBHOOK_SECRET: 'whsec' },
};

describe('secrets', () => {
  it('come from files as well', () => {
    const config = readConfig({
      DATABASE_URL_FILE: fileWith('postgres://role:word@db/market\n'),
      APP_SECRET_FILE: fileWith(`${SECRET}\n`),
      SMTP_URL_FILE: fileWith('smtps://mail.example'),
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgres://role:word@db/market',
      appSecret: SECRET,
      smtpUrl: 'smtps://mail.example',
    });
  });

  it.each(Object.entries(VARIABLES).filter(([, kind]) => kind === 'secret'))(
    '%s is said to come from no file that cannot be read, and nothing else is blamed',
    (name) => {
      const absent = path.join(directory, 'absent');
      expect(() => readConfig({ [`${name}_FILE`]: absent, ...OTHERS[name] })).toThrow(
        new RegExp(`^${name}_FILE names a file that cannot be read: ${absent} \\(ENOENT\\)$`),
      );
    },
  );

  it('that are given twice, or empty, are refused', () => {
    expect(() => readConfig({ REDIS_URL: 'redis://x', REDIS_URL_FILE: fileWith('redis://y') })).toThrow(
      /^REDIS_URL_FILE and REDIS_URL are both set/,
    );
    expect(() => readConfig({ APP_SECRET_FILE: fileWith('\n') })).toThrow(
      /^APP_SECRET_FILE names an empty file/,
    );
  });

  it('are not repeated in what is wrong with them', () => {
    expect(() => readConfig({ SMTP_URL: 'mail.example:pass-word' })).toThrow(/^(?!.*pass-word)SMTP_URL must/);
  });
});

describe('the gateway for text messages', () => {
  it.each(['http://user:word@sms.example/send', 'http://10.0.0.5/send', 'http://[fd00::1]/send'])(
    '%s is refused in production only',
    (url) => {
      expect(readConfig({ SMS_URL: url }).smsUrl).toBe(url);
      expect(() => readConfig({ NODE_ENV: 'production', SMS_URL: url })).toThrow(
        /^SMS_URL must begin with https:\/\/ in production, except on loopback$/,
      );
    },
  );

  it.each(['https://user:word@sms.example/send', 'http://127.0.0.1:8080/send', 'http://[::1]:8080/send'])(
    '%s is taken in production',
    (url) => {
      expect(readConfig({ NODE_ENV: 'production', SMS_URL: url }).smsUrl).toBe(url);
    },
  );
});

describe('addresses', () => {
  it.each([
    ['HOST', '300.1.1.1'],
    ['HOST', 'a host'],
    ['HOST', '127.0.0.1:3000'],
    ['BASE_URL', 'market.example'],
    ['BASE_URL', 'https://user:word@market.example'],
    ['BASE_URL', 'https://market.example/?x'],
    ['DATABASE_REPLICA_URL', 'http://db/market'],
    ['S3_ENDPOINT', 's3.example'],
    ['STRIPE_API_BASE', 'stripe'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['MAIL_FROM', 'Market <a@b@c>'],
    ['ADMIN_EMAIL', 'ada@'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['CORS_ORIGINS', '*'],
    ['WEBHOOK_RETRY_SECONDS', '0,,1,2,3,4'],
  ])('%s refuses %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must .*`));
  });

  it.each([
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ HOST: '::' }, 'http://127.0.0.1:3000'],
    [{ HOST: 'localhost', PORT: '80' }, 'http://localhost:80'],
    [{ BASE_URL: 'https://market.example/trucks/' }, 'https://market.example/trucks'],
  ])('%j is reached at %s', (env, baseUrl) => {
    expect(readConfig(env).baseUrl).toBe(baseUrl);
  });

  it('that are right are taken', () => {
    const config = readConfig({
      TRUST_PROXY: '10.0.0.1, fd00::/8,loopback',
      CORS_ORIGINS: 'https://shop.example,http://localhost:8080',
      MAIL_FROM: 'mail@market.example',
    });
    expect(config).toMatchObject({
      trustProxy: ['10.0.0.1', 'fd00::/8', 'loopback'],
      corsOrigins: ['https://shop.example', 'http://localhost:8080'],
      mailFrom: 'mail@market.example',
    });
  });
});

describe('the demo market', () => {
  it.each([
    [{}, true],
    [{ HOST: '127.0.0.2' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: 'market.internal' }, false],
    [{ NODE_ENV: 'production' }, false],
    [{ DATABASE_URL: 'postgres://db/market', APP_SECRET: SECRET }, false],
    [{ FIFTHWHEEL_MODE: 'sandbox', HOST: '::' }, false],
  ])('is there with %j: %s', (env, demo) => {
    expect(readConfig(env).demo).toBe(demo);
  });
});

describe('warnings', () => {
  it('a name that may be a typing error is told with the settings that are wrong, too', () => {
    expect(() => readConfig({ BASE_URL: 'nonsense', DATABSE_URL: 'x' })).toThrow(
      /^BASE_URL must be .*; DATABSE_URL is no variable of this program; is DATABASE_URL meant\?$/,
    );
  });

  it.each([
    ['SMPT_URL', 'SMPT_URL is no variable of this program; is SMTP_URL meant?'],
    ['smtp_url', 'smtp_url is no variable of this program; is SMTP_URL meant?'],
    ['DATABSE_URL_FILE', 'DATABSE_URL_FILE is no variable of this program; is DATABASE_URL_FILE meant?'],
    ['TRUSTPROXY', 'TRUSTPROXY is no variable of this program; is TRUST_PROXY meant?'],
    ['FIFTHWHEEL_COLOUR', 'FIFTHWHEEL_COLOUR is no variable of this program'],
    ['PRT', 'PRT is no variable of this program; is PORT meant?'],
  ])('name %s', (name, warning) => {
    expect(readConfig({ [name]: 'x' }).warnings).toEqual([warning]);
  });

  it.each([
    'PATH',
    'HOME',
    'TERM',
    'LANG',
    'USER',
    'PWD',
    'SHELL',
    'HOSTNAME',
    'EDITOR',
    'NODE_OPTIONS',
    'CI',
    'TZ',
    'FIFTHWHEEL_SERVICE_HOST',
    'FIFTHWHEEL_PORT_3000_TCP_ADDR',
    'REDIS_PORT',
    'OTEL_SERVICE_NAME',
    'S3_REGION',
  ])('leave %s alone', (name) => {
    expect(readConfig({ [name]: 'x' }).warnings).toEqual([]);
  });

  it('tell what production lacks', () => {
    expect(readConfig({ NODE_ENV: 'production' }).warnings).toEqual([
      expect.stringMatching(/^BASE_URL is not set/),
      expect.stringMatching(/^SMTP_URL is not set/),
    ]);
    const whole = {
      NODE_ENV: 'production',
      BASE_URL: 'https://market.example',
      SMTP_URL: 'smtps://mail.example',
    };
    expect(readConfig(whole).warnings).toEqual([]);
    expect(readConfig({ NODE_ENV: 'prod' }).warnings).toEqual([expect.stringContaining('"production"')]);
    expect(readConfig({ ADMIN_EMAIL: 'a@example.org' }).warnings).toHaveLength(1);
    expect(readConfig({ S3_BUCKET: 'x' }).warnings).toHaveLength(1);
  });
});

describe('metrics', () => {
  it('are on a port of their own wherever others reach the server', () => {
    expect(readConfig({}).metricsPort).toBeNull();
    expect(readConfig({ HOST: '::1' }).metricsPort).toBeNull();
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({
      metricsPort: 9464,
      metricsHost: '127.0.0.1',
      isMetricsPortOptional: true,
    });
    expect(readConfig({ HOST: 'market.internal', FIFTHWHEEL_MODE: 'sandbox' }).metricsPort).toBe(9465);
    expect(readConfig({ HOST: '0.0.0.0', METRICS_PORT: '9100' })).toMatchObject({
      metricsPort: 9100,
      isMetricsPortOptional: false,
    });
    expect(() => readConfig({ HOST: '0.0.0.0', PORT: '9464' })).toThrow('METRICS_PORT must differ from PORT');
  });
});
