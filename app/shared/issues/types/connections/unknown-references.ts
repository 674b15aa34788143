import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { IssueTypeRules } from '../../issue-type.ts';

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
  sentence: ({ connection, references }: { connection: string; references: string[] }) => {
    const more = references.length - mostNamed;
    const named = [...references.slice(0, mostNamed), ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])];
    return `${connection} names ${countedWords(references.length, 'reference')} of Crossdock that nothing here was sent under: ${new Intl.ListFormat('en-US').format(named)}. Another Crossdock may send to the same warehouse, or they are of orders that no channel has any more. Ask the warehouse what they are.`;
  },
} satisfies IssueTypeRules;
