import { useRef, useState } from 'react';
import { PressButton, RowActions, RowButton } from '../../../ui/buttons/row-button.tsx';
import { RowMenu } from '../../../ui/buttons/row-menu.tsx';
import { lazily, partAhead } from '../../../ui/lazily.tsx';
import type { MenuEntry } from '../../../ui/menu/opened-menu.tsx';
import { LinkButton } from '../linking/link-button.tsx';
import { linkChange, useLinking } from '../linking/use-linking.ts';
import type { ConnectorProduct } from '../listings/listing-contract.ts';
import { useRowKey } from './use-row-key.ts';

const [AddLinkDialog, prepareLink] = partAhead(() => import('./add-link-dialog.tsx'));
const TakeAwayDialog = lazily(() => import('./take-away-dialog.tsx'));

const BufferDialog = lazily(() => import('../../stock-out/panels/buffer-dialog.tsx'));

/** What the menu of a row has, by the names of the specification. */
const more = {
  add: { label: 'Add Link' },
  unlink: { label: 'Unlink' },
  buffer: { label: 'Buffer' },
  delete: { label: 'Delete', danger: true },
} satisfies Record<string, Omit<MenuEntry, 'key' | 'onChoose'>>;

type Opened = keyof typeof more | null;

/** What its menu offers for a row, beside its one button. */
export function moreFor({ linked, equal }: Pick<ConnectorProduct, 'linked' | 'equal'>, hasBuffer: boolean): (keyof typeof more)[] {
  if (linked) return hasBuffer ? ['unlink', 'buffer', 'delete'] : ['unlink', 'delete'];
  return equal ? ['add', 'delete'] : ['delete'];
}

/** The next step of a row, and what else can be done with it in a menu. s adds a link and u unlinks, while the row has the focus. */
export function RowButtons({ row, hasBuffer }: { row: ConnectorProduct; hasBuffer: boolean }) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const here = useRef<HTMLSpanElement>(null);
  const { connector_product_sku: sku, linked, equal } = row;
  useRowKey('s', here, linked ? null : () => setOpened('add'));
  useRowKey('u', here, linked ? () => setOpened('unlink') : null);
  const entries = moreFor(row, hasBuffer).map((what) => ({ key: what, ...more[what], onChoose: () => setOpened(what) }));
  return (
    <span ref={here}>
      <RowActions>
        {linked && <LinkButton connectionId={row.connector_id} sku={sku} label={`Change link of ${sku}`} short="Change" />}
        {!linked && equal && <LinkEqual row={row} equal={equal} />}
        {!linked && !equal && (
          <RowButton
            data-main
            aria-label={`Add Link to ${sku}`}
            onPointerEnter={prepareLink}
            onFocus={prepareLink}
            onClick={() => setOpened('add')}
          >
            Add Link
          </RowButton>
        )}
        <RowMenu label={`More for ${sku}`} entries={entries} />
      </RowActions>
      {opened === 'buffer' && <BufferDialog listing={{ id: row.id, sku, buffer: row.stock_buffer }} onClose={close} />}
      {opened === 'add' && <AddLinkDialog row={row} onClose={close} />}
      {(opened === 'unlink' || opened === 'delete') && <TakeAwayDialog row={row} what={opened} onClose={close} />}
    </span>
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
