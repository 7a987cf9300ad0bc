/**
 * A button with a floating panel by the platform's popover, which Escape or a click elsewhere closes. Unsaved input is kept until it opens
 * again. The panel opens below, or above if there is more space; in the right half of the window it extends to the left.
 */
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ForgetChanges, useChanges } from './changes.ts';

const GAP_PX = 6;
const EDGE_PX = 8;
const HEIGHT_MAX_PX = 640;

export function Popover({
  label,
  button,
  className = 'icon-button',
  children,
}: {
  label: string;
  button: ReactNode;
  className?: string;
  children: ReactNode;
}): ReactElement {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [hasChanges, setChanges] = useState(false);
  const changes = useChanges();
  useEffect(() => {
    const element = panel.current;
    const button = trigger.current;
    if (!isOpen || element === null || button === null) return undefined;
    const place = (): void => placeBeside(element, button.getBoundingClientRect());
    // Content that loads later needs more space.
    const watcher = new ResizeObserver(place);
    watcher.observe(element);
    addEventListener('resize', place);
    return () => {
      watcher.disconnect();
      removeEventListener('resize', place);
    };
  }, [isOpen]);
  return (
    <>
      <button ref={trigger} type="button" className={className} aria-expanded={isOpen} popoverTarget={id}>
        {typeof button !== 'string' && <span className="unseen">{label}</span>}
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="popover"
        role="group"
        aria-label={label}
        {...changes.handlers}
        onToggle={(event) => {
          setOpen(event.newState === 'open');
          setChanges(changes.hasAny());
        }}
      >
        {(isOpen || hasChanges) && <ForgetChanges value={changes.forget}>{children}</ForgetChanges>}
      </div>
    </>
  );
}

function placeBeside(element: HTMLElement, at: DOMRect): void {
  const { style } = element;
  const below = innerHeight - at.bottom - GAP_PX - EDGE_PX;
  const above = at.top - GAP_PX - EDGE_PX;
  const isAbove = element.scrollHeight > below && above > below;
  style.insetBlockStart = isAbove ? 'auto' : `${at.bottom + GAP_PX}px`;
  style.insetBlockEnd = isAbove ? `${innerHeight - at.top + GAP_PX}px` : 'auto';
  style.maxBlockSize = `${Math.min(HEIGHT_MAX_PX, isAbove ? above : below)}px`;
  const left = at.left > innerWidth / 2 ? at.right - element.offsetWidth : at.left;
  style.insetInlineStart = `${Math.max(EDGE_PX, Math.min(left, innerWidth - element.offsetWidth - EDGE_PX))}px`;
}
