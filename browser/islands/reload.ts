/** For those who work on the code: once the server has been away, the page is loaded from the new one. */

const EVERY_MS = 400;

export function reloadAfterRestart(): void {
  let wasAway = false;
  setInterval(() => {
    void fetch('/readyz')
      .then(({ ok }) => {
        if (ok && wasAway) location.reload();
        wasAway ||= !ok;
      })
      .catch(() => {
        wasAway = true;
      });
  }, EVERY_MS);
}
