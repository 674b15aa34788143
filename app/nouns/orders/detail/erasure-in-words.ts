import { type TimeStyle, writeDay } from '../../../ui/time/write-time.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';

/** When an order's buyer was erased, or is to be. `days`: after how many its channel demands it. */
export type Erasure = { erasedAt: Date | null; afterDays: number | null; endedAt: Date | null; days: number | undefined; channel: string };

/** In a sentence; null for an order whose buyer is kept. */
export function erasureInWords({ erasedAt, afterDays, endedAt, days, channel }: Erasure, style: TimeStyle): string | null {
  if (erasedAt) {
    const why = afterDays === null ? 'as it was asked for' : `${countedWords(afterDays, 'day')} after the order ended`;
    return `The buyer’s data were erased on ${writeDay(erasedAt, style)}, ${why}.`;
  }
  if (days === undefined) return null;
  const when = countedWords(days, 'day');
  if (!endedAt) return `${channel} demands that the buyer’s data are erased ${when} after the order has ended.`;
  return `The buyer’s data are erased on ${writeDay(new Date(endedAt.getTime() + days * dayMs), style)}, ${when} after the order ended.`;
}

const dayMs = 86_400_000;
