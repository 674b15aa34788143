import { href, Link } from 'react-router';
import type { ShownImport } from '../shown-import.ts';

/** The file, how many rows it has, and how it is read. */
export function FileFacts({
  shown: { file_name, read, ignored, created, changed, unchanged, wrong, discarded_at, continues, continued_by },
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
        {/* In the same line: it comes while the page is looked at. */}
        {continued_by && (
          <>
            {' · its wrong rows, mended: '}
            <ToImport of={continued_by} />
          </>
        )}
      </span>
      {discarded_at && <div className="soft">The file and its rows are no longer kept.</div>}
      {continues && (
        <div className="soft">
          Wrong rows of <ToImport of={continues} />, mended
        </div>
      )}
      {ignored.length > 0 && <div className="soft">Not read: {ignored.join(', ')}</div>}
    </div>
  );
}

const ToImport = ({ of: { id, file_name } }: { of: NonNullable<ShownImport['continues']> }) => (
  <Link to={href('/imports/:id', { id: String(id) })}>{file_name}</Link>
);
