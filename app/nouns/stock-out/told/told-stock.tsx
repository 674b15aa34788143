import { Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { Section } from '../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import { Ago } from '../../../ui/time/relative-time.tsx';
import classes from '../../catalogue/record/record.module.css';
import type { StockPush } from '../contract.ts';

type Alias = { sku: string; connection_name: string };
type Props = {
  pushes: readonly StockPush[];
  /** What is linked to the product, and its channel is told nothing of. */
  aliases: readonly Alias[];
};

/** What channels were told of a product's stock, when, and what they replied; and of what they are told nothing. */
export function ToldStock({ pushes, aliases }: Props) {
  if (pushes.length === 0 && aliases.length === 0) return null;
  return (
    <Section title="Sent to channels">
      {pushes.length > 0 && <Pushes pushes={pushes} />}
      {aliases.length > 0 && (
        <Text size="xs" c="dimmed" mt={8}>
          {notSent(aliases)}
        </Text>
      )}
    </Section>
  );
}

const named = 3;

/** Why there is nothing of these aliases. */
function notSent(aliases: readonly Alias[]): string {
  const names = aliases.slice(0, named).map(({ sku, connection_name: channel }) => `${sku} at ${channel}`);
  const more = aliases.length > named ? [`${(aliases.length - named).toLocaleString('en-US')} more`] : [];
  return `Nothing is sent for an alias until its channel lists it: ${[...names, ...more].join(', ')}.`;
}

function Pushes({ pushes }: Pick<Props, 'pushes'>) {
  return (
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
  );
}

function reply({ outcome, reason }: Pick<StockPush, 'outcome' | 'reason'>): string {
  if (outcome === 'refused') return `Refused: ${reason}`;
  return outcome === 'sent' ? 'Taken' : 'Rehearsed, not sent';
}
