import { MantineProvider } from '@mantine/core';
import { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { allRemedies } from '../app/entities/remedies.ts';
import { Remedies } from '../app/shared/issues/remedy/remedy.ts';
import { QueriesProvider } from '../app/ui/hooks/queries.tsx';

/** What a widget renders first, as plain text with its labels: for tests of what a screen says. `path` is the page's address. */
export function rendered(widget: React.ReactNode, { path = '/', queries = new QueryClient() } = {}): string {
  const html = htmlOf(widget, path, queries);
  const labels = [...html.matchAll(/(?:aria-label|placeholder|title|alt|label)="([^"]*)"/g)].map(([, label]) => label);
  const words = html
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<!-- -->/g, '')
    // A number that stays on one line is a part of its sentence.
    .replace(/<span style="white-space:nowrap">([^<]*)<\/span>/g, '$1')
    .replace(/<[^>]+>/g, '\n');
  return [words, ...labels]
    .join('\n')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&');
}

/** The links of what it renders first: their words, and where they lead. */
export const linksIn = (widget: React.ReactNode): [words: string, to: string][] =>
  [...htmlOf(widget).matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, to = '', words = '']) => [
    words.replace(/<[^>]+>/g, ''),
    to.replace(/&amp;/g, '&'),
  ]);

/** The same as it is. */
export function htmlOf(widget: React.ReactNode, path = '/', queries = new QueryClient()): string {
  const Routes = createRoutesStub([{ path: '*', Component: () => widget }]);
  return renderToString(
    <MantineProvider>
      <QueriesProvider client={queries}>
        <Remedies value={allRemedies}>
          <Routes initialEntries={[path]} />
        </Remedies>
      </QueriesProvider>
    </MantineProvider>,
  );
}
