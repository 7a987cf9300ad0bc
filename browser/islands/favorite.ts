/** Saves a vehicle without leaving its page. Who is not signed in is led to the sign-in by the form itself. */

const HEADERS = { 'content-type': 'application/json', 'x-fw-client': 'web' };
const ALREADY = 409;

export function start(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  form.addEventListener('submit', (event) => {
    if (!document.cookie.split('; ').includes('fw-in=1')) return;
    event.preventDefault();
    void save(form);
  });
}

async function save(form: HTMLFormElement): Promise<void> {
  const answer = await fetch('/web/api/favorites', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ listingId: form.dataset['favorite'] }),
  }).catch(() => null);
  if (answer === null || (!answer.ok && answer.status !== ALREADY)) {
    form.submit();
    return;
  }
  const said = document.createElement('p');
  said.setAttribute('role', 'status');
  said.className = 'good';
  form.replaceWith(said);
  // After it stands on the page, so that it is read out.
  said.textContent = `✓ ${form.dataset['done'] ?? ''}`;
}
