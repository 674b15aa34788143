import { call } from '../../../../platform/call.ts';
import { LinkPairs } from '../link-pairs.tsx';
import { linkEqualListingsCall, listEqualListingsCall } from '../listings/listing-contract.ts';

/** Shows a connection's products that have a product with the same SKU or UPC, and links exactly those that it shows. */
export default function EqualDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const params = { name: slug };
  return (
    <LinkPairs
      title="Link equal products"
      noun="product"
      queryKey={['equal-listings', slug]}
      read={(signal) => call(listEqualListingsCall, { params }, signal)}
      keyOf={({ id }) => id}
      connectionOf={() => slug}
      link={(pairs) =>
        call(linkEqualListingsCall, { params, body: { links: pairs.map(({ id, equal }) => ({ id, product_id: equal.id })) } })
      }
      onClose={onClose}
    >
      Each is linked to the product with the same SKU or UPC; orders that wait for one go on ten seconds later.
    </LinkPairs>
  );
}
