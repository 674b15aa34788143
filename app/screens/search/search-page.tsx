import { Button } from '@mantine/core';
import { isRouteErrorResponse, Link, redirect, useParams, useRouteError, useSearchParams } from 'react-router';
import { found, page } from '../../../platform/http/page.ts';
import { nouns, type SearchedName, searchedNames } from '../../base/nouns.ts';
import { allHits } from '../../entities/hits.ts';
import { ErrorState } from '../../ui/blocks/empty-state.tsx';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { ErrorPage } from '../../ui/error-page.tsx';
import { Tabs } from '../../ui/list/tabs.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import type { Route } from './+types/search-page.ts';
import type { FoundCount } from './contract.ts';
import { isShownAt, queryIn, searchAddress, searchedNamed, writeFound } from './entity.ts';
import { countFound, countOf, findIn, shownAtMost, waitingOf } from './queries.ts';
import classes from './search-page.module.css';
import { Results } from './widgets/results.tsx';

/** How many there are of each noun, once something was searched for. */
type Counts = Partial<Record<SearchedName, FoundCount>>;

/** A reload searches every noun again. */
const reloadEveryMs = 10_000;

export const loader = page('work', async ({ tenant, session: { role }, params, search, request }) => {
  const name = found(searchedNamed(params.entityType));
  const query = queryIn(search);
  if (query === '') return { name, query, counts: {} as Counts, hits: [], waiting: [], more: false };
  const { meant, ...results } = await findIn(tenant, role, name, query, shownAtMost);
  if (meant && !isShownAt(request.headers.get('referer'), name, query)) throw redirect(nouns[name].pathOf(meant));
  const counts = searchedNames.map(
    async (each) => [each, each === name ? countOf(results) : await countFound(tenant, role, each, query)] as const,
  );
  const ids = results.hits.map(({ id }) => id);
  const [waiting, counted] = await Promise.all([waitingOf(tenant, name, ids), Promise.all(counts)]);
  return { name, query, counts: Object.fromEntries(counted) as Counts, waiting, ...results };
});

export default function SearchPage({ loaderData: { name, query, counts, hits, waiting, more } }: Route.ComponentProps) {
  useLiveReload(['issues'], reloadEveryMs);
  return (
    <Frame name={name} query={query} counts={counts}>
      {hits.length > 0 && <Results name={name} hits={hits} waiting={waiting} more={more} />}
      {more && <More name={name} query={query} shown={hits.length} />}
      <p className={classes.none} role="status">
        {query !== '' && hits.length === 0 && 'Sorry, no results found.'}
      </p>
    </Frame>
  );
}

/** Fifty results are enough to see that more words are needed. */
function More({ name, query, shown }: { name: SearchedName; query: string; shown: number }) {
  const { title, path } = nouns[name];
  return (
    <p className={classes.more}>
      These are the {allHits[name].best} {shown}. Add a word, or{' '}
      <Link to={`${path}?${new URLSearchParams({ search: query })}`}>see all in {title}</Link>.
    </p>
  );
}

/** A wrong address is shown by the shell's error page; anything else is a failed search. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { entityType } = useParams();
  const [params] = useSearchParams();
  const name = searchedNamed(entityType);
  if (!name || (isRouteErrorResponse(error) && error.status === 404)) return <ErrorPage />;
  return (
    <Frame name={name} query={params.get('q') ?? ''} counts={{}}>
      <ErrorState title="There was an error performing search.  Please try again later" onRetry={() => window.location.reload()} />
    </Frame>
  );
}

type FrameProps = { name: SearchedName; query: string; counts: Counts; children: React.ReactNode };

function Frame({ name, query, counts, children }: FrameProps) {
  const { many, path } = nouns[name];
  return (
    <div className={classes.page}>
      <PageHeader
        title={query ? `Search results in ${many} for "${query}"` : `Search ${many}`}
        actions={
          <Button component={Link} to={path} variant="default">
            Back to {many}
          </Button>
        }
      />
      <Tabs
        tabs={searchedNames.map((each) => ({
          label: nouns[each].title,
          to: searchAddress(each, query),
          selected: each === name,
          count: counts[each] && writeFound(counts[each]),
        }))}
      />
      {children}
    </div>
  );
}
