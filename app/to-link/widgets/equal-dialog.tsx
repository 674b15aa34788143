import { useQuery } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import { call } from '../../../platform/call.ts';
import { useShowSaved } from '../../mapping-saves/use-saved.ts';
import { countedWords } from '../../ui/counted-words.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type EqualToLink, linkEqualCall, listEqualCall } from '../contract.ts';
import classes from './to-link.module.css';
import { keyOf } from './use-accepting.ts';

/** Shows every SKU that has a product with the same SKU or UPC, and links exactly those that it shows. */
export default function EqualDialog({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved();
  const { data, error } = useQuery({
    queryKey: ['equal-to-link'],
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call(listEqualCall, {}, signal),
  });
  const shown = data?.data ?? [];
  return (
    <ConfirmDialog
      title="Link equal SKUs"
      text={error ? <p role="alert">{errorMessage(error)}</p> : data ? <Pairs pairs={shown} more={data.more} /> : <Skeleton rows={5} />}
      verb={shown.length > 0 ? `Link ${countedWords(shown.length, 'SKU')}` : 'Link'}
      disabled={shown.length === 0}
      onClose={onClose}
      run={async () => {
        const links = shown.map(({ connection_id, sku, equal }) => ({ connection_id, sku, product_id: equal.id }));
        showSaved(await call(linkEqualCall, { body: { links } }));
        await revalidate();
      }}
    />
  );
}

function Pairs({ pairs, more }: { pairs: EqualToLink[]; more: boolean }) {
  if (pairs.length === 0) return <p>None of them has a product with the same SKU or UPC.</p>;
  const orders = pairs.reduce((sum, pair) => sum + pair.orders, 0);
  return (
    <>
      <p>
        Each is linked to the product with the same SKU or UPC. {countedWords(orders, 'waiting line goes', 'waiting lines go')} on ten
        seconds later; until then it can be undone.{more && ' There are more, which can be linked afterwards.'}
      </p>
      <ul className={classes.pairs}>
        {pairs.map(({ equal, ...pair }) => (
          <li key={keyOf(pair)}>
            <span>
              <span className="mono">{pair.sku}</span> {pair.name}
            </span>
            <span>
              <span className="mono">{equal.sku}</span> {equal.name} <span className={classes.same}>same {equal.same}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
