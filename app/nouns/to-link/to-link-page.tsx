import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { page } from '../../../platform/http/page.ts';
import { readAddress } from '../../../platform/list/query.ts';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { NewerPill } from '../../ui/buttons/newer-pill.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { steadyRows } from '../../ui/live/steady-rows.ts';
import { useKept } from '../../ui/live/use-kept.ts';
import { useLiveReload } from '../../ui/live/use-live.ts';
import type { Saved } from '../mappings/saves/use-saved.ts';
import type { Route } from './+types/to-link-page.ts';
import { listToLinkCall } from './contract.ts';
import { listToLink } from './queries.ts';
import { LinkedLine } from './widgets/linked-line.tsx';
import { keyOf, type SteadyRow } from './widgets/steady-rows.ts';
import { toLinkList } from './widgets/to-link-list.tsx';
import { useAccepting } from './widgets/use-accepting.ts';
import { useLinked } from './widgets/use-linked.ts';
import { useTicked } from './widgets/use-ticked.ts';

const LinkPreview = lazily(() => import('./widgets/link-preview.tsx'));

export const loader = page('work', async ({ session, tenant, search }) => {
  const query = readAddress(listToLinkCall, search, session);
  return { query, skus: await listToLink(tenant, query) };
});

/** The SKUs that orders wait for a link of: each with the product that it most likely means, linked one by one or several together. */
export default function ToLinkPage({ loaderData: { query, skus } }: Route.ComponentProps) {
  const { search } = useLocation();
  const { linked, add } = useLinked();
  const { kept, show, place } = useKept<readonly SteadyRow[]>(skus.data, { scope: search, part: 'tbody', hold: linked.length > 0 });
  const { rows, more } = steadyRows(kept, skus.data, keyOf);
  const accepting = useAccepting(rows, add);
  /** Whose links are looked at together before they are saved. */
  const [compared, setCompared] = useState<'equal' | readonly SteadyRow[] | null>(null);
  const { revalidate } = useRevalidator();
  const onLinked = async (keys: readonly string[], saved: Saved) => {
    add(keys, saved);
    await revalidate();
  };
  useLiveReload(['issues'], 2_000);
  const ticked = useTicked(rows);
  const list = toLinkList({
    ...{ accepting, linked, compare: (row) => setCompared([row]) },
    bulk: {
      actions: [
        {
          label: 'Link…',
          dialog: (ids, onClose) => <LinkPreview rows={ticked(ids)} onLinked={onLinked} onClose={onClose} />,
        },
      ],
    },
  });
  return (
    <div ref={place}>
      <ListPage
        title="SKUs to link"
        list={list}
        page={{ ...skus, data: rows }}
        query={query}
        actions={
          skus.data.some(({ best }) => best?.same === 'SKU') && <Button onClick={() => setCompared('equal')}>Accept all equal…</Button>
        }
        above={<LinkedLine linked={linked} isEmpty={rows.length === 0} />}
        notice={more > 0 ? <NewerPill count={more} words={`${more.toLocaleString('en-US')} new`} show={show} /> : undefined}
        empty={<EmptyState title="Every SKU is linked">No order waits for a link of its SKU to a warehouse product.</EmptyState>}
      />
      {accepting.question}
      {compared && <LinkPreview {...(compared !== 'equal' && { rows: compared })} onLinked={onLinked} onClose={() => setCompared(null)} />}
    </div>
  );
}
