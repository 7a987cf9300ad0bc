/** Shows on a cached dealer page whether the user follows the dealer. The link opens the page that changes it. */

export function start(link: HTMLElement): void {
  void show(link);
  // The user may follow or unfollow on another page and come back through the history.
  addEventListener('pageshow', (event) => {
    if (event.persisted) void show(link);
  });
}

async function show(link: HTMLElement): Promise<void> {
  const isFollowed = document.cookie.split('; ').includes('fw-in=1') && (await follows(link));
  for (const part of link.querySelectorAll<HTMLElement>('[data-on], [data-off]'))
    part.hidden = (part.dataset['on'] !== undefined) !== isFollowed;
}

async function follows(link: HTMLElement): Promise<boolean> {
  const query = new URLSearchParams({ seller: link.dataset['follow'] ?? '', limit: '1' });
  const response = await fetch(`/web/api/search/saved?${query.toString()}`, {
    headers: { 'x-fw-client': 'web' },
  }).catch(() => null);
  if (response?.ok !== true) return false;
  const { data } = (await response.json()) as { data: { saved_searches: readonly unknown[] } };
  return data.saved_searches.length > 0;
}
