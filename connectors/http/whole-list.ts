import type { Result } from './result.ts';

/** All of a list in numbered pages of `size`, of which the last is not full; null where it has more than `mostPages`. */
export async function wholeList<T>(
  read: (page: number) => Promise<Result<T[]>>,
  { size, mostPages }: { size: number; mostPages: number },
): Promise<Result<T[] | null>> {
  const all: T[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const listed = await read(page);
    if (!listed.ok) return listed;
    all.push(...listed.value);
    if (listed.value.length < size) return { ok: true, value: all };
  }
  return { ok: true, value: null };
}
