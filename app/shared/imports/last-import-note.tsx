import { ExactTime } from '../../ui/time/relative-time.tsx';
import type { LastImport } from './contract.ts';
import { importTexts } from './texts.ts';

/** What became of the last file. */
export function LastImportNote({ last }: { last: LastImport | null }) {
  if (!last) return <p className="soft">{importTexts.noLastImport}</p>;
  const { date_time, import_success, import_fail, import_skipped, undone } = last;
  return (
    <p className="soft figure">
      Last import: <ExactTime at={date_time} /> · <Count count={import_success} what="applied" /> ·{' '}
      <Count count={import_fail} what="wrong" /> · <Count count={import_skipped} what="unchanged" />
      {undone && ' · undone'}
    </p>
  );
}

/** A count stays on one line with its word. */
const Count = ({ count, what }: { count: number; what: string }) => (
  <span style={{ whiteSpace: 'nowrap' }}>
    {count.toLocaleString('en-US')} {what}
  </span>
);
