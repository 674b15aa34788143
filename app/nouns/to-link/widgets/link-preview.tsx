import { useRef, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { AtWarehouse, useIsListed } from '../../mappings/saves/at-warehouse/at-warehouse.tsx';
import type { PreviewedChange } from '../../mappings/saves/contract.ts';
import type { Saved } from '../../mappings/saves/use-saved.ts';
import { linkSeenCall, listEqualCall, mostAtOnce, type ToLink } from '../contract.ts';
import { GoingOn } from './going-on.tsx';
import { PreviewedPair } from './previewed-pair.tsx';
import { equalOf, keyOf, type Pair, seenOf } from './steady-rows.ts';
import classes from './to-link.module.css';

type Props = {
  /** The rows that a person chose; without them all that have an equal product. */
  rows?: readonly ToLink[];
  onLinked: (keys: readonly string[], saved: Saved) => Promise<void>;
  onClose: (isDone: boolean) => void;
};

/** Shows SKUs beside their products and what follows, and links exactly those that stay ticked. */
export default function LinkPreview({ rows, onLinked, onClose }: Props) {
  const { data, error } = useEqual(rows);
  const pairs = (data?.data ?? []).filter((row): row is Pair => row.best !== null).slice(0, mostAtOnce);
  const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({});
  const isDone = useRef(false);
  // Equal SKUs whose names say other numbers of units ship other numbers of units: a person ticks them.
  const isTicked = (pair: Pair) => ticks[keyOf(pair)] ?? (rows !== undefined || equalOf(pair) !== null);
  const ticked = pairs.filter(isTicked);
  const changes = changesOf(ticked);
  const isListed = useIsListed(changes);
  const text = (
    <>
      <GoingOn pairs={ticked} lacking={(data?.data.length ?? 0) - pairs.length} more={data?.more ?? false} />
      <AtWarehouse changes={changes} />
      <ul className={classes.pairs}>
        {pairs.map((pair) => (
          <PreviewedPair
            key={keyOf(pair)}
            pair={pair}
            isTicked={isTicked(pair)}
            onTick={(isOn) => setTicks((before) => ({ ...before, [keyOf(pair)]: isOn }))}
          />
        ))}
      </ul>
    </>
  );
  const none = <p>{rows ? 'No product looks like these. Choose theirs in their rows.' : 'No SKU has a product of the same SKU.'}</p>;
  return (
    <ConfirmDialog
      title={rows ? `Link ${countedWords(data?.data.length ?? 0, 'SKU')}` : 'Accept all equal'}
      text={error ? <p role="alert">{errorMessage(error)}</p> : !data ? <Skeleton rows={5} /> : pairs.length > 0 ? text : none}
      verb={ticked.length > 0 ? `Link ${countedWords(ticked.length, 'SKU')}` : 'Link'}
      disabled={ticked.length === 0 || !isListed}
      size={640}
      onClose={() => onClose(isDone.current)}
      run={async () => {
        const saved = await call(linkSeenCall, { body: { links: ticked.map(seenOf) } });
        const leftOut = new Set(saved.left_out.map(({ at }) => at));
        isDone.current = true;
        await onLinked(ticked.filter((_, at) => !leftOut.has(at)).map(keyOf), saved);
      }}
    />
  );
}

/** The rows as they are shown, or all that are equal, read once. */
function useEqual(rows: readonly ToLink[] | undefined) {
  const [atFirst] = useState(rows);
  const read = useQuery({
    ...{ queryKey: ['equal-to-link'], staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false, enabled: !atFirst },
    queryFn: ({ signal }) => call(listEqualCall, {}, signal),
  });
  return atFirst ? { data: { data: atFirst, more: atFirst.length > mostAtOnce }, error: null } : read;
}

/** What linking them changes: a change for each connection. */
const changesOf = (pairs: readonly Pair[]): PreviewedChange[] =>
  [...Map.groupBy(pairs, ({ connection_id }) => connection_id)].map(([connection, those]) => ({
    connection,
    change: { kind: 'product', links: those.map(({ sku, best }) => ({ sku, product_id: best.id })) },
  }));
