import { Stack } from '@mantine/core';
import { href, Link } from 'react-router';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { type Kind, kinds } from '../kinds.ts';
import type { ItemRecord, StockPlace } from './read.ts';

/** What a person should know before the figures: that the warehouse no longer has it, or that there is too little of it. */
export function ItemNotices({ kind, item }: { kind: Kind; item: ItemRecord }) {
  const { gone_at, reorder_point, stock_taken_at, quantity_on_hand, quantity_on_hold, stock } = item;
  const left = quantity_on_hand - quantity_on_hold;
  const isLow = stock_taken_at !== null && reorder_point !== null && left < reorder_point;
  const expiring = kind === 'products' ? unitsOf(stock.filter(({ is_offered }) => is_offered === false)) : 0;
  const notBooked = item.not_booked ?? 0;
  if (!isLow && gone_at === null && expiring === 0 && notBooked === 0 && lackingOf(item) <= 0 && !item.is_count_held) return null;
  return (
    <Stack gap={8} mb={20}>
      {gone_at !== null && (
        <Notice tone="danger">
          The warehouse stopped naming this {kinds[kind].one} <Ago at={gone_at} />.{' '}
          {kind === 'products' && 'Orders that need it wait until it is named again, or until their SKU is linked to another product.'}
        </Notice>
      )}
      <CountNotices item={item} />
      {isLow && (
        <Notice tone="warning">
          {left.toLocaleString('en-US')} available: that is below its reorder point of {reorder_point.toLocaleString('en-US')}.
        </Notice>
      )}
      {expiring > 0 && (
        <Notice>
          {countedWords(expiring, 'unit expires', 'units expire')} soon and {expiring === 1 ? 'is' : 'are'} not offered to channels.
        </Notice>
      )}
      {notBooked > 0 && (
        <Notice>
          The receipts of {countedWords(notBooked, 'unit')} are not booked yet: until they are processed or set aside, channels are not
          offered them.
        </Notice>
      )}
    </Stack>
  );
}

/** That a newer count is not used, and that orders are promised more than there is. */
function CountNotices({ item }: { item: ItemRecord }) {
  const lacking = lackingOf(item);
  const heldAt = item.is_count_held ? item.warehouse : null;
  return (
    <>
      {heldAt !== null && (
        <Notice tone="warning">
          A newer count of {heldAt.name} names too few products, so it is not used: these figures are older.{' '}
          <Link to={href('/settings/connectors/:name', { name: heldAt.slug })}>Decide about it</Link>
        </Notice>
      )}
      {lacking > 0 && (
        <Notice tone="warning">
          {countedWords(item.promised ?? 0, 'unit is', 'units are')} promised to orders that are not yet with the warehouse, which can send{' '}
          {item.quantity_available.toLocaleString('en-US')}: {lacking.toLocaleString('en-US')} too few. Channels are offered none.
        </Notice>
      )}
    </>
  );
}

/** How many units are promised to orders beyond what the warehouse can send. */
const lackingOf = ({ stock_taken_at, promised, quantity_available }: ItemRecord) =>
  stock_taken_at === null ? 0 : (promised ?? 0) - quantity_available;

const unitsOf = (places: readonly StockPlace[]) => places.reduce((sum, { on_hand, on_hold }) => sum + on_hand - on_hold, 0);
