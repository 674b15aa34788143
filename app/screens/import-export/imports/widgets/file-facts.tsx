import type { ShownImport } from '../shown-import.ts';

/** The file, how many rows it has, and how it is read. */
export function FileFacts({
  shown: { file_name, read, ignored, created, changed, unchanged, wrong, discarded_at },
}: {
  shown: ShownImport;
}) {
  const rows = created + changed + unchanged + wrong;
  return (
    <div>
      <strong>{file_name}</strong>
      <span className="soft figure">
        {rows > 0 && ` · ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`} ·{' '}
        <span style={{ whiteSpace: 'nowrap' }}>{read}</span>
      </span>
      {discarded_at && <div className="soft">The file and its rows are no longer kept.</div>}
      {ignored.length > 0 && <div className="soft">Not read: {ignored.join(', ')}</div>}
    </div>
  );
}
