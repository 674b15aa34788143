import type { Failure, Result } from './result.ts';

type Pages = { size: number; mostPages: number };
type Read<T> = (page: number) => Promise<Result<T[]>>;

/** All of a list in numbered pages of `size`, of which the last is not full; null where it has more than `mostPages`. */
export async function wholeList<T>(read: Read<T>, { size, mostPages }: Pages): Promise<Result<T[] | null>> {
  const all: T[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const listed = await read(page);
    if (!listed.ok) return listed;
    all.push(...listed.value);
    if (listed.value.length < size) return { ok: true, value: all };
  }
  return { ok: true, value: null };
}

/** The same of what is of no use in part, as what a person chooses from: a longer list is refused. `system`: whose it is. */
export async function wholeListOf<T>(system: string, read: Read<T>, pages: Pages): Promise<Result<T[]>> {
  const listed = await wholeList(read, pages);
  if (!listed.ok) return listed;
  return listed.value === null ? tooMuch(system) : { ok: true, value: listed.value };
}

export const tooMuch = (system: string): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'rejected', code: 'other', reason: { code: 'too_much', system } },
});
