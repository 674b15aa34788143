import { ExactTime } from '../../ui/time/relative-time.tsx';
import type { LastImport } from '../contract.ts';
import { importTexts } from '../texts.ts';

/** What became of the last file. */
export function LastImportNote({ last }: { last: LastImport | null }) {
  if (!last) return <p className="soft">{importTexts.noLastImport}</p>;
  const { date_time, import_success, import_fail, import_skipped } = last;
  return (
    <p className="soft figure">
      Last import: <ExactTime at={date_time} /> · {write(import_success)} applied · {write(import_fail)} wrong · {write(import_skipped)}{' '}
      unchanged
    </p>
  );
}

const write = (count: number) => count.toLocaleString('en-US');
