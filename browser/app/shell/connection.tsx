import { type ReactElement, useSyncExternalStore } from 'react';
import { useWords } from '../words.ts';

function listen(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Banner shown while the device is offline. */
export function Connection(): ReactElement {
  const words = useWords();
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine);
  return (
    <span className="connection" role="status">
      {isOnline ? '' : words.text('desk.connection.lost')}
    </span>
  );
}
