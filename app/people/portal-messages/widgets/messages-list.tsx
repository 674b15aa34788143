import { actionsColumn } from '../../../ui/list/columns/actions-column.tsx';
import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import type { List } from '../../../ui/list/declaration.ts';
import { deletePortalMessageCall, type PortalMessage } from '../contract.ts';
import { stageOf } from '../message.ts';

/** A message as a row: what it is called where it is edited and deleted. */
export type MessageRow = PortalMessage & { name: string };

/** Messages as a list. `now` tells which of them are due. */
export const messagesList = (now: number, onEdit: (message: MessageRow) => void): List<MessageRow> => ({
  noun: { one: 'message', many: 'messages' },
  rowKey: ({ id }) => id,
  rowName: ({ name }) => name,
  columns: [
    { key: 'body', title: 'Message', cell: ({ body }) => <span style={{ whiteSpace: 'normal' }}>{body}</span>, card: 'title' },
    {
      key: 'level',
      title: 'Level',
      width: 100,
      hideBelow: 'md',
      cell: ({ level }) => level.charAt(0).toUpperCase() + level.slice(1),
      card: 'meta',
    },
    { key: 'stage', title: 'State', width: 110, cell: (message) => stageOf(message, now), card: 'text' },
    {
      key: 'start',
      title: 'Start',
      width: 150,
      hideBelow: 'md',
      cell: ({ startDateFormatted }) => dated('from', startDateFormatted),
      card: 'text',
    },
    { key: 'end', title: 'End', width: 150, cell: ({ endDateFormatted }) => dated('to', endDateFormatted), card: 'text' },
    actionsColumn<MessageRow>({
      onEdit,
      deleteCall: deletePortalMessageCall,
      deletionText: (message) =>
        stageOf(message, now) === 'Shown now' ? 'Everyone sees it now. It disappears from their pages.' : 'Nobody will see it.',
    }),
  ],
});

/** On a card nothing else says which date it is. */
const dated = (word: string, date: string) => (
  <>
    <OnCard>{word} </OnCard>
    {date}
  </>
);
