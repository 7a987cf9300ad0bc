/** Opens the sign-in page, which returns to the current page. */
export function goToSignIn(): void {
  const next = `${location.pathname}${location.search}`;
  location.assign(`/${document.documentElement.lang}/sign-in?${new URLSearchParams({ next }).toString()}`);
}
