import { Stack } from '@mantine/core';
import { page } from '../../../platform/http/page.ts';
import { nouns } from '../../base/nouns.ts';
import { type FiledRecord, filedIn, filedRecords, filesOf } from '../../shared/exports/files-of.ts';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { Tabs } from '../../ui/list/tabs.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import type { Route } from './+types/import-export-page.ts';
import { readFiles } from './read-files.ts';
import { ItemsFiles } from './widgets/items-files.tsx';
import { LinksFiles } from './widgets/links-files.tsx';
import { NounFiles } from './widgets/noun-files.tsx';
import { OrdersFiles } from './widgets/orders-files.tsx';

export const loader = page('work', ({ session, tenant, search }) => readFiles(tenant, session, filedIn(search), search));

/** Where files are imported, exported and kept, one kind of record at a time. */
export default function ImportExportPage({ loaderData }: Route.ComponentProps) {
  useLiveReload(['runs', 'imports'], 600);
  return (
    <>
      <PageHeader title="Import/export" />
      <Tabs tabs={filedRecords.map((of) => ({ label: labelOf(of), to: filesOf(of), selected: of === loaderData.of }))} />
      <Stack gap={28} pt={20} key={loaderData.of}>
        {loaderData.of === 'orders' && <OrdersFiles files={loaderData} />}
        {(loaderData.of === 'products' || loaderData.of === 'raw_materials') && <ItemsFiles files={loaderData} />}
        {loaderData.of === 'links' && <LinksFiles files={loaderData} />}
        {(loaderData.of === 'purchase_orders' || loaderData.of === 'departments') && <NounFiles files={loaderData} />}
      </Stack>
    </>
  );
}

const labelOf = (of: FiledRecord) => (of === 'links' ? 'Links and aliases' : nouns[of].title);
