import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ImportedEntity } from './contract.ts';
import { ImportDialog } from './import-dialog.tsx';

type Props = { entity: ImportedEntity; disabled?: boolean; children?: React.ReactNode };

/** Opens the dialog that imports a file. */
export function ImportButton({ entity, disabled = false, children = `Import ${entity.title.toLowerCase()}` }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && <ImportDialog entity={entity} onClose={() => setOpen(false)} />}
    </>
  );
}
