/** What happens when a session has ended. */

/** To the sign-in, and back to where we are. */
export function goToSignIn(): void {
  const next = `${location.pathname}${location.search}`;
  location.assign(`/${document.documentElement.lang}/sign-in?${new URLSearchParams({ next }).toString()}`);
}
