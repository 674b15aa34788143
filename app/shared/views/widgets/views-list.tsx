import { nouns } from '../../../base/nouns.ts';
import { actionsColumn } from '../../../ui/list/columns/actions-column.tsx';
import type { List } from '../../../ui/list/declaration.ts';
import { deleteViewCall, type View } from '../contract.ts';
import { deletionText, viewAddress } from '../view.ts';

/** Saved views as a list: each leads to its list as it is kept. */
export const viewsList = (onEdit: (view: View) => void): List<View> => ({
  noun: { one: 'view', many: 'views' },
  rowKey: ({ id }) => id,
  rowName: ({ name }) => name,
  rowHref: (view) => nouns[view.entity].path + viewAddress(view),
  filters: [
    { kind: 'search', key: 'search', label: 'Search by name', placeholder: 'Name' },
    { kind: 'choice', key: 'owner', label: 'Owner', options: owners },
  ],
  columns: [
    { key: 'name', title: 'Name', sort: 'ASC', cell: ({ name }) => name, card: 'title' },
    { key: 'entity', title: 'List', width: 120, hideBelow: 'md', cell: ({ entity }) => nouns[entity].title },
    { key: 'owner', title: 'Owner', width: 180, cell: ownerOf, card: 'text' },
    { key: 'shared', title: 'Who sees it', width: 140, hideBelow: 'md', cell: ({ shared }) => (shared ? 'Everyone here' : 'Only you') },
    { key: 'opens', title: 'Opens first', width: 110, hideBelow: 'md', cell: ({ opens }) => (opens ? 'Yes' : '–') },
    actionsColumn<View>({ onEdit, deleteCall: deleteViewCall, deletionText, mayChange: ({ changeable }) => changeable }),
  ],
});

const owners = [
  { value: 'me', label: 'You' },
  { value: 'others', label: 'Others' },
];

const ownerOf = ({ mine, owner }: View) => (mine ? 'You' : (owner ?? 'Somebody who has left'));
