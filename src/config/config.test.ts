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

/** Settings that a secret requires. */
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
    '%s: the error blames no unreadable file and nothing else',
    (name) => {
      const absent = path.join(directory, 'absent');
      expect(() => readConfig({ [`${name}_FILE`]: absent, ...OTHERS[name] })).toThrow(
        new RegExp(`^${name}_FILE names a file that cannot be read: ${absent} \\(ENOENT\\)$`),
      );
    },
  );

  it('are rejected if they are given twice or are empty', () => {
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
    '%s is rejected in production only',
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
    ['BASE_URL', 'https://market.example/trucks/'],
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
    [{ BASE_URL: 'https://market.example/' }, 'https://market.example'],
  ])('%j is reached at %s', (env, baseUrl) => {
    expect(readConfig(env).baseUrl).toBe(baseUrl);
  });

  it('are accepted if they are valid', () => {
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
  it('names a probable typing error together with the wrong settings', () => {
    expect(() => readConfig({ BASE_URL: 'nonsense', DATABSE_URL: 'x' })).toThrow(
      /^BASE_URL must be .*; DATABSE_URL is not a variable of this program; did you mean DATABASE_URL\?$/,
    );
  });

  it.each([
    ['SMPT_URL', 'SMPT_URL is not a variable of this program; did you mean SMTP_URL?'],
    ['smtp_url', 'smtp_url is not a variable of this program; did you mean SMTP_URL?'],
    [
      'DATABSE_URL_FILE',
      'DATABSE_URL_FILE is not a variable of this program; did you mean DATABASE_URL_FILE?',
    ],
    ['TRUSTPROXY', 'TRUSTPROXY is not a variable of this program; did you mean TRUST_PROXY?'],
    ['FIFTHWHEEL_COLOUR', 'FIFTHWHEEL_COLOUR is not a variable of this program'],
    ['TRUST_PROXIES', 'TRUST_PROXIES is not a variable of this program; did you mean TRUST_PROXY?'],
    ['TRUSTED_PROXIES', 'TRUSTED_PROXIES is not a variable of this program; did you mean TRUST_PROXY?'],
    ['PROXY_TRUST', 'PROXY_TRUST is not a variable of this program; did you mean TRUST_PROXY?'],
    ['CORS_ORIGIN', 'CORS_ORIGIN is not a variable of this program; did you mean CORS_ORIGINS?'],
    ['DATABASE_URI', 'DATABASE_URI is not a variable of this program; did you mean DATABASE_URL?'],
    ['LOGLEVEL', 'LOGLEVEL is not a variable of this program; did you mean LOG_LEVEL?'],
    ['RATE_LIMIT', 'RATE_LIMIT is not a variable of this program; did you mean RATE_LIMITS?'],
    ['METRIC_PORTS', 'METRIC_PORTS is not a variable of this program; did you mean METRICS_PORT?'],
    ['DATADIR', 'DATADIR is not a variable of this program; did you mean DATA_DIR?'],
    ['WORKER', 'WORKER is not a variable of this program; did you mean WORKERS?'],
    ['PRT', 'PRT is not a variable of this program; did you mean PORT?'],
  ])('name %s', (name, warning) => {
    expect(readConfig({ [name]: 'x' }).warnings).toEqual([warning]);
  });

  it('leave the variables alone that shells, desktops, build servers and container platforms set', () => {
    const names = ORDINARY.trim().split(/\s+/);
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => readConfig({ [name]: '/x' }).warnings.length > 0)).toEqual([]);
  });

  it('report missing production settings', () => {
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
  it('have a separate port if other machines can reach the server', () => {
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

/** Variables of shells, desktops, Node.js, build servers, Docker, Kubernetes and hosting platforms. */
const ORDINARY = `
  PATH HOME HOSTNAME HOSTTYPE PORTS HOSTS PORTAGE SHELL SHLVL SHELLOPTS BASH BASHOPTS BASH_VERSION BASH_ENV BASHPID TERM TERMINFO
  TERM_PROGRAM TERM_SESSION_ID COLORTERM COLUMNS LINES LANG LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES LOGNAME USER USERNAME UID EUID
  PWD OLDPWD PPID MAIL MAILCHECK MAILPATH MANPATH INFOPATH EDITOR VISUAL PAGER LESS LESSOPEN LS_COLORS MACHTYPE OSTYPE VENDOR IFS PS1
  PS2 PS4 OPTIND RANDOM SECONDS HISTFILE HISTSIZE HISTCONTROL TMPDIR TEMP TMP TZ DISPLAY WAYLAND_DISPLAY XAUTHORITY DESKTOP_SESSION
  XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR XDG_SESSION_ID SESSION_MANAGER DBUS_SESSION_BUS_ADDRESS
  SSH_AUTH_SOCK SSH_AGENT_PID SSH_CLIENT SSH_CONNECTION SSH_TTY GPG_AGENT_INFO SUDO_USER SUDO_UID SUDO_COMMAND INVOCATION_ID
  JOURNAL_STREAM NOTIFY_SOCKET MAINPID CREDENTIALS_DIRECTORY STATE_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY MODE DEMOS POST PART SORT
  NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_NO_WARNINGS NODE_DEBUG NODE_VERSION NODE_NAME NODE_IP NODE_LABELS NODE_HOME NVM_DIR
  NVM_BIN NVM_INC NPM_TOKEN npm_config_user_agent npm_config_cache npm_lifecycle_event npm_package_name npm_package_version
  npm_node_execpath npm_execpath npm_command INIT_CWD YARN_VERSION PNPM_HOME COREPACK_HOME FORCE_COLOR NO_COLOR DEBUG VERBOSE
  UV_THREADPOOL_SIZE http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR
  JAVA_HOME GOPATH GOROOT CARGO_HOME RUSTUP_HOME PYTHONPATH PYTHONUNBUFFERED VIRTUAL_ENV CONDA_PREFIX GEM_HOME PHP_INI_DIR
  CI BUILD_ID BUILD_URL BUILD_NUMBER BUILD_TAG JOB_NAME JOB_URL JENKINS_URL JENKINS_HOME HUDSON_URL WORKSPACE EXECUTOR_NUMBER
  GIT_COMMIT GIT_BRANCH GIT_URL GIT_AUTHOR_NAME GIT_SSH GITHUB_TOKEN GITHUB_SHA GITHUB_REF GITHUB_WORKFLOW GITHUB_ACTIONS
  GITHUB_BASE_REF GITHUB_API_URL GITHUB_SERVER_URL GITHUB_WORKSPACE RUNNER_OS RUNNER_TEMP RUNNER_NAME CI_COMMIT_SHA CI_JOB_ID
  CI_PAGES_URL CI_PROJECT_DIR CI_REGISTRY CI_SERVER_HOST CI_SERVER_PORT CI_API_V4_URL CI_ENVIRONMENT_URL GITLAB_CI TRAVIS CIRCLECI
  DRONE TEAMCITY_VERSION BITBUCKET_COMMIT TF_BUILD AGENT_NAME SYSTEM_TEAMPROJECT BUILDKITE
  DOCKER_HOST DOCKER_CONFIG DOCKER_BUILDKIT COMPOSE_PROJECT_NAME COMPOSE_FILE CONTAINER_NAME container KUBERNETES_PORT
  KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR
  KUBERNETES_PORT_443_TCP_PORT KUBERNETES_PORT_443_TCP_PROTO KUBECONFIG POD_NAME POD_NAMESPACE POD_IP HOST_IP SERVICE_ACCOUNT
  FIFTHWHEEL_SERVICE_HOST FIFTHWHEEL_PORT FIFTHWHEEL_PORT_3000_TCP FIFTHWHEEL_PORT_3000_TCP_ADDR REDIS_PORT REDIS_SERVICE_HOST
  REDIS_PORT_6379_TCP POSTGRES_PORT POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA
  AWS_REGION AWS_DEFAULT_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_PROFILE GOOGLE_CLOUD_PROJECT
  GOOGLE_APPLICATION_CREDENTIALS GCLOUD_PROJECT K_SERVICE K_REVISION AZURE_CLIENT_ID WEBSITE_HOSTNAME WEBSITE_SITE_NAME DYNO
  HEROKU_APP_NAME SOURCE_VERSION WEB_CONCURRENCY FLY_APP_NAME FLY_REGION RENDER RENDER_SERVICE_ID RAILWAY_STATIC_URL VERCEL VERCEL_URL
  NETLIFY OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES OTEL_EXPORTER_OTLP_HEADERS SENTRY_DSN DD_AGENT_HOST DD_SERVICE VAULT_ADDR
  PM2_HOME pm_id exec_mode VSCODE_PID TMUX TMUX_PANE STY WSL_DISTRO_NAME WT_SESSION APPDATA LOCALAPPDATA COMSPEC OS SYSTEMROOT WINDIR
`;

describe('the translation service', () => {
  it('is off unless it is named', () => {
    expect(readConfig({ TRANSLATION_URL: 'http://translate.example' }).translation).toBeNull();
  });

  it('has the address of DeepL by default, but none of LibreTranslate', () => {
    expect(readConfig({ TRANSLATION_SERVICE: 'deepl', TRANSLATION_KEY: 'k' }).translation).toEqual({
      kind: 'deepl',
      url: 'https://api.deepl.com',
      key: 'k',
      charactersPerDay: 500_000,
    });
    expect(() => readConfig({ TRANSLATION_SERVICE: 'deepl' })).toThrow(
      'TRANSLATION_KEY is required with TRANSLATION_SERVICE=deepl',
    );
    expect(() => readConfig({ TRANSLATION_SERVICE: 'libretranslate' })).toThrow(
      'TRANSLATION_URL is required with TRANSLATION_SERVICE=libretranslate',
    );
  });
});
