import { Group } from '@mantine/core';
import { useRevalidator } from 'react-router';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { requestPurchaseExport } from '../purchase-orders/request.ts';

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
