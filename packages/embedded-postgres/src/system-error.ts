/** The code (`ENOENT`, `EPIPE`, a library's own) of whatever was thrown; undefined when it has none. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
