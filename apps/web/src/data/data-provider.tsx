import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { trpcClient } from './queries.ts';
import { queryClient } from './query-client.ts';
import { trpc } from './trpc.ts';

/** Wraps the pages that show data. The pages before login do not load it. */
export function DataProvider({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
