import { Box } from '@mantine/core';
import { found, page } from '../../platform/http/page.ts';
import { RecordHeader } from '../catalogue/record-header.tsx';
import { StockFigures } from '../catalogue/stock-figures.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { ExactTime } from '../ui/time/relative-time.tsx';
import type { Route } from './+types/detail-page.ts';
import { getRawMaterial } from './queries.ts';

export const loader = page('work', async ({ tenant, id }) => ({ material: found(await getRawMaterial(tenant, id)) }));

/** A raw material: stock and reorder point. */
export default function RawMaterialPage({ loaderData: { material } }: Route.ComponentProps) {
  const { upc, description, category, unit, weight, warehouse_location, reorder_point, updated_at } = material;
  return (
    <Box maw={720}>
      <RecordHeader kind="raw_materials" item={material} />
      <ReorderNotice material={material} />
      <StockFigures item={material} />
      <Section title="About it">
        <Facts
          wide
          facts={[
            { label: 'Category', value: category ?? '–' },
            { label: 'UPC', value: upc ? <CopyText text={upc} /> : '–' },
            { label: 'Unit', value: unit ?? '–' },
            { label: 'Weight', value: weight ?? '–' },
            { label: 'Location', value: warehouse_location ?? '–' },
            { label: 'Reorder Point', value: reorder_point?.toLocaleString('en-US') ?? '–' },
            description !== null && { label: 'Description', value: description },
            { label: 'Last Updated', value: <ExactTime at={updated_at} /> },
          ]}
        />
      </Section>
    </Box>
  );
}

type Material = Route.ComponentProps['loaderData']['material'];

/** Tells that the stock is at or below the reorder point. */
function ReorderNotice({ material: { quantity_on_hand, quantity_on_hold, reorder_point } }: { material: Material }) {
  if (reorder_point === null || quantity_on_hand - quantity_on_hold > reorder_point) return null;
  return (
    <Box mb={20}>
      <Notice tone="warning">What is available is down to its reorder point of {reorder_point.toLocaleString('en-US')}.</Notice>
    </Box>
  );
}
