import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { isPassing } from '../../../../platform/db.ts';
import { type Files, type StoredBytes, storeBytes } from '../../../../platform/files.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant, Within } from '../../../../platform/tenant.ts';
import { importHasEnded } from './texts/places.ts';
import { isLetterOrDigit, type WithoutWords, withoutWords } from './texts/without-words.ts';

type Stored = Columns<'files', 'id' | 'key'>;

/** A line of a file that is longer is searched in parts. */
const longestLine = 1_000_000;
const atOnce = 100;

/** In days: an import that nobody applies is deleted by then. */
const waitingDays = 7;

/** Longer than it takes to erase some orders, in minutes: an export that began in between may have read what was there before. */
const erasingMinutes = 5;

/**
 * Whether a file of before a time is still being written or read, or an import of it waits for a person, who would apply other rows than
 * they saw: they are searched when that is done.
 */
export async function filesAreBusy(tenant: Tenant, until: Date): Promise<boolean> {
  const { rows } = await sql`
    (select 1 from exports where ${inAccount(tenant)} and finished_at is null
      and created_at <= ${until}::timestamptz + make_interval(mins => ${erasingMinutes}) limit 1)
    union all (select 1 from imports where ${inAccount(tenant)} and state in ('checking', 'applying', 'undoing')
      and created_at <= ${until} limit 1)
    union all (select 1 from imports i where ${inAccount(tenant, 'i')} and not ${importHasEnded('i')}
      and i.created_at <= ${until} and i.created_at > now() - make_interval(days => ${waitingDays}) limit 1)`.execute(tenant.db);
  return rows.length > 0;
}

/**
 * Takes words out of stored texts that were written since a time: exports, imports, attachments. What has none stays as it is; another is
 * written anew in its place.
 */
export async function searchFiles(
  { within, files, accountId, stop }: { within: Within; files: Files; accountId: number; stop: AbortSignal },
  words: readonly string[],
  since: Date,
): Promise<void> {
  const finders = { utf16le: withoutWords(words), latin1: withoutWords([...words, ...words.map(bytesOf)], isAscii) };
  for (let after = 0; ; ) {
    const stored = await within((tenant) => textsAfter(tenant, since, after));
    for (const file of stored) {
      if (stop.aborted) throw new Error('This worker stops; another begins to search again.');
      if (await isNamed(files, file, finders)) await rewrite(within, files, file, accountId, finders);
    }
    if (stored.length < atOnce) return;
    after = stored.at(-1)?.id ?? 0;
  }
}

/** Files are read byte by byte, so that nothing else of them changes, in whatever encoding they are. */
const isAscii = (letter: string) => letter < '\u0080' && isLetterOrDigit(letter);
const bytesOf = (word: string) => Buffer.from(word, 'utf8').toString('latin1');

async function textsAfter(tenant: Tenant, since: Date, after: number): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select f.id, f.key from files f where ${inAccount(tenant, 'f')} and f.id > ${after} and f.created_at >= ${since}
      and (f.content_type like 'text/%' or f.content_type like 'application/json%')
      and not exists (select from imports i where ${inAccount(tenant, 'i')} and i.file_id = f.id and not ${importHasEnded('i')})
    order by f.id limit ${atOnce}`.execute(tenant.db);
  return rows;
}

type Encoding = 'latin1' | 'utf16le';
type Finders = Record<Encoding, WithoutWords>;

async function isNamed({ store }: Files, { key }: Stored, finders: Finders): Promise<boolean> {
  const content = await store.read(key);
  if (content) for await (const { text, encoding } of textsOf(content)) if (finders[encoding](text) !== text) return true;
  return false;
}

/** Its bytes are read and written before the transaction, which would wait for them. */
async function rewrite(within: Within, files: Files, { id, key }: Stored, accountId: number, finders: Finders): Promise<void> {
  const content = await files.store.read(key);
  if (!content) return;
  const stored = await storeBytes(files, accountId, Readable.from(without(content, finders)));
  const replaced = await within((tenant) => replaceKey(tenant, id, key, stored)).catch(async (error: unknown) => {
    // Where the connection was lost, it may be in the row: then strays.ts decides.
    if (!isPassing(error)) await files.store.delete(stored.key);
    throw error;
  });
  // It may have been deleted meanwhile: then the new one is of no use.
  await files.store.delete(replaced ? key : stored.key);
}

async function replaceKey(tenant: Tenant, id: number, key: string, stored: StoredBytes): Promise<boolean> {
  const { numAffectedRows } = await sql`update files set key = ${stored.key}, bytes = ${stored.bytes} where ${inAccount(tenant)}
    and id = ${id} and key = ${key}`.execute(tenant.db);
  return numAffectedRows === 1n;
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
