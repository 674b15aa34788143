import { IconBookmarks, IconHome, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import type { MenuEntry } from '../../../ui/menu/opened-menu.tsx';
import type { View } from '../contract.ts';

/** An action of the views menu. */
export type Choice = { kind: 'save' | 'manage' } | { kind: 'go' | 'rename' | 'share' | 'open' | 'delete'; view: View };

type Menu = {
  views: readonly View[];
  current: View | undefined;
  title: string;
  choose: (choice: Choice) => void;
};

/** The menu's entries: own views, shared views, and actions on the current one. */
export function viewEntries({ views, current, title, choose }: Menu): MenuEntry[] {
  return [
    ...views.map((view) => goTo(view, view.id === current?.id, choose)),
    ...(current ? actionsOn(current, title, choose) : []),
    { key: 'save', section: ' ', label: 'Save view…', icon: <IconPlus size={16} />, onChoose: () => choose({ kind: 'save' }) },
    { key: 'manage', section: ' ', label: 'Manage views', icon: <IconBookmarks size={16} />, onChoose: () => choose({ kind: 'manage' }) },
  ];
}

const goTo = (view: View, chosen: boolean, choose: Menu['choose']): MenuEntry => ({
  key: `view-${view.id}`,
  section: view.mine ? 'My views' : 'Shared by others',
  label: view.name,
  aside: view.opens ? 'opens first' : view.mine ? view.shared && 'shared' : view.owner,
  chosen,
  onChoose: () => choose({ kind: 'go', view }),
});

function actionsOn(view: View, title: string, choose: Menu['choose']): MenuEntry[] {
  const action = (kind: 'rename' | 'share' | 'open' | 'delete', label: string, icon: React.ReactNode, danger = false): MenuEntry => ({
    ...{ key: kind, section: `“${view.name}”`, label, icon, danger },
    onChoose: () => choose({ kind, view }),
  });
  const opens = action('open', `Open ${title} with ${view.opens ? 'everything' : 'it'}`, <IconHome size={16} />);
  if (!view.changeable) return [opens];
  return [
    opens,
    action('share', view.shared ? 'Stop sharing' : 'Share with everyone here', <IconUsers size={16} />),
    action('rename', 'Rename…', <IconPencil size={16} />),
    action('delete', 'Delete…', <IconTrash size={16} />, true),
  ];
}
