import { countedWords } from '../../../ui/words/counted-words.ts';
import type { Need } from './contract.ts';

/** `1 SKU is not linked, 41 orders wait`. Browser-safe. */
export const needWords = (need: Need, one: string, many: string): string => `${countedWords(need.codes, one, many)}, ${waitingWords(need)}`;

/** `41 orders wait`, `1 purchase order waits`, or both. */
const waitingWords = ({ orders, purchaseOrders }: Need): string =>
  [
    (orders > 0 || purchaseOrders === 0) && countedWords(orders, 'order waits', 'orders wait'),
    purchaseOrders > 0 && countedWords(purchaseOrders, 'purchase order waits', 'purchase orders wait'),
  ]
    .filter(Boolean)
    .join(', ');
