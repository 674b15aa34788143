import { Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { RecordTable, type TableColumn } from '../../../ui/blocks/record-table.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
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
export function SentStock({ pushes, aliases }: Props) {
  if (pushes.length === 0 && aliases.length === 0) return null;
  return (
    <Section title="Sent to channels">
      {pushes.length > 0 && (
        <RecordTable label="Sent to channels" className={classes.table} columns={columns} rows={pushes} rowKey={({ id }) => id} />
      )}
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

const columns: TableColumn<StockPush>[] = [
  { title: 'When', className: 'soft', cell: ({ at }) => <Ago at={at} /> },
  {
    title: 'Connection',
    cell: ({ slug, connection_name }) => <Link to={href('/settings/connectors/:name/products', { name: slug })}>{connection_name}</Link>,
  },
  { title: 'SKU', className: 'mono', cell: ({ sku }) => sku },
  { title: 'Quantity', figure: true, titled: true, cell: ({ quantity }) => quantity?.toLocaleString('en-US') ?? '–' },
  { title: 'Reply', wide: true, className: ({ outcome }) => (outcome === 'refused' ? 'troubled' : 'soft'), cell: reply },
];

function reply({ outcome, reason }: Pick<StockPush, 'outcome' | 'reason'>): string {
  if (outcome === 'refused') return `Refused: ${reason}`;
  return outcome === 'sent' ? 'Taken' : 'Rehearsed, not sent';
}
