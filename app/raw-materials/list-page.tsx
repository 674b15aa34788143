import { Link, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../accounts/session.ts';
import { ItemsList } from '../catalogue/items-list.tsx';
import { readList } from '../catalogue/read-list.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import type { Route } from './+types/list-page.ts';

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { inTenant, session } = context.get(requestContext);
  requirePermission(session, 'work');
  return inTenant((tenant) => readList(tenant, 'raw_materials', url.searchParams));
}

/** The list of raw materials. */
export default function RawMaterialsPage({ loaderData }: Route.ComponentProps) {
  return <ItemsList loaded={loaderData} empty={<NoRawMaterials />} />;
}

function NoRawMaterials() {
  return (
    <EmptyState title="This account has no raw materials" action={<Link to="/products">See the products</Link>}>
      What products are made of or packed in is kept here, apart from what is sold. No connection brings raw materials in.
    </EmptyState>
  );
}
