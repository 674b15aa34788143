import { Button, Group, Stack } from '@mantine/core';
import { call } from '../../../platform/call.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { itemCountCall } from '../items/contract.ts';
import { itemsExportTexts } from '../items/texts.ts';
import { ChosenExport } from './chosen-export.tsx';
import { ExportOutcome } from './export-outcome.tsx';
import { type Narrowing, useItemsExport } from './use-items-export.ts';

export type ExportedEntity = {
  number: 1 | 2;
  title: string;
  count: number;
  categories: { id: number; name: string }[];
  locations: string[];
};

/** Exports all items of a kind, or those of chosen categories and locations, or chosen ones. */
export function ItemsExport({ entity: { number, title, count, categories, locations } }: { entity: ExportedEntity }) {
  const { state, start, retry } = useItemsExport(number, title);
  const disabled = state.is === 'working' || state.is === 'error' || count === 0;
  const chosen = { disabled, run: (narrowing: Narrowing) => start(narrowing) };
  const find = async (q: string) => {
    const [, items] = await call(itemCountCall, { query: { entity_id: number, q } });
    return items.map(({ id, sku, name }) => ({ value: String(id), label: name ? `${sku} · ${name}` : sku }));
  };
  return (
    <Stack gap={14} pt={8}>
      <Group gap="8px 16px">
        <SubmitButton
          variant="default"
          run={() => start(null)}
          busy={state.is === 'working'}
          disabled={disabled}
          reason={count === 0 && itemsExportTexts.none(title)}
        >
          Export All {title}
        </SubmitButton>
        {state.is === 'ready' && (
          <a href={state.link} download>
            {itemsExportTexts.link}
          </a>
        )}
        {state.is === 'error' && (
          <Button variant="subtle" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
      <ExportOutcome state={state} />
      <Group align="end" gap="14px 20px">
        <ChosenExport
          {...chosen}
          label="Categories"
          by="categories"
          options={[
            { value: '', label: itemsExportTexts.firstCategory, disabled: true },
            ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <ChosenExport
          {...chosen}
          label="Warehouse locations"
          by="warehouse_locations"
          options={locations.map((location) => ({ value: location, label: location }))}
        />
        <ChosenExport {...chosen} label={title} by="entities" find={find} />
      </Group>
    </Stack>
  );
}
