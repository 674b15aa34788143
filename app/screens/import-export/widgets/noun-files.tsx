import { Group } from '@mantine/core';
import { useRevalidator } from 'react-router';
import { nouns } from '../../../base/nouns.ts';
import { departmentCalls } from '../../../nouns/departments/contract.ts';
import { exportPurchaseOrdersCall } from '../../../nouns/purchase-orders/export/contract.ts';
import { requestExport } from '../../../shared/exports/request-export.ts';
import { Section } from '../../../ui/blocks/section.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { ImportPanel } from '../imports/pages/import-panel.tsx';
import type { Files } from '../read-files.ts';
import { OlderExports } from './older-exports.tsx';
import { PastItemsExports } from './past-items-exports.tsx';

/** How all records of a noun are exported. Those of a filter, or ticked ones, are exported from their list. */
const exportAll = {
  purchase_orders: () => requestExport({ of: 'purchase_orders' }, exportPurchaseOrdersCall, { body: {} }),
  departments: () => requestExport({ of: 'departments' }, departmentCalls.export, { body: { filter: {} } }),
};
export type ListedNoun = keyof typeof exportAll;

/** Files of a noun whose import and export have no choices of their own. */
export function NounFiles({ files: { of, mayImport, entity, past, exports, hasOlder } }: { files: Files<ListedNoun> }) {
  const { title, many } = nouns[of];
  const { revalidate } = useRevalidator();
  const start = async () => {
    await exportAll[of]();
    await revalidate();
  };
  return (
    <>
      {mayImport && (
        <Section title={`${title} import`}>
          <ImportPanel entity={entity} past={past} />
        </Section>
      )}
      <Section title={`${title} export`}>
        <Group gap="8px 16px" pt={8}>
          <SubmitButton variant="default" run={start} busy={exports.some(({ state }) => state === 'running')}>
            Export all {many}
          </SubmitButton>
        </Group>
      </Section>
      <Section title={`Past exports of ${many}`} {...(!hasOlder && { count: exports.length })}>
        <PastItemsExports exports={exports} label={`Past exports of ${many}`} />
        <OlderExports hasOlder={hasOlder} />
      </Section>
    </>
  );
}
