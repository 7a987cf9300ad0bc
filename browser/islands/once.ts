/** A form is sent once, however often its button is pressed. */
export function start(element: HTMLElement): void {
  let isSent = false;
  element.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
  });
  // Back to a page that the browser has kept.
  addEventListener('pageshow', () => {
    isSent = false;
  });
}
