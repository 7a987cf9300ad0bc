/** Returns the code of a thrown value (`ENOENT`, `EPIPE`, a library's own); undefined without one. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
