import { Group, Stack } from '@mantine/core';
import type { ImportedEntity } from '../../../../shared/imports/contract.ts';
import { ImportButton } from '../../../../shared/imports/import-button.tsx';
import { LastImportNote } from '../../../../shared/imports/last-import-note.tsx';
import type { ShownImport } from '../shown-import.ts';
import { PastImports } from '../widgets/past-imports.tsx';

/** What was imported last of one kind of record, the files before, and the button that imports another. */
export function ImportPanel({ entity, past }: { entity: ImportedEntity; past: readonly ShownImport[] }) {
  return (
    <Stack gap={12} pt={8}>
      <Group gap="8px 16px">
        <ImportButton entity={entity} />
        <LastImportNote last={entity.last ?? null} />
      </Group>
      {past.length > 0 && <PastImports imports={past} label={`Imports of ${entity.title.toLowerCase()}`} />}
    </Stack>
  );
}
