import { startProblem } from './start-problems.ts';

/** Runs an entry point. A start that fails is one line on standard error and the exit code 1. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${startProblem(error)}\n`);
    process.exit(1);
  }
}
