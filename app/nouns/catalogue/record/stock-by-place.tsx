import { RecordTable, type TableColumn } from '../../../ui/blocks/record-table.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import type { StockPlace } from './read.ts';
import classes from './record.module.css';

/** An item's stock by location and lot, with what is available there. */
export function StockByPlace({ stock, onHand }: { stock: readonly StockPlace[]; onHand: number }) {
  return (
    <Section title="Stock">
      {stock.length === 0 ? (
        <p className="soft">
          {onHand > 0 ? 'The warehouse does not say where it lies.' : 'The warehouse names no place where it lies: there is none in stock.'}
        </p>
      ) : (
        <RecordTable
          {...{ label: 'Stock', columns, rows: stock, className: classes.table }}
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

const columns: TableColumn<StockPlace>[] = [
  { title: 'Warehouse', wide: true, cell: ({ warehouse }) => warehouse },
  { title: 'Location', titled: true, className: 'mono', cell: ({ location }) => location },
  { title: 'Lot', titled: true, className: 'mono', isLeftOut: ({ lot }) => lot === '', cell: ({ lot }) => lot || '–' },
  figure('On Hand', ({ on_hand }) => on_hand),
  figure('On Hold', ({ on_hold }) => on_hold),
  figure('Available', ({ on_hand, on_hold }) => on_hand - on_hold),
  figure('Allocated', ({ allocated }) => allocated),
];
