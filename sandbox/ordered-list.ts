const fullBlock = 1024;

/**
 * Records kept in order in blocks, so that a page, a count and a move to the end cost the same at a million as at a thousand.
 * Positions count from 0. `reached` is a predicate that is false up to some record and true from there on.
 */
export class OrderedList<T> {
  #blocks: T[][] = [[]];
  #compare: (a: T, b: T) => number;
  size = 0;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  insert(record: T) {
    const index = this.#blockOf((other) => this.#compare(other, record) > 0);
    const block = this.#blocks[index] as T[];
    block.splice(
      firstWhere(block, (other) => this.#compare(other, record) > 0),
      0,
      record,
    );
    this.size += 1;
    if (block.length > fullBlock)
      this.#blocks.splice(index + 1, 0, block.splice(index === this.#blocks.length - 1 ? fullBlock : fullBlock / 2));
  }

  /** Removes the record that compares equal. It must not have changed its place since it was inserted. */
  remove(record: T): boolean {
    const index = this.#blockOf((other) => this.#compare(other, record) >= 0);
    const block = this.#blocks[index] as T[];
    const at = firstWhere(block, (other) => this.#compare(other, record) >= 0);
    const found = block[at];
    if (found === undefined || this.#compare(found, record) !== 0) return false;
    block.splice(at, 1);
    if (block.length === 0 && this.#blocks.length > 1) this.#blocks.splice(index, 1);
    this.size -= 1;
    return true;
  }

  position(reached: (record: T) => boolean): number {
    const index = this.#blockOf(reached);
    let position = 0;
    for (let i = 0; i < index; i++) position += (this.#blocks[i] as T[]).length;
    return position + firstWhere(this.#blocks[index] as T[], reached);
  }

  slice(from: number, to: number): T[] {
    const records: T[] = [];
    let start = 0;
    for (const block of this.#blocks) {
      if (start >= to) break;
      if (start + block.length > from) records.push(...block.slice(Math.max(0, from - start), to - start));
      start += block.length;
    }
    return records;
  }

  /** The first block whose last record has been reached, else the last block. */
  #blockOf(reached: (record: T) => boolean): number {
    const index = firstWhere(this.#blocks, (block) => block.length > 0 && reached(block[block.length - 1] as T));
    return Math.min(index, this.#blocks.length - 1);
  }
}

function firstWhere<T>(list: T[], reached: (record: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reached(list[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
