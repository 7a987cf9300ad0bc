/** Starts the application: loads texts and session, then draws the frame. */
import '../styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import type { Desk } from './areas.ts';
import { localizeTimes } from '../shared/times.ts';
import { startLive } from './live.ts';
import { DeskProvider, SESSION_QUERY } from './me.ts';
import { queryClient } from './query.ts';
import { makeRouter } from './router.tsx';
import { loadWords, WordsProvider } from './words.ts';

const PAUSE_MS = 3000;
/** Shown if the texts cannot be fetched. */
const NO_ANSWER = 'The market does not answer yet. / Der Markt antwortet noch nicht.';

/** Loads only the code of the desk in the URL. */
async function loadDesk(): Promise<Desk> {
  if (/^\/admin(?:\/|$)/.test(location.pathname)) return (await import('./admin/areas.ts')).adminDesk;
  return (await import('./dealer/areas.ts')).dealerDesk;
}

async function start(place: Element): Promise<void> {
  try {
    const [words, desk] = await Promise.all([loadWords(), loadDesk(), queryClient.fetchQuery(SESSION_QUERY)]);
    place.textContent = '';
    createRoot(place).render(
      <WordsProvider value={words}>
        <QueryClientProvider client={queryClient}>
          <DeskProvider value={desk}>
            <RouterProvider router={makeRouter(desk)} />
          </DeskProvider>
        </QueryClientProvider>
      </WordsProvider>,
    );
    startLive();
  } catch {
    place.textContent = NO_ANSWER;
    setTimeout(() => void start(place), PAUSE_MS);
  }
}

const place = document.querySelector('#app');
if (place === null) throw new Error('the page has no place for the application');
localizeTimes(document);
void start(place);
