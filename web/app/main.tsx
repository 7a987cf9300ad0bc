/** Starts the application of the address: words and session first, then its frame. */
import '../styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { dealerDesk } from './areas.ts';
import { startLive } from './live.ts';
import { SESSION_QUERY } from './me.ts';
import { queryClient } from './query.ts';
import { makeRouter } from './router.tsx';
import { loadWords, WordsProvider } from './words.ts';

const [words] = await Promise.all([loadWords(), queryClient.fetchQuery(SESSION_QUERY)]);
const root = document.querySelector('#app');
if (root === null) throw new Error('the page has no place for the application');
const router = makeRouter(dealerDesk);
createRoot(root).render(
  <WordsProvider value={words}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </WordsProvider>,
);
startLive(queryClient);
