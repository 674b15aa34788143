import { filesOf } from '../../../../shared/exports/files-of.ts';
import { ImportButton } from '../../../../shared/imports/import-button.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { listedBy, type PurchaseOrderFilter } from '../../../purchase-flow/contract/filter.ts';
import { requestPurchaseExport } from '../../export/request.ts';

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
