import { href, Link } from 'react-router';
import { RecordTable, type TableColumn } from '../../../ui/blocks/record-table.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { ExactTime } from '../../../ui/time/relative-time.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import type { Expected, ExpectedOrder } from './expected.ts';

/** The purchase orders that will bring an item. */
export function ExpectedOrders({ expected: { units, count, orders } }: { expected: Expected }) {
  return (
    <Section title="Expected" {...(count > 0 && { count })}>
      <p className="soft">
        {count === 0 ? 'No purchase order will bring more.' : `${countedWords(units, 'unit is', 'units are')} on the way.`}
      </p>
      {count > 0 && <RecordTable label="Expected" columns={columns} rows={orders} rowKey={({ id }) => id} />}
    </Section>
  );
}

const columns: TableColumn<ExpectedOrder>[] = [
  {
    title: 'Purchase order',
    cell: ({ id, source_number, po_number }) => (
      <Link to={href('/purchase-orders/:id', { id: String(id) })}>{source_number || po_number}</Link>
    ),
  },
  { title: 'Vendor', cell: ({ vendor_name }) => vendor_name || '–' },
  { title: 'Expected', cell: ({ expected_at }) => (expected_at ? <ExactTime at={expected_at} /> : '–') },
  { title: 'Units', figure: true, cell: ({ units }) => units.toLocaleString('en-US') },
];
