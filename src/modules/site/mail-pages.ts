/**
 * The pages behind mail links that ask for an action: a new password, an invitation. They hold no state and have no
 * rights of their own: their script calls the API like any client, with the token of the link, so limits and checks
 * are those of the endpoints. A front end at the same address may take their paths over.
 */
import type { FastifyInstance } from 'fastify';
import { acceptedLanguages, chooseLanguage } from '../../platform/http/request/languages.ts';

interface PageWords {
  readonly title: string;
  readonly intro: string;
  readonly button: string;
  readonly done: string;
}

interface Field {
  readonly name: string;
  readonly type: 'email' | 'password';
  readonly autocomplete: string;
}

type Language = 'en' | 'de';
type Task = 'reset' | 'join';

const LANGUAGES: readonly Language[] = ['en', 'de'];
const SCRIPT_PATH = '/pages/mail.js';

const FIELDS: Readonly<Record<Task, readonly Field[]>> = {
  reset: [
    { name: 'password', type: 'password', autocomplete: 'new-password' },
    { name: 'confirmPassword', type: 'password', autocomplete: 'new-password' },
  ],
  join: [
    { name: 'email', type: 'email', autocomplete: 'username' },
    { name: 'password', type: 'password', autocomplete: 'current-password' },
  ],
};

const LABELS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { email: 'E-mail', password: 'Password', confirmPassword: 'Password again' },
  de: { email: 'E-Mail', password: 'Passwort', confirmPassword: 'Passwort wiederholen' },
};

const WORDS: Readonly<Record<Language, Readonly<Record<Task, PageWords>>>> = {
  en: {
    reset: {
      title: 'Choose a new password',
      intro: 'At least 8 characters, with an uppercase letter and a number.',
      button: 'Set the password',
      done: 'Your password has been changed. Please sign in with it.',
    },
    join: {
      title: 'Join the team',
      intro:
        'Sign in with the address that was invited. If you do not have an account yet, register with that address first.',
      button: 'Accept the invitation',
      done: 'You are a member of the team.',
    },
  },
  de: {
    reset: {
      title: 'Neues Passwort wählen',
      intro: 'Mindestens 8 Zeichen, darunter ein Großbuchstabe und eine Ziffer.',
      button: 'Passwort setzen',
      done: 'Ihr Passwort wurde geändert. Bitte melden Sie sich damit an.',
    },
    join: {
      title: 'Dem Team beitreten',
      intro:
        'Melden Sie sich mit der eingeladenen Adresse an. Falls Sie noch kein Konto haben, registrieren Sie sich zuerst mit dieser Adresse.',
      button: 'Einladung annehmen',
      done: 'Sie sind jetzt Mitglied des Teams.',
    },
  },
};

export function addMailPages(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  const add = (path: string, task: Task): void => {
    app.get(path, (request, reply) => {
      const wanted = acceptedLanguages(request.headers['accept-language'] ?? null);
      return reply
        .headers({ ...headers, 'cache-control': 'private, no-store' })
        .type('text/html; charset=utf-8')
        .send(page(task, chooseLanguage(wanted, LANGUAGES, 'en')));
    });
  };
  add('/reset-password', 'reset');
  add('/team/invitations/:token', 'join');
  app.get(SCRIPT_PATH, (_request, reply) =>
    reply.headers(headers).type('text/javascript; charset=utf-8').send(SCRIPT),
  );
}

function page(task: Task, language: Language): string {
  const { title, intro, button, done } = WORDS[language][task];
  const fields = FIELDS[task].map(
    ({ name, type, autocomplete }) =>
      `<p><label>${LABELS[language][name] ?? name}<br>` +
      `<input name="${name}" type="${type}" autocomplete="${autocomplete}" required></label></p>`,
  );
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body style="font:16px/1.6 system-ui,sans-serif;max-width:34em;margin:3em auto;padding:0 1.2em">
<h1>${title}</h1>
<p>${intro}</p>
<form method="post" data-task="${task}" data-done="${done}">
${fields.join('\n')}
<p><button>${button}</button></p>
</form>
<p><output></output></p>
<script src="${SCRIPT_PATH}"></script>
</body>
</html>
`;
}

const SCRIPT = `const form = document.querySelector('form');
const output = document.querySelector('output');

async function call(path, body, accessToken) {
  const headers = { 'content-type': 'application/json' };
  if (accessToken) headers.authorization = 'Bearer ' + accessToken;
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { success, data, error } = await answer.json();
  if (success) return data;
  throw new Error(error.details ? error.details.map((detail) => detail.message).join('; ') : error.message);
}

const tasks = {
  reset: (values) =>
    call('/api/auth/reset-password', { ...values, token: new URLSearchParams(location.search).get('token') || '' }),
  join: async (values) => {
    const { accessToken } = await call('/api/auth/login', values);
    const token = location.pathname.split('/').pop();
    await call('/api/seller/team/invitations/' + token + '/accept', {}, accessToken);
    await call('/api/auth/logout', {}, accessToken);
  },
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    await tasks[form.dataset.task](Object.fromEntries(new FormData(form)));
    form.hidden = true;
    output.textContent = form.dataset.done;
  } catch (error) {
    output.textContent = error.message;
  }
});
`;
