import { useState } from 'react';
import { PressButton, RowActions, RowButton } from '../../../ui/buttons/row-button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { LinkButton } from '../linking/link-button.tsx';
import { linkChange, useLinking } from '../linking/use-linking.ts';
import type { ConnectorProduct } from '../listings/listing-contract.ts';

const loadLink = () => import('./add-link-dialog.tsx');
const AddLinkDialog = lazily(loadLink);
const TakeAwayDialog = lazily(() => import('./take-away-dialog.tsx'));

const BufferDialog = lazily(() => import('../../stock-out/panels/buffer-dialog.tsx'));

type Opened = 'add' | 'unlink' | 'delete' | 'buffer' | null;

/** What can be done with a row; what it waits for stands out. `data-key` is the key that presses a button while its row has the focus. */
export function RowButtons({ row, hasBuffer }: { row: ConnectorProduct; hasBuffer: boolean }) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const { connector_product_sku: sku, linked } = row;
  return (
    <RowActions>
      {linked ? (
        <>
          <LinkButton connectionId={row.connector_id} sku={sku} label={`Change link of ${sku}`} isIcon />
          {hasBuffer && (
            <RowButton quiet aria-label={`Buffer of ${sku}`} onClick={() => setOpened('buffer')}>
              Buffer
            </RowButton>
          )}
          <RowButton quiet data-key="u" data-main aria-label={`Unlink ${sku}`} onClick={() => setOpened('unlink')}>
            Unlink
          </RowButton>
        </>
      ) : (
        <>
          {row.equal && <LinkEqual row={row} equal={row.equal} />}
          <RowButton
            quiet={row.equal !== null}
            data-key="s"
            data-main={row.equal ? undefined : true}
            aria-label={`Add Link to ${sku}`}
            onPointerEnter={loadLink}
            onFocus={loadLink}
            onClick={() => setOpened('add')}
          >
            Add Link
          </RowButton>
        </>
      )}
      <RowButton quiet aria-label={`Delete ${sku}`} onClick={() => setOpened('delete')}>
        Delete
      </RowButton>
      {opened === 'buffer' && <BufferDialog listing={{ id: row.id, sku, buffer: row.stock_buffer }} onClose={close} />}
      {opened === 'add' && <AddLinkDialog row={row} onClose={close} />}
      {(opened === 'unlink' || opened === 'delete') && <TakeAwayDialog row={row} what={opened} onClose={close} />}
    </RowActions>
  );
}

/** Links the product with the same SKU or UPC. */
function LinkEqual({ row, equal }: { row: ConnectorProduct; equal: NonNullable<ConnectorProduct['equal']> }) {
  const { id, connector_id: connection, connector_product_sku: sku } = row;
  const { link: save, question } = useLinking();
  const link = () =>
    save({
      ...{ title: `Link ${sku} to ${equal.sku}?`, verb: 'Link', changes: [linkChange(connection, sku, equal.id)] },
      product: { id, product_id: equal.id, seen_product_id: null },
    });
  return (
    <>
      <PressButton run={link} data-main aria-label={`Link ${sku} to ${equal.sku}`}>
        Link
      </PressButton>
      {question}
    </>
  );
}
