import { Stack } from '@mantine/core';
import { Section } from '../../../ui/blocks/section.tsx';
import { ImportPanel } from '../imports/pages/import-panel.tsx';
import type { Files } from '../read-files.ts';
import { ItemsExport } from './items-export.tsx';
import { OlderExports } from './older-exports.tsx';
import { PastItemsExports } from './past-items-exports.tsx';
import { ProductsExport } from './products-export.tsx';

/** Import and export of one kind of item. */
export function ItemsFiles({ files }: { files: Files<'products' | 'raw_materials'> }) {
  const { of, accountId, entity, past, exported, sources, exports, hasOlder } = files;
  const items = exported.title.toLowerCase();
  const running = exports.some(({ state }) => state === 'running');
  return (
    <>
      <Section title={`${exported.title} import`}>
        <ImportPanel entity={entity} past={past} />
      </Section>
      <Section title={`${exported.title} export`}>
        <Stack gap={16} pt={8}>
          <p className="soft">
            To work on in a spreadsheet: all {items}, or those of categories, locations or SKUs that you choose. The file can be imported
            again.
          </p>
          <ItemsExport entity={exported} running={running} />
        </Stack>
      </Section>
      {of === 'products' && (
        <Section title="Products of a source or location">
          <Stack gap={16} pt={8}>
            <p className="soft">To compare with a channel, or to count a place: what one channel sells, or what lies in one location.</p>
            <ProductsExport accountId={accountId} sources={sources} locations={exported.locations} running={running} />
          </Stack>
        </Section>
      )}
      <Section title={`Past exports of ${items}`} {...(!hasOlder && { count: exports.length })}>
        <PastItemsExports exports={exports} label={`Past exports of ${items}`} />
        <OlderExports hasOlder={hasOlder} />
      </Section>
    </>
  );
}
