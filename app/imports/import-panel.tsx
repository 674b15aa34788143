import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useHydrated } from '../ui/use-hydrated.ts';
import type { ImportedEntity } from './contract.ts';
import type { ShownImport } from './shown-import.ts';
import { ImportDialog } from './widgets/import-dialog.tsx';
import { LastImportNote } from './widgets/last-import-note.tsx';
import { PastImports } from './widgets/past-imports.tsx';

/** What was imported last of one kind of record, the files before, and the button that imports another. */
export function ImportPanel({ entity, past }: { entity: ImportedEntity; past: readonly ShownImport[] }) {
  return (
    <Stack gap={12} pt={8}>
      <Group gap="8px 16px">
        <ImportButton entity={entity} />
        <LastImportNote last={entity.last} />
      </Group>
      {past.length > 0 && <PastImports imports={past} label={`Imports of ${entity.title.toLowerCase()}`} />}
    </Stack>
  );
}

/** Opens the dialog that imports a file. */
export function ImportButton({ entity }: { entity: ImportedEntity }) {
  const [isOpen, setOpen] = useState(false);
  const hydrated = useHydrated();
  return (
    <>
      <Button variant="default" disabled={!hydrated} onClick={() => setOpen(true)}>
        Import {entity.title.toLowerCase()}
      </Button>
      {isOpen && <ImportDialog entity={entity} onClose={() => setOpen(false)} />}
    </>
  );
}
