import type { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QueriesProvider } from './queries.tsx';
import { useQuery, useQueryClient } from './use-query.ts';

function Reads({ client }: { client: (client: QueryClient) => void }) {
  client(useQueryClient());
  return null;
}

/** The clients that two widgets of one request read with. */
function clientsOfRequest(): QueryClient[] {
  const clients: QueryClient[] = [];
  const reads = <Reads client={(client) => clients.push(client)} />;
  renderToString(
    <QueriesProvider>
      {reads}
      {reads}
    </QueriesProvider>,
  );
  return clients;
}

test('widgets of one request share what they read, those of two never do', () => {
  const [one, another] = [clientsOfRequest(), clientsOfRequest()];
  expect(one).toHaveLength(2);
  expect(one[0]).toBe(one[1]);
  expect(another[0]).toBe(another[1]);
  expect(one[0]).not.toBe(another[0]);
});

function Figure({ first }: { first: number }) {
  const { data } = useQuery({ queryKey: ['figure'], queryFn: () => 0, initialData: first });
  return <b>{data}</b>;
}

test('a figure that one request has read is not shown to the next', () => {
  const shown = [7, 8].map((first) =>
    renderToString(
      <QueriesProvider>
        <Figure first={first} />
      </QueriesProvider>,
    ),
  );
  expect(shown).toEqual(['<b>7</b>', '<b>8</b>']);
});
