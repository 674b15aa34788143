import { useState } from 'react';
import { RowButton } from '../../../ui/row-button.tsx';
import { Section } from '../../../ui/section.tsx';
import { Charges } from './charges.tsx';
import { LineRow } from './line-row.tsx';
import classes from './lines.module.css';
import type { Order } from './order.ts';

/** A longer order shows this many lines until it is asked for the others. */
const fewLines = 12;

/** What was ordered, what the warehouse calls it, and whether there is enough; what needs a person first. */
export function OrderLines({ order }: { order: Order }) {
  const [all, setAll] = useState(false);
  const goods = order.lines.filter(({ is_charge }) => !is_charge).toSorted((a, b) => Number(isStuck(b)) - Number(isStuck(a)));
  const isLong = goods.length > fewLines + 3;
  const withImages = goods.some(({ imageUrl }) => imageUrl);
  return (
    <>
      <Section title="Lines" count={goods.length}>
        {goods.length === 0 ? (
          <p className={classes.none}>No goods: every line of this order is a charge.</p>
        ) : (
          <table className={classes.lines} aria-label="Lines">
            <thead>
              <tr>
                <th scope="col">Source Item</th>
                <th scope="col">Amware Item</th>
                <th scope="col">Qty</th>
                <th scope="col">Stock</th>
                <th scope="col">Price</th>
              </tr>
            </thead>
            <tbody>
              {(isLong && !all ? goods.slice(0, fewLines) : goods).map((line) => (
                <LineRow key={line.id} line={line} order={order} withImage={withImages} />
              ))}
            </tbody>
          </table>
        )}
        {isLong && !all && (
          <div className={classes.more}>
            <RowButton onClick={() => setAll(true)}>Show all {goods.length.toLocaleString('en-US')} lines</RowButton>
          </div>
        )}
      </Section>
      <Charges order={order} />
    </>
  );
}

const isStuck = ({ isMissing, isOutOfStock }: Order['lines'][number]) => isMissing || isOutOfStock;
