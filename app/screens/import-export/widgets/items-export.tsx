import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { type FilterKind, filterKinds, itemCountCall } from '../../../nouns/catalogue/export/contract.ts';
import { ExportOutcome } from '../../../nouns/catalogue/export/export-outcome.tsx';
import { itemsExportTexts } from '../../../nouns/catalogue/export/texts.ts';
import { useItemsExport } from '../../../nouns/catalogue/export/use-items-export.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { ChosenExport } from './chosen-export.tsx';

export type ExportedEntity = {
  number: 1 | 2;
  title: string;
  hasAny: boolean;
  categories: readonly { id: number; name: string }[];
  locations: readonly string[];
};

/**
 * Exports all items of a kind, or those of chosen categories or locations, or chosen ones. `running`: a file is being written, whoever
 * asked for it.
 */
export function ItemsExport({ entity, running }: { entity: ExportedEntity; running: boolean }) {
  const { number, title, hasAny } = entity;
  const { state, start, retry } = useItemsExport(number, title);
  const [by, setBy] = useState<FilterKind>('categories');
  const isWorking = state.is === 'working' || (state.is === 'idle' && running);
  const disabled = isWorking || state.is === 'error' || !hasAny;
  const labels: Record<FilterKind, string> = { categories: 'Categories', warehouse_locations: 'Warehouse locations', entities: title };
  return (
    <Stack gap={16}>
      <div>
        <Group gap="8px 16px">
          <SubmitButton
            variant="default"
            run={() => start(null)}
            busy={isWorking}
            disabled={disabled}
            reason={!hasAny && itemsExportTexts.none(title)}
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
        <ExportOutcome state={isWorking ? { is: 'working' } : state} />
      </div>
      <Group align="end" gap={8}>
        <NativeSelect
          miw={220}
          label="Only some, by"
          data={filterKinds.map((value) => ({ value, label: labels[value] }))}
          value={by}
          disabled={disabled}
          onChange={({ currentTarget }) => setBy(currentTarget.value as FilterKind)}
        />
        <ChosenExport key={by} label={labels[by]} disabled={disabled} run={start} by={by} {...choices(by, entity)} />
      </Group>
    </Stack>
  );
}

/** What can be chosen; of items, what is looked up. */
function choices(by: FilterKind, { number, categories, locations }: ExportedEntity) {
  if (by === 'warehouse_locations') return { options: locations.map((location) => ({ value: location, label: location })) };
  if (by === 'categories') {
    const none = { value: '', label: itemsExportTexts.firstCategory, disabled: true };
    return { options: [none, ...categories.map(({ id, name }) => ({ value: String(id), label: name }))] };
  }
  const find = async (q: string) => {
    const [, items] = await call(itemCountCall, { query: { entity_id: number, q } });
    return items.map(({ id, sku, name }) => ({ value: String(id), label: name ? `${sku} · ${name}` : sku }));
  };
  return { find };
}
