import type { Tenant } from '../../../../platform/tenant.ts';
import { dayAt } from '../../../ui/time/day.ts';
import { type TimeStyle, writeShortDay } from '../../../ui/time/write-time.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { insteadOf } from './changes.ts';
import { type Compared, compareSent } from './compare.ts';
import type { ComparedOrder } from './facts.ts';
import { hasLeft, type Obstacle } from './obstacle.ts';
import { leftSent, openSent, type Which } from './which.ts';

/** So many that have not shipped are compared before a mapping is saved, and as many that have left; the rest afterwards, by jobs. */
const most = 100;

/**
 * `words`: one sentence of a head, as `2 orders went to the warehouse before this change:`, and a part for each kind of orders. `short`:
 * the same parts where those that have left are one, by their numbers alone.
 */
export type SentInWords = { words: string; head: string; parts: string[]; short: string[] };

/** The warehouse orders that `describeSent` compares. */
export const sentToCompare = async (tenant: Tenant, which: Which): Promise<number[]> => [
  ...(await openSent(tenant, which, most)),
  ...(await leftSent(tenant, which, most)),
];

/**
 * What a mapping as it is now means for orders that went to the warehouse by another: which will be replaced there, which cannot be, and
 * what has left. Null where no order is affected.
 */
export async function describeSent(tenant: Tenant, which: Which): Promise<SentInWords | null> {
  const [open, left] = [await openSent(tenant, which, most + 1), await leftSent(tenant, which, most)];
  if (open.length + left.length === 0) return null;
  const compared = await compareSent(tenant, [...new Set([...open.slice(0, most), ...left])], { wait: false });
  const comparedIds = new Set(compared.map(({ warehouseOrderId }) => warehouseOrderId));
  const busy = open.slice(0, most).filter((id) => !comparedIds.has(id)).length;
  const affected = compared.filter(({ orders }) => orders.length > 0);
  const all = affected.flatMap(({ orders }) => orders);
  const more = open.length > most ? `more than ${most} with the warehouse are compared when it is saved` : null;
  const others = busy > 0 ? `${busy} that the warehouse is working on ${busy === 1 ? 'is' : 'are'} compared when it is saved` : null;
  const there = thereInWords(affected);
  const gone = affected.flatMap(({ orders }) => orders.filter(hasLeft)).toSorted((one, two) => two.id - one.id);
  const goneParts = leftInWords(gone, await styleOf(tenant));
  const rest = [others, more].filter((part) => part !== null);
  const parts = [...there, ...goneParts, ...rest];
  if (parts.length === 0) return null;
  const head = all.length === 0 ? '' : `${countedWords(all.length, 'order')} went to the warehouse before this change:`;
  const words = `${head === '' ? '' : `${head} `}${parts.join('; ')}.`;
  const short = [...there, ...(gone.length > 1 ? [`${numbersOf(gone, mostLeft)} have left already`] : goneParts), ...rest];
  return { words, head, parts, short };
}

/** The same in one sentence. */
export const sentInWords = async (tenant: Tenant, which: Which): Promise<string | null> =>
  (await describeSent(tenant, which))?.words ?? null;

function thereInWords(affected: readonly Compared[]): string[] {
  const replaced = affected.flatMap(({ obstacle, orders }) => (obstacle === null ? orders : []));
  const stuck = affected.flatMap(({ obstacle, orders }) =>
    obstacle === null ? [] : orders.filter((order) => !hasLeft(order)).map((order) => ({ order, words: words[obstacle.why] })),
  );
  return [
    ...(replaced.length > 0 ? [`${numbersOf(replaced)} will be replaced there`] : []),
    ...[...Map.groupBy(stuck, (each) => each.words)].map(
      ([{ one, many }, those]) => `${numbersOf(those.map(({ order }) => order))} ${those.length === 1 ? one : many}`,
    ),
  ];
}

/** So many that have left are named one by one, and so many of any other kind. */
const [mostLeft, mostNamed] = [3, 5];

function leftInWords(left: readonly ComparedOrder[], style: TimeStyle): string[] {
  const named = left.slice(0, mostLeft).map(({ order_number, left_at, changes }) => {
    const day = left_at === null ? '' : ` on ${writeShortDay(dayAt(left_at.getTime(), style.timezone), style.dateStyle)}`;
    return `${order_number} left${day} with ${insteadOf(changes)}`;
  });
  return [...named, ...(left.length > mostLeft ? [`${left.length - mostLeft} more have left`] : [])];
}

function numbersOf(orders: readonly ComparedOrder[], most = mostNamed): string {
  const names = orders.slice(0, most).map(({ order_number }) => order_number);
  if (orders.length > most) return `${names.join(', ')} and ${orders.length - most} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}

const words: Record<Obstacle['why'], { one: string; many: string }> = {
  sending: { one: 'is being sent and follows once the warehouse has it', many: 'are being sent and follow once the warehouse has them' },
  picking: { one: 'is being picked and becomes an issue', many: 'are being picked and become an issue each' },
  packed: { one: 'is packed and becomes an issue', many: 'are packed and become an issue each' },
  part_shipped: { one: 'has shipped in part and becomes an issue', many: 'have shipped in part and become an issue each' },
  left: { one: 'has left', many: 'have left' },
  cancelling: { one: 'is being cancelled and becomes an issue', many: 'are being cancelled and become an issue each' },
  apart: {
    one: 'travels with orders that stay as they are and becomes an issue',
    many: 'travel with orders that stay as they are and become an issue each',
  },
  kept: { one: 'was kept as it was sent and becomes an issue', many: 'were kept as they were sent and become an issue each' },
  unable: {
    one: 'cannot be changed by its warehouse and becomes an issue',
    many: 'cannot be changed by their warehouse and become an issue each',
  },
  incomplete: { one: 'could not be sent like that and becomes an issue', many: 'could not be sent like that and become an issue each' },
};

async function styleOf({ db, accountId }: Tenant): Promise<TimeStyle> {
  const { timezone, date_style } = await db
    .selectFrom('accounts')
    .select(['timezone', 'date_style'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { timezone, dateStyle: date_style };
}
