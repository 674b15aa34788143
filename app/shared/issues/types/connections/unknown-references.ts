import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { IssueTypeRules } from '../../issue-type.ts';

/** So many are named. */
const mostNamed = 3;

export const unknownReferences = {
  label: 'Not sent from here',
  headline: {
    count: 'issues',
    one: 'warehouse has orders that were not sent from here',
    many: 'warehouses have orders that were not sent from here',
  },
  remedy: 'dismiss_references',
  isChecked: false,
  sentences: {
    /** `count` of them there are, and the first are named. */
    references_unknown: ({ connection, references, count }: { connection: string; references: string[]; count: number }) => {
      const more = count - references.length;
      const named = [...references, ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])];
      return `${connection} names ${countedWords(count, 'reference')} of Crossdock that nothing here was sent under: ${new Intl.ListFormat('en-US').format(named)}. Another Crossdock may send to the same warehouse, or they are of orders that no channel has now. Ask the warehouse what they are.`;
    },
  },
} satisfies IssueTypeRules;

/** The sentence about all these references. */
export const referencesUnknown = (connection: string, references: string[]) => ({
  code: 'references_unknown' as const,
  ...{ connection, references: references.slice(0, mostNamed), count: references.length },
});
