import { useState } from 'react';
import { Section } from '../../../ui/blocks/section.tsx';
import type { Files } from '../read-files.ts';
import { OlderExports } from './older-exports.tsx';
import { OrdersExport } from './orders-export.tsx';
import { PastExports } from './past-exports.tsx';

/** Orders are only exported: they come from their channels. */
export function OrdersFiles({ files: { exports, hasOlder, ...form } }: { files: Files<'orders'> }) {
  const newest = exports[0]?.id ?? 0;
  /** When an export was started here, and which was the newest then: its row has its place at once. */
  const [started, setStarted] = useState<{ at: string; after: number } | null>(null);
  return (
    <>
      <Section title="Orders export">
        <OrdersExport
          {...form}
          onStart={() => setStarted({ at: new Date().toISOString(), after: newest })}
          onEnd={() => setStarted(null)}
        />
      </Section>
      <Section title="Past exports of orders" {...(!hasOlder && { count: exports.length })}>
        <PastExports exports={exports} startedAt={started?.after === newest ? started.at : null} />
        <OlderExports hasOlder={hasOlder} />
      </Section>
    </>
  );
}
