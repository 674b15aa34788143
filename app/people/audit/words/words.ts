import type { NounWords, Word } from './noun-words.ts';
import { ofAccounts } from './of-accounts.ts';
import { ofConnections } from './of-connections.ts';
import { ofRecords } from './of-records.ts';

/** The words of each noun that the audit tells of, as its screens have them. Browser-safe. */
const nouns: Readonly<Record<string, NounWords>> = { ...ofRecords, ...ofConnections, ...ofAccounts };

/** What a field of a noun is called; undefined where nobody has named it. What is no identifier is in words already. */
export function wordOf(noun: string, field: string): Word | undefined {
  const { fields = {}, named = false } = nouns[noun] ?? {};
  return Object.hasOwn(fields, field) ? fields[field] : named || !isIdentifier(field) ? field : undefined;
}

const isIdentifier = (field: string) => /^[a-z][A-Za-z_\d]*$/.test(field);
