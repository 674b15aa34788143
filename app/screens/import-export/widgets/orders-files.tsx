import { Section } from '../../../ui/blocks/section.tsx';
import type { Files } from '../read-files.ts';
import { OrdersExport } from './orders-export.tsx';
import { PastExports } from './past-exports.tsx';

/** Orders are only exported: they come from their channels. */
export function OrdersFiles({ files: { exports, ...form } }: { files: Files<'orders'> }) {
  return (
    <>
      <Section title="Orders export">
        <OrdersExport {...form} />
      </Section>
      <Section title="Past exports of orders" count={exports.length}>
        <PastExports exports={exports} />
      </Section>
    </>
  );
}
