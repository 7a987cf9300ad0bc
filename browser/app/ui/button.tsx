import type { ComponentProps, ReactElement } from 'react';
import { type DeskText, useWords } from '../words.ts';
import { Icon, type IconName } from './icon.tsx';

/** A button with a text of the message catalog. */
export function Button({
  text,
  icon,
  about,
  ...attributes
}: {
  text: DeskText;
  icon?: IconName;
  /** The object of the action, for screen readers, if several buttons have the same text. */
  about?: string;
} & Omit<ComponentProps<'button'>, 'children' | 'type' | 'about'>): ReactElement {
  const words = useWords();
  return (
    <button type="button" {...attributes}>
      {icon !== undefined && <Icon name={icon} size={16} />}
      {words.text(text)}
      {about !== undefined && <span className="unseen">: {about}</span>}
    </button>
  );
}
