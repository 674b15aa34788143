import { call } from '../../../../platform/call.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { LinkPairs } from '../../links/link-pairs.tsx';
import { type EqualToLink, linkEqualCall, listEqualCall } from '../contract.ts';
import { keyOf } from './use-accepting.ts';

/** Shows every SKU that has a product with the same SKU or UPC, and links exactly those that it shows. */
export default function EqualDialog({ onClose }: { onClose: () => void }) {
  return (
    <LinkPairs<EqualToLink>
      title="Link equal SKUs"
      noun="SKU"
      queryKey={['equal-to-link']}
      read={(signal) => call(listEqualCall, {}, signal)}
      keyOf={keyOf}
      connectionOf={({ connection_id }) => connection_id}
      link={(pairs) =>
        call(linkEqualCall, {
          body: { links: pairs.map(({ connection_id, sku, equal }) => ({ connection_id, sku, product_id: equal.id })) },
        })
      }
      onClose={onClose}
    >
      {(pairs) => {
        const orders = pairs.reduce((sum, pair) => sum + pair.orders, 0);
        return `Each is linked to the product with the same SKU or UPC. ${countedWords(orders, 'waiting line goes', 'waiting lines go')} on ten seconds later; until then it can be undone.`;
      }}
    </LinkPairs>
  );
}
