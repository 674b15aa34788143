export const minute = 60_000;
/** The longest files take two minutes. */
const longMs = 4 * minute;

/** The test files that have not ended, and the test that each of them began last. */
export class Running {
  #left: number;
  readonly #files = new Map<string, { since: number; test?: string }>();

  constructor(files: number) {
    this.#left = files;
  }

  began(file: string, test?: string): void {
    this.#files.set(file, { since: this.#files.get(file)?.since ?? Date.now(), ...(test && { test }) });
  }

  /** Returns whether this was the last one. */
  ended(file: string): boolean {
    this.#files.delete(file);
    this.#left -= 1;
    return this.#left === 0;
  }

  /** A sentence about each file that takes longer than any should. */
  long(): string[] {
    return [...this.#files].flatMap(([file, { since, test }]) => {
      const ms = Date.now() - since;
      return ms < longMs ? [] : [`After ${Math.floor(ms / minute)} minutes still running: ${file}${test ? `: ${test}` : ''}`];
    });
  }
}
