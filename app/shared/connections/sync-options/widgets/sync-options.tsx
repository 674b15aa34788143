import { Button } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../../../ui/blocks/section.tsx';
import { lazily } from '../../../../ui/lazily.tsx';
import type { SyncOptions as Chosen } from '../options.ts';

const SyncOptionsModal = lazily(() => import('./sync-options-modal.tsx'));

/** Which subsidiary of a connection is read, and where stock is booked: `Honeycomb Holdings, Inventory Adjustments`. */
export function SyncOptions({ slug, options, mayMap }: { slug: string; options: Chosen; mayMap: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { subsidiary, netsuiteAccount } = options;
  return (
    <Section
      title="Product sync options"
      actions={
        <Button variant="default" disabled={!mayMap} onClick={() => setOpen(true)}>
          Select
        </Button>
      }
    >
      {subsidiary && netsuiteAccount ? (
        <p>
          {subsidiary.name}, {netsuiteAccount.name}
        </p>
      ) : (
        <p className="soft">{subsidiary ? `${subsidiary.name} is read` : 'Every subsidiary is read'}, and stock is booked nowhere.</p>
      )}
      <p className="soft">
        Choose the subsidiary whose items, locations and purchase orders are read, and the account that differences in stock are booked to.
      </p>
      {isOpen && <SyncOptionsModal slug={slug} options={options} onClose={() => setOpen(false)} />}
    </Section>
  );
}
