import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { partAhead } from '../../../ui/lazily.tsx';

const [LinkDialog, prepare] = partAhead(() => import('./link-dialog.tsx'));

type Props = {
  connectionId: number;
  sku: string;
  label: string;
  isIcon?: boolean;
  /** In place of the label, where the row says whose link it is. */
  short?: string;
};

/** Opens the link of a channel's SKU, wherever it is shown: what it is, and how to change it or take it away. */
export function LinkButton({ connectionId, sku, label, isIcon = false, short }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = { 'aria-haspopup': 'dialog', onClick: () => setOpen(true), onPointerEnter: prepare, onFocus: prepare } as const;
  return (
    <>
      {isIcon ? (
        <ActionIcon {...button} variant="subtle" color="gray" size={24} aria-label={label} title={label}>
          <IconPencil size={14} stroke={1.8} aria-hidden />
        </ActionIcon>
      ) : (
        <RowButton {...button} quiet={short !== undefined} data-main={short !== undefined || undefined} aria-label={label}>
          {short ?? label}
        </RowButton>
      )}
      {isOpen && <LinkDialog connectionId={connectionId} sku={sku} onClose={() => setOpen(false)} />}
    </>
  );
}
