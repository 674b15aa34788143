import { Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { RemedyButton } from '../../../../shared/issues/remedy/remedy-button.tsx';
import { Section } from '../../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../../ui/blocks/short-table.tsx';
import { inUnits } from '../../../../ui/words/in-units.ts';
import type { PurchaseOrderItem } from '../../../purchase-flow/contract/detail.ts';
import { differenceOf, isOver } from './differences.ts';
import { AddedLine, EditedLine } from './edit/edited-line.tsx';
import { NewLines } from './edit/new-lines.tsx';
import type { EditMode } from './edit/use-edit-mode.ts';
import { LineName } from './line-name.tsx';
import type { Order } from './order.ts';
import classes from './tables.module.css';

const columns = ['Source SKU', 'Warehouse SKU', 'Lot Number', 'Sync Date', 'Estimated delivery Date', 'Name'];
const figures = ['Qty', 'Announced', 'Received', 'Processed', 'Open'];
/** What was received is nothing to edit. */
const editedFigures = ['Qty'];

/** Ordered, announced, received, processed and still open: one row a line. */
export function PurchaseLines({ order, mode }: { order: Order; mode: EditMode }) {
  const items = order.purchase_order_items;
  return (
    <Section title="Items" count={items.length}>
      {items.length === 0 && !mode.isEditing ? (
        <p className="soft">It has no lines yet. Edit it to add them.</p>
      ) : (
        <div className={`${classes.frame} ${classes.items}`}>
          <ShortTable aria-label="Items">
            <thead>
              <tr>
                {columns.map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
                {(mode.isEditing ? editedFigures : figures).map((title) => (
                  <th key={title} scope="col" data-figure>
                    {title}
                  </th>
                ))}
                {mode.isEditing && <td />}
              </tr>
            </thead>
            <tbody>
              {items.map((item) =>
                mode.isEditing ? <EditedLine key={item.id} item={item} mode={mode} /> : <Line key={item.id} item={item} order={order} />,
              )}
              {mode.isEditing && mode.added.map((line) => <AddedLine key={line.key} line={line} mode={mode} />)}
            </tbody>
          </ShortTable>
        </div>
      )}
      {mode.isEditing && <NewLines mode={mode} />}
    </Section>
  );
}

const none = <span className="faint">–</span>;

function Line({ item, order }: { item: PurchaseOrderItem; order: Order }) {
  const difference = differenceOf(item, order);
  return (
    <tr>
      <td data-wide className="mono">
        {item.sku}
        <LineName name={item.name} sku={item.sku} />
      </td>
      <td data-label="Warehouse SKU">
        <WarehouseSku item={item} order={order} />
      </td>
      <td data-label="Lot Number" className="mono">
        {item.lot_number ?? none}
      </td>
      <td data-label="Sync Date">{item.in_amware_date_formatted ?? none}</td>
      <td data-label="Estimated delivery Date">{item.estimated_delivery_date_formatted ?? order.expected_date_formatted ?? none}</td>
      <td data-label="Name">{item.name}</td>
      <td data-figure data-label="Qty">
        {item.quantity.toLocaleString('en-US')}
        {item.units_per_sale > 1 && (
          <Text span display="block" size="xs" c="dimmed">
            {inUnits(item)}
          </Text>
        )}
        {item.source_quantity !== null && (
          <Text span display="block" size="xs" c="dimmed">
            source: {item.source_quantity.toLocaleString('en-US')}
          </Text>
        )}
      </td>
      <td data-figure data-label="Announced">
        {item.announced.toLocaleString('en-US')}
      </td>
      <td data-figure data-label="Received">
        {item.received.toLocaleString('en-US')}
      </td>
      <td data-figure data-label="Processed">
        {item.processed.toLocaleString('en-US')}
      </td>
      <td data-figure data-label="Open">
        {(item.open === 0 || !isOver(order)) && item.open.toLocaleString('en-US')}
        {difference && (
          <Text span display="block" size="xs" c="var(--amber-text, var(--text-soft))" className={classes.difference}>
            {difference}
          </Text>
        )}
      </td>
    </tr>
  );
}

/** What the warehouse calls it, or what links it. */
function WarehouseSku({ item, order }: { item: PurchaseOrderItem; order: Order }) {
  const { amware_reference_sku: sku, product_id, raw_material_id } = item;
  const issue = order.issues.find(({ type, subject }) => type === 'unmapped_item' && subject === item.sku);
  if (sku === null)
    return (
      <>
        <span className="soft">not linked</span>{' '}
        {issue && (
          <RemedyButton
            issue={{ ...issue, connection_id: order.connection_id, slug: order.connector_source.name, purchase_order_id: order.id }}
          />
        )}
      </>
    );
  if (product_id) return linked(href('/products/:id', { id: String(product_id) }), sku);
  return raw_material_id ? linked(href('/raw-materials/:id', { id: String(raw_material_id) }), sku) : <span className="mono">{sku}</span>;
}

const linked = (to: string, sku: string) => (
  <Link to={to} className="mono">
    {sku}
  </Link>
);
