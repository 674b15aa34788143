import { href, Link } from 'react-router';
import { page } from '../../../../platform/http/page.ts';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { ItemsList } from '../../catalogue/list/items-list.tsx';
import { loadItems } from '../../catalogue/list/load.ts';
import type { Route } from './+types/list-page.ts';

export const loader = page('work', async (call) => ({ loaded: await loadItems('raw_materials', call) }));

/** The list of raw materials. */
export default function RawMaterialsPage({ loaderData: { loaded } }: Route.ComponentProps) {
  return <ItemsList kind="raw_materials" loaded={loaded} empty={<NoRawMaterials />} />;
}

function NoRawMaterials() {
  return (
    <EmptyState title="This account has no raw materials" action={<Link to={href('/products')}>See the products</Link>}>
      Raw materials are what products are made of or packed in. They are separate from products. Create them here or import a file; a
      warehouse that stores them counts them too.
    </EmptyState>
  );
}
