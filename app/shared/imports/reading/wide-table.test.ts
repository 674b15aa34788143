import { expect, test } from 'vitest';
import { watchEncoding } from './encodings/watch.ts';
import { describeTable, headBytes } from './table.ts';

/** Names of columns that count how often one is looked up in a turn. */
class Counted extends Set<string> {
  most = 0;
  #inTurn = 0;

  override has(name: string): boolean {
    if (this.#inTurn === 0) setImmediate(() => (this.#inTurn = 0));
    this.most = Math.max(this.most, ++this.#inTurn);
    return super.has(name);
  }
}

test('a cell of a wide row is looked at twice, however many rows are below it, and others have their turn between encodings', async () => {
  const wide = `a${','.repeat(64_000)}`;
  const bytes = Buffer.concat([Buffer.from(`${wide}\n`), Buffer.from([0xe1]), Buffer.from(`\n${'a\n'.repeat(60)}`)]);
  const watch = watchEncoding();
  watch.add(bytes);
  const columns = new Counted(['sku', 'name']);
  expect(bytes.length).toBeLessThan(headBytes);
  const format = await describeTable({ bytes, isCut: false }, watch.end(), { columns });
  expect(format?.readings?.length).toBeGreaterThan(1);
  expect(columns.most).toBeGreaterThan(0);
  expect(columns.most).toBeLessThan(2.1 * wide.length);
});
