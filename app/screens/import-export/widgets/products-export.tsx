import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { startProductsExportCall } from '../../../nouns/catalogue/export/contract.ts';
import { requestExport } from '../../../shared/exports/request-export.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';

type Props = {
  accountId: number;
  sources: readonly { slug: string; name: string }[];
  locations: readonly string[];
  /** Whether one is being written, whoever started it. */
  running: boolean;
};

/** A warehouse has a thousand bins: others are found by what is typed. */
const mostOffered = 100;

/** Exports the products that a channel sells, or those in a location. */
export function ProductsExport({ accountId, sources, locations, running }: Props) {
  const [source, setSource] = useState('');
  const { revalidate } = useRevalidator();
  const start = async () => {
    await exportProducts(accountId, source);
    await revalidate();
  };
  return (
    <Group align="end" gap={8}>
      <Select
        w={280}
        maw="100%"
        label="Source or location"
        placeholder="All products"
        value={source || null}
        onChange={(chosen) => setSource(chosen ?? '')}
        data={[
          { group: 'Sold by', items: sources.map(({ slug, name }) => ({ value: slug, label: name })) },
          { group: 'In location', items: locations.map((location) => ({ value: `location:${location}`, label: location })) },
        ]}
        limit={mostOffered}
        nothingFoundMessage="No source or location is called that."
        maxDropdownHeight={400}
        searchable
        clearable
      />
      <SubmitButton variant="default" run={start} busy={running}>
        Export products
      </SubmitButton>
    </Group>
  );
}

/** Exports products, and shows what came of it. */
export const exportProducts = (accountId: number, source: string): Promise<void> =>
  requestExport({ of: 'products' }, startProductsExportCall, { params: { accountId }, body: source ? { source } : {} });
