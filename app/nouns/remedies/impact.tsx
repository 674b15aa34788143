import { countedWords } from '../../ui/words/counted-words.ts';
import type { Hints } from './hints.ts';

type Waiting = Pick<Hints, 'waiting' | 'order_ids' | 'purchase_order_ids'>;

/** What a remedy will mend. `waiting` includes the order it was opened from. */
export function Impact({ waiting, verb }: { waiting: Waiting; verb: string }) {
  if (waiting.waiting === 0) return <>No order waits for this now; {verb} still helps the next one.</>;
  return (
    <>
      This mends <strong>{waitingWords(waiting)}</strong> and every later one.
    </>
  );
}

/** "1 order", "2 purchase orders"; where both kinds wait, one number for them. */
export function waitingWords({ waiting, order_ids, purchase_order_ids }: Waiting): string {
  if (purchase_order_ids.length === 0) return countedWords(waiting, 'order');
  return countedWords(waiting, order_ids.length === 0 ? 'purchase order' : 'sales or purchase order');
}
