/**
 * `fifthwheel admin --email ADDRESS`: creates an administrator, whether or not a server runs on the same data. Takes
 * the password from ADMIN_PASSWORD, a prompt, or the first line of standard input.
 */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { commandLine, readOptions } from '../app/command-line.ts';
import { runProgram } from '../app/program.ts';

/** Typed characters are not shown. */
async function askPassword(): Promise<string> {
  const isAsked = process.stdin.isTTY;
  if (isAsked) process.stderr.write('Password of the administrator: ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isAsked });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isAsked) process.stderr.write('\n');
  }
}

const USAGE = `usage: ${commandLine('admin', '--email ADDRESS')}   (the password is that in ADMIN_PASSWORD; otherwise the program prompts for it)`;
const options = readOptions(USAGE, { email: { type: 'string' } });

await runProgram(async () => {
  const { readConfig } = await import('../config/config.ts');
  const config = readConfig();
  const email = options.email ?? config.adminEmail;
  if (email === null) {
    console.error(USAGE);
    process.exit(2);
  }
  const password = config.adminPassword ?? (await askPassword());
  const { launch } = await import('../app/launch.ts');
  const launched = await launch(config, { attach: true });
  await launched.app.modules.createAdministrator(email, password);
  await launched.stop();
  console.log(`${email} is now an administrator`);
});
