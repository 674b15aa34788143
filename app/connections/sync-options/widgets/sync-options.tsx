import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazily } from '../../../ui/lazily.tsx';
import { Section } from '../../../ui/section.tsx';

const SyncOptionsModal = lazily(() => import('./sync-options-modal.tsx'));

type Props = {
  slug: string /** As `subsidiary, account`. */;
  written: string | null;
  chosen: { subsidiary: string; account: string };
  mayMap: boolean;
};

/** Which subsidiary of a connection is read, and where stock is booked. */
export function SyncOptions({ slug, written, chosen, mayMap }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Product sync options"
      actions={
        <Button variant="default" disabled={!mayMap} onClick={() => setOpen(true)}>
          Select
        </Button>
      }
    >
      <p>{written ?? <span className="soft">Every subsidiary is read, and stock is booked nowhere.</span>}</p>
      {isOpen && <SyncOptionsModal slug={slug} chosen={chosen} onClose={() => setOpen(false)} />}
    </Section>
  );
}
