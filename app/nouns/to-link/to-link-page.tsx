import { Button } from '@mantine/core';
import { useState } from 'react';
import { page } from '../../../platform/http/page.ts';
import { readAddress } from '../../../platform/list/query.ts';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import type { Route } from './+types/to-link-page.ts';
import { listToLinkCall } from './contract.ts';
import { listToLink } from './queries.ts';
import { toLinkList } from './widgets/to-link-list.tsx';
import { useAccepting } from './widgets/use-accepting.ts';

const EqualDialog = lazily(() => import('./widgets/equal-dialog.tsx'));

export const loader = page('work', async ({ session, tenant, search }) => {
  const query = readAddress(listToLinkCall, search, session);
  return { query, skus: await listToLink(tenant, query) };
});

/** The SKUs that orders wait for a link of, to be linked one after the other: Enter accepts and goes on. */
export default function ToLinkPage({ loaderData: { query, skus } }: Route.ComponentProps) {
  const [isAccepting, setAccepting] = useState(false);
  const accepting = useAccepting(skus.data);
  useLiveReload(['issues'], 2_000);
  const equal = skus.data.some((sku) => sku.equal !== null);
  return (
    <>
      <ListPage
        title="SKUs to link"
        list={toLinkList(accepting)}
        page={skus}
        query={query}
        actions={equal && <Button onClick={() => setAccepting(true)}>Link equal SKUs…</Button>}
        empty={<EmptyState title="Every SKU is linked">No order waits for a link of its SKU to a warehouse product.</EmptyState>}
      />
      {accepting.question}
      {isAccepting && <EqualDialog onClose={() => setAccepting(false)} />}
    </>
  );
}
