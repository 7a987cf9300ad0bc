/** The button prints the page. */
export function start(button: HTMLElement): void {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
