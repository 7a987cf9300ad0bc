import { type DestinationStream, type Logger as PinoLogger, type LoggerOptions, pino } from 'pino';
import { stdoutLog } from './log-output.ts';

export type Logger = PinoLogger;

/** Fields that may carry a secret are never written, at any depth of a logged object. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'signingSecret',
];

/** Logs to stdout unless another destination is given. */
export function createLogger(level: string, destination: DestinationStream = stdoutLog()): Logger {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid },
    serializers: { err: describeError, cause: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[secret]',
    },
  };
  return pino(options, destination);
}

/** The useful parts of an error, without the objects that libraries attach (connections, requests, configuration). */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
