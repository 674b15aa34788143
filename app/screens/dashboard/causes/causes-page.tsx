import { href, useLocation } from 'react-router';
import { found, page } from '../../../../platform/http/page.ts';
import { readAddress } from '../../../../platform/list/query.ts';
import type { Cause } from '../../../shared/issues/causes.ts';
import { listCausesOfCall } from '../../../shared/issues/contract.ts';
import { issueLabel, issueTypes } from '../../../shared/issues/issue.ts';
import { listCausesOf } from '../../../shared/issues/of-type.ts';
import { recordOfSubject } from '../../../shared/issues/types/connections.ts';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { NewerPill } from '../../../ui/buttons/newer-pill.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { type Steady, steadyRows } from '../../../ui/live/steady-rows.ts';
import { useKept } from '../../../ui/live/use-kept.ts';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { causeKey } from '../widgets/causes/steady.ts';
import { DecideUnreadable } from '../widgets/causes/unreadable-button.tsx';
import type { Route } from './+types/causes-page.ts';
import { causesList } from './causes-list.tsx';

export const loader = page('work', async ({ session, tenant, params, search }) => {
  const type = found(issueTypes.find((each) => each === params.type));
  const query = readAddress(listCausesOfCall, search, session);
  return { type, query, causes: await listCausesOf(tenant, type, query) };
});

/** All causes of a type that Home shows the first of, each with its remedy. */
export default function CausesPage({ loaderData: { type, query, causes } }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  const { kept, show, place } = useKept<readonly Steady<Cause>[]>(causes.data, { scope: pathname + search, part: 'tbody' });
  const { rows, more } = steadyRows(kept, causes.data, causeKey);
  useLiveReload(['issues'], 2_000);
  return (
    <div ref={place}>
      <ListPage
        title={issueLabel(type)}
        back={{ to: href('/'), label: 'Home' }}
        list={causesList(type, rows)}
        page={{ ...causes, data: rows }}
        query={query}
        actions={type === 'unreadable' && rows.some(({ subject }) => recordOfSubject(subject) !== null) && <DecideUnreadable />}
        notice={more > 0 ? <NewerPill count={more} words={`${more.toLocaleString('en-US')} new`} show={show} /> : undefined}
        empty={<EmptyState title="All of it is mended">Nothing waits for a person for this reason now.</EmptyState>}
      />
    </div>
  );
}
