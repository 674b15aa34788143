import { useRef } from 'react';
import { href, useNavigate } from 'react-router';
import { DropZone } from '../../../../shared/imports/drop-zone.tsx';
import { uploadFile } from '../../../../shared/imports/import-dialog.tsx';
import { useUpload } from '../../../../ui/hooks/use-upload.ts';
import { usePress } from '../../../../ui/use-press.ts';
import type { ShownImport } from '../shown-import.ts';

/** Goes on with the wrong rows, mended in their file: that is read with the columns and choices of this import. */
export function MendedFile({ shown }: { shown: ShownImport }) {
  const { id, entity, connection, state } = shown;
  const { begin } = useUpload();
  const navigate = useNavigate();
  const chosen = useRef<File>(null);
  const { busy, press } = usePress(async () => {
    if (!chosen.current) return;
    const signal = begin();
    const next = await uploadFile({ number: entity.number, connector: connection?.slug, continues: id }, chosen.current, signal);
    if (next !== null && !signal.aborted) await navigate(href('/imports/:id', { id: String(next) }));
  });
  // A listing report is uploaded whole again: its rows are read by the column that its listings are named by.
  if (shown.listing_report_by !== null || shown.discarded_at || !['checked', 'applied', 'undone'].includes(state)) return null;
  return (
    <DropZone
      isSlim
      busy={busy}
      onChoose={(file) => {
        chosen.current = file;
        void press();
      }}
    >
      {busy ? (
        'The file is being sent…'
      ) : (
        <>
          <strong>Mended the wrong rows?</strong> Drop their file here, or <em>choose it</em>: it is read with the columns and choices of
          this import.
        </>
      )}
    </DropZone>
  );
}
