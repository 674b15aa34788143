import { Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { Facts } from '../../../ui/blocks/facts.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { PressButton } from '../../../ui/buttons/row-button.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { CopyText } from '../../../ui/text/copy-text.tsx';
import { ExactTime } from '../../../ui/time/relative-time.tsx';
import { itemCalls } from '../items/item-calls.ts';
import { type Kind, kinds } from '../kinds.ts';
import { type FedField, fieldTitles } from '../values/fields.ts';
import { DeleteItem } from './header.tsx';
import type { ItemRecord } from './read.ts';

type Props = { kind: Kind; item: ItemRecord };

/** What an item is. A field that was set here shows what the warehouse calls it, and can be given back. */
export function ItemFacts({ kind, item }: Props) {
  const { name, upc, description, category, unit, weight, warehouse_location, reorder_point, expiry_days, updated_at, warehouse } = item;
  const fed = (field: FedField, value: React.ReactNode) => (
    <>
      {value ?? '–'}
      <SetHere kind={kind} item={item} field={field} />
    </>
  );
  const isOwn = (field: FedField) => field in item.warehouse_values;
  return (
    <Section title={`About this ${kinds[kind].one}`} actions={<DeleteItem kind={kind} item={item} />}>
      <Facts
        facts={[
          isOwn('name') && { label: fieldTitles.name, value: fed('name', name) },
          { label: fieldTitles.category_id, value: category ?? '–' },
          { label: fieldTitles.upc, value: fed('upc', upc && <CopyText text={upc} />) },
          { label: fieldTitles.unit, value: unit ?? '–' },
          { label: fieldTitles.weight, value: weight === null ? '–' : `${weight} kg` },
          { label: fieldTitles.warehouse_location, value: fed('warehouse_location', warehouse_location) },
          { label: 'Reorder Point', value: reorder_point?.toLocaleString('en-US') ?? '–' },
          expiry_days !== null && { label: fieldTitles.expiry_days, value: expiry_days.toLocaleString('en-US') },
          (description !== null || isOwn('description')) && { label: fieldTitles.description, value: fed('description', description) },
          isOwn('image_url') && { label: fieldTitles.image_url, value: fed('image_url', <NamedPicture item={item} />) },
          { label: 'Last Updated', value: <ExactTime at={updated_at} /> },
        ]}
      />
      <Text size="xs" c="dimmed" mt={8}>
        {warehouse ? (
          <>
            What is not set here is read from{' '}
            <Link to={href('/settings/connectors/:name', { name: warehouse.slug })}>{warehouse.name}</Link>.
          </>
        ) : (
          'No warehouse is connected: this is what was read last, and what was set here.'
        )}
      </Text>
    </Section>
  );
}

/** The address of a picture, and why its picture is not shown. */
function NamedPicture({ item: { own_address, picture_missing } }: Pick<Props, 'item'>) {
  return (
    <>
      {own_address ?? '–'}
      {picture_missing && (
        <Text size="xs" c="dimmed">
          {picture_missing}
        </Text>
      )}
    </>
  );
}

/** Beside a field that was set here: the warehouse's value, and the way back to it. */
function SetHere({ kind, item, field }: Props & { field: FedField }) {
  const save = useSave();
  if (!(field in item.warehouse_values)) return null;
  const theirs = item.warehouse_values[field] ?? null;
  const giveBack = () => save(itemCalls[kind].giveBack, { params: { id: item.id }, body: { fields: [field] } });
  if (item.named_at === null)
    return (
      <Text size="xs" c="dimmed">
        Set here. The warehouse does not know it yet.
      </Text>
    );
  return (
    <Text component="div" size="xs" c="dimmed">
      Set here. The warehouse says: {theirs === null ? 'nothing' : `“${theirs}”`}{' '}
      <PressButton run={giveBack} aria-label={`Use the warehouse’s ${fieldTitles[field]}`}>
        Use the warehouse’s
      </PressButton>
    </Text>
  );
}
