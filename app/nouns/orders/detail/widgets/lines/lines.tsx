import { Button } from '@mantine/core';
import { Section } from '../../../../../ui/blocks/section.tsx';
import type { Order } from '../order.ts';
import { SplitButton } from '../splitting/split-button.tsx';
import { Charges } from './charges.tsx';
import { LineRow } from './line-row.tsx';
import { LineTable } from './line-table.tsx';

/** A longer order shows this many lines and a button for the others. */
export const fewLines = 12;
export const isLong = (lines: number) => lines > fewLines + 3;

/** Whether all lines are shown; shared by reading and editing. */
export type Extent = { all: boolean; onAll: () => void };
type Props = { order: Order } & Extent;

/** The order's lines with product and stock; lines that need a person come first. */
export function OrderLines({ order, all, onAll }: Props) {
  const goods = order.lines.filter(({ is_charge }) => !is_charge).toSorted((a, b) => Number(isStuck(b)) - Number(isStuck(a)));
  const visible = isLong(goods.length) && !all ? goods.slice(0, fewLines) : goods;
  return (
    <>
      <Section title="Lines" count={goods.length} actions={<SplitButton order={order} />}>
        {goods.length === 0 ? (
          <p className="soft">No goods: every line of this order is a charge.</p>
        ) : (
          <LineTable>
            {visible.map((line) => (
              <LineRow key={line.id} line={line} order={order} />
            ))}
          </LineTable>
        )}
        {visible.length < goods.length && <ShowAll lines={goods.length} onAll={onAll} />}
      </Section>
      <Charges order={order} />
    </>
  );
}

export const ShowAll = ({ lines, onAll }: { lines: number; onAll: () => void }) => (
  <Button size="xs" variant="default" mt={10} onClick={onAll}>
    Show all {lines.toLocaleString('en-US')} lines
  </Button>
);

const isStuck = ({ isMissing, isOutOfStock }: Order['lines'][number]) => isMissing || isOutOfStock;
