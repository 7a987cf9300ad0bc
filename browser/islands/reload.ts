/** For development: reloads the page once the restarted server responds. */

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
