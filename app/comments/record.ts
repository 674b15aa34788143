/** The kinds of records that people comment on and assign. Browser-safe. */
export const recordTypes = ['order', 'purchase_order', 'product'] as const;
export type RecordType = (typeof recordTypes)[number];

/** A record that people comment on. */
export type Commented = { type: RecordType; id: number };

/** The topic of a record's live news. */
export const discussionTopic = ({ type, id }: Commented): string => `comments:${type}:${id}`;

/**
 * The people whom a text mentions: "@" and their whole name, in whatever letters. Of names that begin alike the longest counts, so
 * that "@Ann Lee" does not mention Ann too.
 */
export function mentioned<Person extends { name: string }>(text: string, people: readonly Person[]): Person[] {
  const found = new Set<Person>();
  const longestFirst = people.toSorted((a, b) => b.name.length - a.name.length);
  for (const at of text.matchAll(/(?<![\p{L}\p{N}.])@/gu)) {
    const rest = text.slice(at.index + 1).toLowerCase();
    const name = longestFirst.find((person) => begins(rest, person.name.toLowerCase()))?.name.toLowerCase();
    for (const person of people) if (person.name.toLowerCase() === name) found.add(person);
  }
  return [...found];
}

/** Whether a text begins with this name, and not with a longer word. */
const begins = (rest: string, name: string) => name !== '' && rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length));
