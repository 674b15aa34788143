import { href, Link } from 'react-router';
import { Section } from '../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import { ExactTime } from '../../../ui/time/relative-time.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import type { Expected } from './expected.ts';

/** The purchase orders that will bring an item. */
export function ExpectedOrders({ expected: { units, count, orders } }: { expected: Expected }) {
  if (count === 0)
    return (
      <Section title="Expected">
        <p className="soft">No purchase order will bring more.</p>
      </Section>
    );
  return (
    <Section title="Expected" count={count}>
      <p className="soft">{countedWords(units, 'unit is', 'units are')} on the way.</p>
      <ShortTable aria-label="Expected">
        <thead>
          <tr>
            <th scope="col">Purchase order</th>
            <th scope="col">Vendor</th>
            <th scope="col">Expected</th>
            <th scope="col" data-figure>
              Units
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ id, po_number, source_number, vendor_name, expected_at, units: coming }) => (
            <tr key={id}>
              <td>
                <Link to={href('/purchase-orders/:id', { id: String(id) })}>{source_number || po_number}</Link>
              </td>
              <td>{vendor_name || '–'}</td>
              <td>{expected_at ? <ExactTime at={expected_at} /> : '–'}</td>
              <td data-figure>{coming.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </ShortTable>
    </Section>
  );
}
