import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Order } from '../../../detail/widgets/order.ts';
import type { EditSession } from '../session.ts';
import { MapSku } from './map-sku.tsx';

type Props = { line: Order['lines'][number]; order: Order; session: EditSession };

export function MapSkuButton({ line, order, session }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-haspopup="dialog"
        aria-label={`Link product: ${line.sku || line.name}`}
        onClick={() => setOpen(true)}
      >
        Link product
      </Button>
      {isOpen && <MapSku line={line} order={order} session={session} onClose={() => setOpen(false)} />}
    </>
  );
}
