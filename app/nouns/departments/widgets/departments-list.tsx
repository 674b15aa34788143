import type { VerbActions } from '../../../shared/runs/bulk/verb-actions.ts';
import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import type { List } from '../../../ui/list/declaration.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import type { Department } from '../contract.ts';

export const departmentsList: Pick<List<Department>, 'columns' | 'filters'> = {
  filters: [{ kind: 'search', key: 'search', label: 'Search by name', placeholder: 'Name' }],
  columns: [
    { key: 'name', title: 'Name', sort: 'ASC', cell: ({ name }) => name, card: 'title' },
    { key: 'description', title: 'What it does', hideBelow: 'md', cell: ({ description }) => description, card: 'text' },
    {
      ...{ key: 'people', title: 'People', width: 110, align: 'right', sort: 'DESC', card: 'text' },
      cell: ({ people }) => <People count={people} />,
    },
  ],
};

export const departmentVerbs: VerbActions<'delete'> = {
  delete: {
    ...{ label: 'Delete', danger: true },
    text: 'The people in them stay in the account, without these departments. It can be undone for 30 days from Activity.',
  },
};

const People = ({ count }: { count: number }) => (
  <>
    {count.toLocaleString('en-US')}
    <OnCard> {count === 1 ? 'person' : 'people'}</OnCard>
  </>
);

/** What is lost with a department, for whoever is about to delete it. */
export function deletionText({ people, ...others }: Department): string {
  const stay = `${countedWords(people, 'person is', 'people are')} in it. They stay in the account, without this department.`;
  return [people === 0 ? 'Nobody is in it.' : stay, ...loses(others), 'It can be undone for 30 days from Activity.'].join(' ');
}

function loses({ rules, invitations, tickets }: Omit<Department, 'people'>): string[] {
  const counts = [
    ...(rules > 0 ? [countedWords(rules, 'notification rule')] : []),
    ...(invitations > 0 ? [countedWords(invitations, 'invitation')] : []),
    ...(tickets > 0 ? [countedWords(tickets, 'ticket')] : []),
  ];
  if (counts.length === 0) return [];
  const named = counts.length > 1 ? `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}` : counts[0];
  return [`${named} ${rules + invitations + tickets === 1 ? 'has it, and loses it' : 'have it, and lose it'}.`];
}
