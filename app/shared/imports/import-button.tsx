import { Button } from '@mantine/core';
import { useState } from 'react';
import { ahead } from '../../ui/hooks/drawn.ts';
import { lazily } from '../../ui/lazily.tsx';
import type { ImportedEntity } from './contract.ts';

type Props = { entity: ImportedEntity; disabled?: boolean; children?: React.ReactNode };

const load = () => import('./import-dialog.tsx');
const ImportDialog = lazily(load);
const prepare = ahead(load);

/** Opens the dialog that imports a file. */
export function ImportButton({ entity, disabled = false, children = `Import ${entity.title.toLowerCase()}` }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        disabled={disabled}
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {isOpen && <ImportDialog entity={entity} onClose={() => setOpen(false)} />}
    </>
  );
}
