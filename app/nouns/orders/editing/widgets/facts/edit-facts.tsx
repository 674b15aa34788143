import { useEffect, useMemo, useRef } from 'react';
import { Facts } from '../../../../../ui/blocks/facts.tsx';
import { Section } from '../../../../../ui/blocks/section.tsx';
import { OrderReferences, OrderTotals } from '../../../detail/widgets/facts.tsx';
import type { Order } from '../../../detail/widgets/order.ts';
import { customerId } from '../../../detail/widgets/shipping/ship-to.tsx';
import { parcelFacts } from '../../../detail/widgets/shipping/shipping.tsx';
import { SourceDetails } from '../../../detail/widgets/source/source-details.tsx';
import classes from '../edit.module.css';
import { linesAfter } from '../rules/lines.ts';
import { newsSince } from '../rules/news.ts';
import { type EditSession, useSession } from '../session.ts';
import { CountryField, NoteField, TextField } from './fields.tsx';
import { ShippingMethod } from './shipping-method.tsx';
import { Warehouse } from './warehouse.tsx';

/** The order's facts; those that may be changed are fields in the same place. */
export function EditFacts({ order, session }: { order: Order; session: EditSession }) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasRoomBeside()) form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  const saved = useSession(session, (state) => state.saved);
  const news = useMemo(() => newsSince(order.events, session.since, order.source_name, saved), [order, session, saved]);
  const draft = useSession(session, (state) => state.lines);
  const field = { order, session, news };
  return (
    <>
      <Section title="Customer">
        <div ref={form} className={classes.fields}>
          <TextField {...field} column="customer_name" wide />
          <div className={classes.wide}>
            <Facts facts={[customerId(order)]} />
          </div>
          <TextField {...field} column="company_name" wide />
          <TextField {...field} column="address" wide />
          <TextField {...field} column="address_2" wide />
          <TextField {...field} column="city" />
          <TextField {...field} column="state" />
          <TextField {...field} column="postal_code" />
          <CountryField {...field} />
          <TextField {...field} column="customer_phone" type="tel" wide />
          <TextField {...field} column="customer_email" type="email" wide />
          <NoteField {...field} />
        </div>
      </Section>
      <Section title="Shipping">
        <div className={classes.fields}>
          <ShippingMethod {...field} />
          <Warehouse {...field} />
          <div className={classes.wide}>
            <Facts facts={parcelFacts(order)} />
          </div>
        </div>
      </Section>
      <OrderTotals order={order} lines={linesAfter(draft, order.lines)} />
      <SourceDetails order={order} />
      <OrderReferences order={order} />
      <div className={classes.room} />
    </>
  );
}

/** On narrow screens the facts come after the lines, so focusing the first field would scroll the lines away. */
const hasRoomBeside = () => matchMedia('(width > 1000px)').matches;
