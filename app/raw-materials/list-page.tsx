import { href, Link } from 'react-router';
import { page } from '../../platform/http/page.ts';
import { ItemsList } from '../catalogue/items-list.tsx';
import { readList } from '../catalogue/read-list.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import type { Route } from './+types/list-page.ts';

export const loader = page('work', ({ tenant, search }) => readList(tenant, 'raw_materials', search));

/** The list of raw materials. */
export default function RawMaterialsPage({ loaderData }: Route.ComponentProps) {
  return <ItemsList loaded={loaderData} empty={<NoRawMaterials />} />;
}

function NoRawMaterials() {
  return (
    <EmptyState title="This account has no raw materials" action={<Link to={href('/products')}>See the products</Link>}>
      What products are made of or packed in is kept here, apart from what is sold. No connection brings raw materials in.
    </EmptyState>
  );
}
