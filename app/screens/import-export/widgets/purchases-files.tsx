import { Section } from '../../../ui/blocks/section.tsx';
import { ImportPanel } from '../imports/pages/import-panel.tsx';
import type { Files } from '../read-files.ts';
import { PastItemsExports } from './past-items-exports.tsx';
import { PurchasesExport } from './purchases-export.tsx';

export function PurchasesFiles({ files: { entity, past, exports } }: { files: Files<'purchase_orders'> }) {
  return (
    <>
      <Section title="Purchase orders import">
        <ImportPanel entity={entity} past={past} />
      </Section>
      <Section title="Purchase orders export">
        <PurchasesExport running={exports.some(({ state }) => state === 'running')} />
      </Section>
      <Section title="Past purchase orders exports" count={exports.length}>
        <PastItemsExports exports={exports} label="Past purchase orders exports" />
      </Section>
    </>
  );
}
