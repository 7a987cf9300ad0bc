/** Closes menus on Escape and on clicks elsewhere; one is open at a time. */

let isListening = false;

export function start(): void {
  // One listener is for all menus, also those that come later.
  if (isListening) return;
  isListening = true;
  document.addEventListener('click', ({ target }) => closeExcept(target));
  document.addEventListener('focusin', ({ target }) => closeExcept(target));
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      if (target instanceof Node && menu.contains(target)) menu.querySelector('summary')?.focus();
    }
  });
}

function openMenus(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll('details[data-drop][open]');
}

function closeExcept(target: EventTarget | null): void {
  for (const menu of openMenus()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
}
