import { IconChevronDown, IconMessagePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { lazily } from '../../../ui/lazily.tsx';
import { Menu } from '../../../ui/menu/menu.tsx';
import type { SavedReply } from './contract.ts';
import classes from './replies.module.css';
import { useReplies } from './use-replies.ts';

const ManageReplies = lazily(() => import('./manage-replies.tsx'));

type Props = {
  /** What is written so far, as HTML; empty for nothing. */
  written: string;
  onInsert: (reply: SavedReply) => void;
};

/** The replies that the account has saved: puts one into the message, saves what is written as one, or manages them. */
export function RepliesMenu({ written, onInsert }: Props) {
  const [isWanted, setWanted] = useState(false);
  const [managed, setManaged] = useState<{ begin: string | null } | null>(null);
  const { data, isError } = useReplies(isWanted);
  const replies = data?.data ?? [];
  return (
    <>
      <Menu
        position="bottom-start"
        width={280}
        onWanted={() => setWanted(true)}
        button={{
          className: classes.button,
          children: (
            <>
              <IconMessagePlus size={16} stroke={1.6} aria-hidden /> Saved replies <IconChevronDown size={14} stroke={1.8} aria-hidden />
            </>
          ),
        }}
        head={headOf({ isError, isLoaded: data !== undefined, count: replies.length })}
        entries={[
          ...replies.map((reply) => ({
            key: String(reply.id),
            label: reply.name,
            section: 'Put into the message',
            onChoose: () => onInsert(reply),
          })),
          {
            ...{ key: 'save', label: 'Save this message as a reply…', section: 'Your account’s replies', disabled: written === '' },
            onChoose: () => setManaged({ begin: written }),
          },
          { key: 'manage', label: 'Manage saved replies…', section: 'Your account’s replies', onChoose: () => setManaged({ begin: null }) },
        ]}
      />
      {managed && <ManageReplies begin={managed.begin} onClose={() => setManaged(null)} />}
    </>
  );
}

const headOf = ({ isError, isLoaded, count }: { isError: boolean; isLoaded: boolean; count: number }) => {
  if (isError) return <p className={classes.head}>The saved replies could not be loaded. Try again.</p>;
  if (!isLoaded) return <p className={classes.head}>Loading…</p>;
  return count === 0 && <p className={classes.head}>What you save here, everyone in your account can put into a message.</p>;
};
