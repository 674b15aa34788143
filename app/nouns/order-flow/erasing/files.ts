import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { type Files, storeBytes } from '../../../../platform/files.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type WithoutWords, withoutWords } from './without-words.ts';

type Within = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;
type Stored = Columns<'files', 'id' | 'key'>;

/** A line of a file that is longer is searched in parts. */
const longestLine = 1_000_000;
const atOnce = 100;

/** Whether a file of before a time is still being written or read: it is searched when it is done. */
export async function filesAreBusy(tenant: Tenant, until: Date): Promise<boolean> {
  const { rows } = await sql`
    (select 1 from exports where ${inAccount(tenant)} and finished_at is null and created_at <= ${until} limit 1)
    union all (select 1 from imports where ${inAccount(tenant)} and state in ('checking', 'applying', 'undoing')
      and created_at <= ${until} limit 1)`.execute(tenant.db);
  return rows.length > 0;
}

/**
 * Takes words out of stored texts that were written since a time: exports, imports, attachments. What has none stays as it is; another is
 * written anew in its place.
 */
export async function searchFiles(within: Within, files: Files, words: readonly string[], since: Date, stop: AbortSignal): Promise<void> {
  const finders = { utf16le: withoutWords(words), latin1: withoutWords([...words, ...words.map(bytesOf)]) };
  for (let after = 0; ; ) {
    const stored = await within((tenant) => textsAfter(tenant, since, after));
    for (const file of stored) {
      if (stop.aborted) throw new Error('This worker stops; another begins to search again.');
      if (await isNamed(files, file, finders)) await rewrite(within, files, file, finders);
    }
    if (stored.length < atOnce) return;
    after = stored.at(-1)?.id ?? 0;
  }
}

/** Files are read byte by byte, so that nothing else of them changes, in whatever encoding they are. */
const bytesOf = (word: string) => Buffer.from(word, 'utf8').toString('latin1');

async function textsAfter(tenant: Tenant, since: Date, after: number): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select id, key from files where ${inAccount(tenant)} and id > ${after} and created_at >= ${since}
      and (content_type like 'text/%' or content_type like 'application/json%') order by id limit ${atOnce}`.execute(tenant.db);
  return rows;
}

type Encoding = 'latin1' | 'utf16le';
type Finders = Record<Encoding, WithoutWords>;

async function isNamed({ store }: Files, { key }: Stored, finders: Finders): Promise<boolean> {
  const content = await store.read(key);
  if (content) for await (const { text, encoding } of textsOf(content)) if (finders[encoding](text) !== text) return true;
  return false;
}

async function rewrite(within: Within, files: Files, { id, key }: Stored, finders: Finders): Promise<void> {
  const content = await files.store.read(key);
  if (!content) return;
  await within(async (tenant) => {
    const stored = await storeBytes(files, tenant.accountId, Readable.from(without(content, finders)));
    const { numAffectedRows } = await sql`update files set key = ${stored.key}, bytes = ${stored.bytes} where ${inAccount(tenant)}
      and id = ${id} and key = ${key}`.execute(tenant.db);
    // It was deleted meanwhile: then the new one is of no use.
    const unused = numAffectedRows === 1n ? key : stored.key;
    tenant.afterCommit.push(() => files.store.delete(unused));
  });
}

async function* without(content: Readable, finders: Finders): AsyncGenerator<Buffer> {
  for await (const { text, encoding } of textsOf(content)) yield Buffer.from(finders[encoding](text), encoding);
}

/** Whole lines, as many as there are at once. */
async function* textsOf(content: Readable): AsyncGenerator<{ text: string; encoding: Encoding }> {
  let encoding: Encoding | undefined;
  let decoder: StringDecoder | undefined;
  let rest = '';
  for await (const chunk of content as AsyncIterable<Buffer>) {
    encoding ??= chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf16le' : 'latin1';
    decoder ??= new StringDecoder(encoding);
    rest += decoder.write(chunk);
    const end = rest.length > longestLine ? rest.length : rest.lastIndexOf('\n') + 1;
    if (end > 0) yield { text: rest.slice(0, end), encoding };
    rest = rest.slice(end);
  }
  if (rest !== '' && encoding) yield { text: rest, encoding };
}
