/** A button with a panel that floats below it: the platform's popover, so Escape and a press elsewhere close it. */
import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';

const GAP_PX = 6;
const EDGE_PX = 8;

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
  const place = (): void => {
    const at = trigger.current?.getBoundingClientRect();
    const element = panel.current;
    if (at === undefined || element === null) return;
    element.style.insetBlockStart = `${at.bottom + GAP_PX}px`;
    const left = Math.min(at.left, innerWidth - element.offsetWidth - EDGE_PX);
    element.style.insetInlineStart = `${Math.max(EDGE_PX, left)}px`;
  };
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
        onToggle={(event) => {
          const isNow = event.newState === 'open';
          setOpen(isNow);
          if (isNow) place();
        }}
      >
        {isOpen && children}
      </div>
    </>
  );
}
