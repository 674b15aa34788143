import type { Listing } from '../../contract.ts';
import { jsonLines } from '../../http/lines.ts';
import { type Translated, translateAll } from '../../http/records.ts';
import { Misplaced, mostBytesAtOnce, type Piece, type Row } from '../bulk/file.ts';
import type { Kind } from '../bulk/operation.ts';
import { bulkVariants } from '../documents/bulk.ts';
import type { Opened } from '../settings.ts';
import { walkFrom } from './walk.ts';

const rowsAtOnce = 10_000;

/** Variants: fifty a query, or ten thousand a piece of the file. */
export const variantsInBulk = ({ client }: Opened, translate: (raw: unknown) => Translated<Listing>): Kind<Listing> => ({
  ...{ count: client.countVariants, query: bulkVariants, groups: false, mostInPages: 2_000 },
  piece: (rows) =>
    pieceOf(rows).catch((error) => {
      if (error instanceof Misplaced) return null;
      throw error;
    }),
  page: async (rows) => ({ ok: true, value: { ...translateAll(rows.map(asInPages), translate), taken: rows.length } }),
  after: walkFrom,
});

async function pieceOf(rows: AsyncIterable<Row>): Promise<Piece> {
  const records: Piece['records'] = [];
  let [begin, end, read] = [-1, 0, 0];
  async function* lines() {
    for await (const row of rows) {
      read = row.end;
      yield row.line;
    }
  }
  for await (const line of jsonLines(lines())) {
    if (begin < 0) begin = read;
    if (records.length === rowsAtOnce || end - begin > mostBytesAtOnce) return { records, end, more: true };
    end = read;
    records.push({ raw: 'record' in line ? line.record : line.broken, end });
  }
  return { records, end, more: false };
}

/** As the pages have it: they name the pictures of each variant, too. */
const asInPages = ({ raw }: Piece['records'][number]) => (typeof raw === 'object' && raw !== null ? { ...raw, media: { nodes: [] } } : raw);
