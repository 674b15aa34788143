import { Button } from '@mantine/core';
import { useState } from 'react';
import { useHydrated } from '../../ui/hooks/use-hydrated.ts';
import type { ImportedEntity } from './contract.ts';
import { ImportDialog } from './import-dialog.tsx';

type Props = { entity: ImportedEntity; disabled?: boolean; children?: React.ReactNode };

/** Opens the dialog that imports a file. */
export function ImportButton({ entity, disabled = false, children = `Import ${entity.title.toLowerCase()}` }: Props) {
  const [isOpen, setOpen] = useState(false);
  const hydrated = useHydrated();
  return (
    <>
      <Button variant="default" disabled={!hydrated || disabled} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && <ImportDialog entity={entity} onClose={() => setOpen(false)} />}
    </>
  );
}
