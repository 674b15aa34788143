import type { QueryClient } from '@tanstack/react-query';
import { createContext, useState } from 'react';

/** What widgets of one page have read; the client is made by the first that reads, so that a page without any loads nothing of it. */
type Queries = { client?: QueryClient };

export const QueriesContext = createContext<Queries | null>(null);

/** Keeps what widgets read: a page's own in the browser, and a request's own on the server, where accounts must never share it. */
export function QueriesProvider({ client, children }: { client?: QueryClient; children: React.ReactNode }) {
  const [queries] = useState<Queries>(() => (client ? { client } : {}));
  return <QueriesContext value={queries}>{children}</QueriesContext>;
}
