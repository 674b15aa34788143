import { filesOf } from '../../../exports/files-of.ts';
import { requestPurchaseExport } from '../../../exports/purchase-orders/request.ts';
import { ImportButton } from '../../../imports/import-button.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { listedBy, type PurchaseOrderFilter } from '../filter.ts';

/** Imports a file, and exports what the list shows, on all its pages. */
export function FileButtons({ filter }: { filter: PurchaseOrderFilter }) {
  return (
    <>
      <ImportButton entity={{ number: 3, title: 'Purchase orders' }}>Import</ImportButton>
      <SubmitButton
        variant="default"
        run={() => requestPurchaseExport(listedBy(filter), { label: 'See the file', to: filesOf('purchase_orders') })}
      >
        Export
      </SubmitButton>
    </>
  );
}
