import { ExactTime } from '../../ui/time/relative-time.tsx';
import type { LastImport } from './contract.ts';
import { importTexts } from './texts.ts';

/** What became of the last file. */
export function LastImportNote({ last }: { last: LastImport | null }) {
  if (!last) return <p className="soft">{importTexts.noLastImport}</p>;
  const { date_time, import_success, import_fail, import_skipped, undone } = last;
  return (
    <p className="soft figure">
      Last import: <ExactTime at={date_time} /> · <Counted count={import_success} what="applied" /> ·{' '}
      <Counted count={import_fail} what="wrong" /> · <Counted count={import_skipped} what="unchanged" />
      {undone && ' · undone'}
    </p>
  );
}

/** A count stays on one line with its word. */
const Counted = ({ count, what }: { count: number; what: string }) => (
  <span style={{ whiteSpace: 'nowrap' }}>
    {count.toLocaleString('en-US')} {what}
  </span>
);
