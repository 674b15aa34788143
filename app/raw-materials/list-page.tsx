import { href, Link } from 'react-router';
import { page } from '../../platform/http/page.ts';
import { readAddress } from '../../platform/list/query.ts';
import { ItemsList } from '../catalogue/items-list.tsx';
import { listItems } from '../catalogue/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import type { Route } from './+types/list-page.ts';
import { listRawMaterialsCall } from './contract.ts';

export const loader = page('work', async ({ tenant, search }) => {
  const query = readAddress(listRawMaterialsCall, search);
  return { query, page: await listItems(tenant, 'raw_materials', query) };
});

/** The list of raw materials. */
export default function RawMaterialsPage({ loaderData }: Route.ComponentProps) {
  return <ItemsList kind="raw_materials" {...loaderData} empty={<NoRawMaterials />} />;
}

function NoRawMaterials() {
  return (
    <EmptyState title="This account has no raw materials" action={<Link to={href('/products')}>See the products</Link>}>
      Raw materials are what products are made of or packed in. They are separate from products, and no connection imports them.
    </EmptyState>
  );
}
