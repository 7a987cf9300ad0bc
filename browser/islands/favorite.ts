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
  const response = await fetch('/web/api/favorites', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ listingId: form.dataset['favorite'] }),
  }).catch(() => null);
  if (response === null || (!response.ok && response.status !== ALREADY)) {
    form.submit();
    return;
  }
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.className = 'good';
  form.replaceWith(status);
  // Set the text after the element is in the document, so that screen readers read it.
  status.textContent = `✓ ${form.dataset['done'] ?? ''}`;
}
