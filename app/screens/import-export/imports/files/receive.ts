import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Files, type StoredBytes, storeBytes } from '../../../../../platform/files.ts';
import { filesIn, type SentFile } from '../../../../../platform/http/read-forms.ts';
import { invalid } from '../../../../../platform/http/refusal.ts';
import { type ImportProblem, wordImport } from '../../../../base/import-outcomes.ts';
import { type DetectedEncoding, watchEncoding } from '../../../../shared/imports/reading/encodings/watch.ts';
import { isFullOfNuls, isOtherFileType } from '../../../../shared/imports/reading/file-type.ts';
import { UnreadableTable } from '../../../../shared/imports/reading/rows.ts';
import { describeTable, type Head, headBytes, type TableFormat, type TableHints } from '../../../../shared/imports/reading/table.ts';
import { importTexts } from '../../../../shared/imports/texts.ts';

/** The field of a form that has the file, and what is said of one that is missing or too large. In bytes. */
type Form = { field: string; largest: number; tooLarge: string; noFile: string };
const csvForm: Form = { field: 'file', largest: 200 * 1024 * 1024, tooLarge: importTexts.tooLarge, noFile: importTexts.noFile };

/** A table that was stored, without its row yet. */
export type ReceivedTable = StoredBytes & { name: string; digest: string; lines: number; format: TableFormat };
/** 211 is another type of file, 212 no table. */
export type RefusedTable = { refused: 211 | 212; message: string };

/**
 * Streams the file of this form to the store, and finds how it is read on its way. Nothing of a refused one is left.
 * @throws Refusal or Invalid for a form that is damaged, too large or without a file
 */
export async function receiveTable(
  request: FastifyRequest,
  files: Files,
  accountId: number,
  known: TableHints,
  { field, noFile, ...limit }: Form = csvForm,
  onField?: (name: string, value: string) => void,
): Promise<ReceivedTable | RefusedTable> {
  let received: ReceivedTable | RefusedTable | undefined;
  try {
    for await (const content of filesIn(request, field, limit, onField)) {
      received = await storeTable(files, accountId, content, known);
      // The rest of another type of file is not worth reading.
      if ('refused' in received) break;
    }
  } catch (error) {
    if (received && 'key' in received) await files.store.delete(received.key);
    throw error;
  }
  if (!received) throw invalid({ [field]: [noFile] });
  return received;
}

/** A name without folders and without what no list could show. */
const baseName = (given: string) =>
  given
    .replaceAll(/\p{Cc}/gu, '')
    .replace(/^.*[\\/]/, '')
    .slice(0, 200) || 'import.csv';

/** Stores a table as it comes, and finds how it is read. Nothing of a refused one is left. */
export async function storeTable(
  files: Files,
  accountId: number,
  content: SentFile,
  known: TableHints,
): Promise<ReceivedTable | RefusedTable> {
  const head = await readStart(content);
  if (isOtherFileType(head.bytes, content.fileName)) return refusedAs(211, isFullOfNuls(head.bytes) ? { code: 'full_of_nuls' } : null);
  const watched = watch();
  const stored = await storeBytes(files, accountId, Readable.from(passing(head.bytes, content, watched.add)));
  const { digest, lines, encoding } = watched.end();
  const format = await formatOf(head, encoding, known);
  if (format && !('refused' in format)) return { ...stored, name: baseName(content.fileName), digest, lines, format };
  await files.store.delete(stored.key);
  return format ?? refusedAs(212);
}

async function formatOf(head: Head, encoding: DetectedEncoding, known: TableHints): Promise<TableFormat | RefusedTable | null> {
  try {
    return await describeTable(head, encoding, known);
  } catch (error) {
    if (error instanceof UnreadableTable) return refusedAs(212, error.problem);
    throw error;
  }
}

const refusedAs = (refused: 211 | 212, problem: ImportProblem | null = null): RefusedTable => ({
  refused,
  message: [refused === 211 ? importTexts.wrongType : importTexts.wrongFormat, ...(problem ? [wordImport(problem)] : [])].join(' '),
});

function watch() {
  const hash = createHash('sha256');
  const encoding = watchEncoding();
  let lines = 0;
  return {
    add(chunk: Buffer) {
      hash.update(chunk);
      encoding.add(chunk);
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    },
    end: () => ({ digest: hash.digest('base64url'), lines, encoding: encoding.end() }),
  };
}

/** At least enough to find how the table is read, unless there is less. */
export async function readStart(content: AsyncIterator<Buffer>): Promise<Head> {
  const chunks: Buffer[] = [];
  let length = 0;
  // One byte more tells whether there is more.
  while (length <= headBytes) {
    const { done, value } = await content.next();
    if (done) return { bytes: Buffer.concat(chunks), isCut: false };
    chunks.push(value);
    length += value.length;
  }
  return { bytes: Buffer.concat(chunks), isCut: true };
}

async function* passing(head: Buffer, rest: AsyncGenerator<Buffer>, add: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  add(head);
  yield head;
  for await (const chunk of rest) {
    add(chunk);
    yield chunk;
  }
}
