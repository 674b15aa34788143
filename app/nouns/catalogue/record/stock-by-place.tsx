import { Text } from '@mantine/core';
import { RecordTable, type TableColumn } from '../../../ui/blocks/record-table.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { Serials } from '../../../ui/text/serials.tsx';
import { useClock } from '../../../ui/time/clock.tsx';
import { writeCalendarDay } from '../../../ui/time/write-time.ts';
import type { Kind } from '../kinds.ts';
import type { StockPlace } from './read.ts';
import classes from './record.module.css';

type Props = { kind: Kind; stock: readonly StockPlace[]; onHand: number };

/** An item's stock by location and lot, with what is available there, and when it expires, where the warehouse says so. */
export function StockByPlace({ kind, stock, onHand }: Props) {
  const columns = [...places, ...(stock.some(({ expires_on }) => expires_on !== null) ? [expires(kind)] : []), ...figures];
  return (
    <Section title="Stock">
      {stock.length === 0 ? (
        <p className="soft">
          {onHand > 0 ? 'The warehouse does not say where it lies.' : 'The warehouse names no place where it lies: there is none in stock.'}
        </p>
      ) : (
        <RecordTable
          {...{ label: 'Stock', columns: columns, rows: stock, className: classes.table }}
          rowKey={({ warehouse, location, lot }) => `${warehouse} ${location} ${lot}`}
        />
      )}
    </Section>
  );
}

const figure = (title: string, of: (place: StockPlace) => number): TableColumn<StockPlace> => ({
  ...{ title, figure: true, titled: true },
  cell: (place) => of(place).toLocaleString('en-US'),
});

const places: TableColumn<StockPlace>[] = [
  { title: 'Warehouse', wide: true, cell: ({ warehouse }) => warehouse },
  { title: 'Location', titled: true, className: 'mono', cell: ({ location }) => location },
  {
    ...{ title: 'Lot', titled: true, className: 'mono' },
    isLeftOut: ({ lot, serials }) => lot === '' && !serials?.length,
    cell: ({ lot, serials }) => (
      <>
        {lot || '–'}
        <Serials numbers={serials ?? []} />
      </>
    ),
  },
];

const expires = (kind: Kind): TableColumn<StockPlace> => ({
  ...{ title: 'Expires', titled: true, wide: true },
  isLeftOut: ({ expires_on }) => expires_on === null,
  cell: (place) => <Expiry place={place} isSold={kind === 'products'} />,
});

const figures: TableColumn<StockPlace>[] = [
  figure('On Hand', ({ on_hand }) => on_hand),
  figure('On Hold', ({ on_hold }) => on_hold),
  figure('Available', ({ on_hand, on_hold }) => on_hand - on_hold),
  figure('Allocated', ({ allocated }) => allocated),
];

/** When the goods of a place expire and, of what is sold, from which day on channels are not offered them. */
function Expiry({ place: { expires_on, not_offered_from, is_offered }, isSold }: { place: StockPlace; isSold: boolean }) {
  const { dateStyle } = useClock();
  if (expires_on === null) return '–';
  return (
    <>
      {writeCalendarDay(expires_on, dateStyle)}
      {isSold && not_offered_from !== null && (
        <Text component="div" size="xs" c={is_offered ? 'dimmed' : 'var(--amber)'}>
          {is_offered ? 'not offered from' : 'not offered since'} {writeCalendarDay(not_offered_from, dateStyle)}
        </Text>
      )}
    </>
  );
}
