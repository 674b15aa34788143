import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readsWhole, withoutUse } from '../../bench/plans/reads-whole.ts';
import { type WholeRead, wholeReads } from '../../bench/plans/whole-account.ts';
import { withFilled } from '../../bench/plans/with-filled.ts';
import type { Check } from './checks.ts';

/** Fewer are no whole run. */
const leastOfRun = 3_000;

/** Where a run of the tests leaves its statements, and what checks them afterwards. */
export async function noteStatements(): Promise<{ file: string; check: () => Promise<Check> }> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-statements-'));
  const file = join(folder, 'statements');
  const check = async () => {
    const texts = await readTexts(file).finally(() => rm(folder, { recursive: true, force: true }));
    return checkStatements(texts).catch((error: Error) => failure(error.message));
  };
  return { file, check };
}

async function readTexts(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  return [...new Set(lines.map((line): string => JSON.parse(line)))].filter((text) =>
    /^\s*(select|with|insert|update|delete)\b/i.test(text),
  );
}

async function checkStatements(texts: string[]): Promise<Check> {
  if (texts.length < leastOfRun) return failure(`Of a whole run there are ${texts.length} statements: too few to be all.`);
  const found: WholeRead[] = [];
  await withFilled(async (url) => void found.push(...(await wholeReads(url, texts))));
  const wrong = found.filter(({ text }) => !readsWhole(text));
  if (wrong.length > 0) return failure([remedy, ...wrong.map(({ text, reads }) => `\nAll ${reads.join(', ')}: ${text.trim()}`)].join('\n'));
  const unused = withoutUse(found.map(({ text }) => text));
  if (unused.length > 0) return failure(`bench/plans/reads-whole.ts names what no statement has: ${unused.join('; ')}`);
  return {
    count: { passed: 1, failed: 0 },
    output: `Of ${texts.length} none reads all that an account has, but ${found.length} that may.`,
  };
}

const remedy = `These statements read all rows that an account has of a table. Either no index leads to what they need, or row-level security
keeps PostgreSQL from it: a value that a function makes of another table's columns is compared only after all rows were read. Compute it
first, in a materialized query or as an array (select …). What has to read all is named in bench/plans/reads-whole.ts, with the reason.`;

const failure = (output: string): Check => ({ count: { passed: 0, failed: 1 }, output });
