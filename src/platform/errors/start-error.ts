/** A program cannot go on starting. The message is all that its operator is shown: one line that says what to do. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
