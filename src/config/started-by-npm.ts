/** Whether npm has started this program, as in `npm start`. */
export function isStartedByNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined;
}
