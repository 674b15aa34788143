import { href, Link } from 'react-router';
import classes from '../catalogue/record/record.module.css';
import { Section } from '../ui/section.tsx';
import { ShortTable } from '../ui/short-table.tsx';
import { Ago } from '../ui/time/relative-time.tsx';
import type { StockPush } from './contract.ts';

/** What channels were told of a product's stock, when, and what they replied. */
export function ToldStock({ pushes }: { pushes: readonly StockPush[] }) {
  if (pushes.length === 0) return null;
  return (
    <Section title="Sent to channels">
      <ShortTable aria-label="Sent to channels" className={classes.table}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Connection</th>
            <th scope="col">SKU</th>
            <th scope="col" data-figure>
              Quantity
            </th>
            <th scope="col">Reply</th>
          </tr>
        </thead>
        <tbody>
          {pushes.map(({ id, at, slug, connection_name, sku, quantity, ...push }) => (
            <tr key={id}>
              <td className="soft">
                <Ago at={at} />
              </td>
              <td>
                <Link to={href('/settings/connectors/:name/products', { name: slug })}>{connection_name}</Link>
              </td>
              <td className="mono">{sku}</td>
              <td data-figure data-label="Quantity">
                {quantity === null ? '–' : quantity.toLocaleString('en-US')}
              </td>
              <td className={push.outcome === 'refused' ? 'troubled' : 'soft'} data-wide>
                {reply(push)}
              </td>
            </tr>
          ))}
        </tbody>
      </ShortTable>
    </Section>
  );
}

function reply({ outcome, reason }: Pick<StockPush, 'outcome' | 'reason'>): string {
  if (outcome === 'refused') return `Refused: ${reason}`;
  return outcome === 'sent' ? 'Taken' : 'Rehearsed, not sent';
}
