import { type DiscussedName, discussedNames, type RecordTypeOf, recordTypeOf, type TaggedName } from '../../base/nouns.ts';

/** The kinds of records that people comment on and assign. Browser-safe. */
export type RecordType = RecordTypeOf<DiscussedName>;
export const recordTypes = discussedNames.map(recordTypeOf);

/** A record that people comment on. */
export type Commented = { type: RecordType; id: number };

/** The topic of a record's live news. */
export const discussionTopic = ({ type, id }: { type: RecordTypeOf<TaggedName>; id: number }) => `comments:${type}:${id}` as const;

/** A text mentions no more people than these, so that nobody has a whole company told by one comment. */
export const mostMentions = 50;

/**
 * The people whom a text mentions: "@" and their whole name, in whatever letters. Of names that begin alike the longest counts, so
 * that "@Ann Lee" does not mention Ann too. Its time grows with the text and not with how many people there are.
 */
export function mentioned<Person extends { name: string }>(text: string, people: readonly Person[]): Person[] {
  const named = Map.groupBy(people, ({ name }) => name.toLowerCase());
  named.delete('');
  const lengths = [...new Set([...named.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  const firsts = new Set([...named.keys()].map((name) => name[0]));
  const found = new Set<Person>();
  const lower = text.toLowerCase();
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    // Most that nobody is called by end here, which costs next to nothing.
    if (!firsts.has(lower[at + 1]) || /[\p{L}\p{N}.]$/u.test(lower.slice(Math.max(0, at - 2), at))) continue;
    const name = lower.slice(at + 1, at + 1 + (lengths[0] ?? 0) + 2);
    const length = lengths.find((each) => named.has(name.slice(0, each)) && !/^[\p{L}\p{N}]/u.test(name.slice(each)));
    for (const person of named.get(name.slice(0, length ?? 0)) ?? []) found.add(person);
    if (found.size >= mostMentions) break;
  }
  return [...found].slice(0, mostMentions);
}
