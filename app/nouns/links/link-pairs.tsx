import { useRevalidator } from 'react-router';
import { Skeleton } from '../../ui/blocks/skeleton.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { errorMessage } from '../../ui/words/error-message.ts';
import { AtWarehouse, useIsListed } from '../mappings/saves/at-warehouse/at-warehouse.tsx';
import type { PreviewedChange } from '../mappings/saves/contract.ts';
import { type Saved, useShowSaved } from '../mappings/saves/use-saved.ts';
import classes from './link-pairs.module.css';

type Pair = { sku: string; name: string | null; equal: { id: number; sku: string; name: string; same: string } };

type Props<P extends Pair> = {
  title: string;
  noun: string;
  queryKey: readonly unknown[];
  read: (signal: AbortSignal) => Promise<{ data: P[]; more: boolean }>;
  keyOf: (pair: P) => string | number;
  /** Whose SKU it is. */
  connectionOf: (pair: P) => PreviewedChange['connection'];
  /** Links exactly these. */
  link: (pairs: P[]) => Promise<Saved>;
  /** What linking them does. */
  children: React.ReactNode | ((pairs: P[]) => React.ReactNode);
  onClose: () => void;
};

/** Shows what has a product with the same SKU or UPC beside that product, and links exactly what it shows. */
export function LinkPairs<P extends Pair>({ title, noun, queryKey, read, keyOf, connectionOf, link, children, onClose }: Props<P>) {
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved('links');
  const { data, error } = useQuery({
    ...{ queryKey, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
    queryFn: ({ signal }) => read(signal),
  });
  const pairs = data?.data ?? [];
  const changes = changesOf(pairs, connectionOf);
  const isListed = useIsListed(changes);
  const text = (
    <>
      <p>
        {typeof children === 'function' ? children(pairs) : children}
        {data?.more && ' There may be more, which can be linked afterwards.'}
      </p>
      <AtWarehouse changes={changes} />
      <ul className={classes.pairs}>
        {pairs.map((pair) => (
          <PairRow key={keyOf(pair)} pair={pair} />
        ))}
      </ul>
    </>
  );
  const none = <p>None of {data?.more ? 'those that were compared' : 'them'} has a product with the same SKU or UPC.</p>;
  return (
    <ConfirmDialog
      title={title}
      text={error ? <p role="alert">{errorMessage(error)}</p> : !data ? <Skeleton rows={5} /> : pairs.length > 0 ? text : none}
      verb={pairs.length > 0 ? `Link ${countedWords(pairs.length, noun)}` : 'Link'}
      disabled={pairs.length === 0 || !isListed}
      onClose={onClose}
      run={async () => {
        showSaved(await link(pairs));
        await revalidate();
      }}
    />
  );
}

/** What linking them changes: a change for each connection. */
const changesOf = <P extends Pair>(pairs: readonly P[], connectionOf: Props<P>['connectionOf']): PreviewedChange[] =>
  [...Map.groupBy(pairs, connectionOf)].map(([connection, those]) => ({
    connection,
    change: { kind: 'product', links: those.map(({ sku, equal }) => ({ sku, product_id: equal.id })) },
  }));

const PairRow = ({ pair: { sku, name, equal } }: { pair: Pair }) => (
  <li>
    <span>
      <span className="mono">{sku}</span> {name}
    </span>
    <span>
      <span className="mono">{equal.sku}</span> {equal.name} <span className={classes.same}>same {equal.same}</span>
    </span>
  </li>
);
