import { Group } from '@mantine/core';
import { useRevalidator } from 'react-router';
import { requestPurchaseExport } from '../../../nouns/purchase-orders/export/request.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';

/** Exports all purchase orders that are not archived. Those of a filter, or ticked ones, are exported from their list. */
export function PurchasesExport({ running }: { running: boolean }) {
  const { revalidate } = useRevalidator();
  const start = async () => {
    await requestPurchaseExport({});
    await revalidate();
  };
  return (
    <Group gap="8px 16px" pt={8}>
      <SubmitButton variant="default" run={start} busy={running}>
        Export all purchase orders
      </SubmitButton>
    </Group>
  );
}
